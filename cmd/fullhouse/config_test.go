package main

import (
	"fmt"
	"log/slog"
	"net"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// environ is an environment with the given variables, named without the prefix.
func environ(pairs ...string) environment {
	all := environment{}
	for i := 0; i < len(pairs); i += 2 {
		name := prefix + pairs[i]
		if pairs[i] == "DATABASE_URL" || pairs[i] == "REDIS_URL" {
			name = pairs[i]
		}
		all[name] = pairs[i+1]
	}
	return all
}

func TestConfig_AnEmptyEnvironmentGivesTheDefaults(t *testing.T) {
	cfg, err := configFrom(environ())
	if err != nil {
		t.Fatal(err)
	}
	if cfg.MaxLiveTables != 150 || cfg.ActionClock != 15*time.Second || cfg.Addr != ":8080" || cfg.CPUPermitsBots < 1 {
		t.Errorf("defaults are %+v", cfg)
	}
	if got, want := cfg.source("MAX_LIVE_TABLES"), "provisional"; got != want {
		t.Errorf("a default is called %q, want %q", got, want)
	}
}

func TestConfig_TakesWhatIsSet(t *testing.T) {
	cfg, err := configFrom(environ("MAX_LIVE_TABLES", "3", "RETRY_AFTER", "7s", "ALLOWED_ORIGINS", "https://a.example,https://b.example",
		"ALLOW_MISSING_ORIGIN", "true"))
	if err != nil {
		t.Fatal(err)
	}
	if cfg.MaxLiveTables != 3 || cfg.RetryAfter != 7*time.Second || len(cfg.AllowedOrigins) != 2 || !cfg.AllowMissingOrigin {
		t.Errorf("got %+v", cfg)
	}
	if got, want := cfg.source("MAX_LIVE_TABLES"), "set"; got != want {
		t.Errorf("a value from the environment is called %q, want %q", got, want)
	}
}

func TestConfig_RefusesNonsenseByName(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"MAX_LIVE_TABLES", "0", "from 1 to"},
		{"MAX_LIVE_TABLES", "-4", "from 1 to"},
		{"MAX_INFLIGHT", "many", "not a whole number"},
		{"MAX_INFLIGHT", "1e3", "not a whole number"},
		{"MAX_SOCKETS", "99999999999999999999", "not a whole number"},
		{"RETRY_AFTER", "5", "not a duration"},
		{"RETRY_AFTER", "1ms", "from 1s to 1h"},
		{"ALLOW_INSECURE", "yes please", "not a true or false"},
		{"ADDR", "8080", "host:port"},
		{"ADMIN_ADDR", ":9090", "ADMIN_TOKEN"},
		{"ADMIN_ADDR", "0.0.0.0:9090", "ADMIN_TOKEN"},
		{"ADMIN_ADDR", "9090", "host:port"},
		{"ADMIN_TOKEN", "short", "at least 16"},
		{"SOCKETS_FOR_SEATED", "101%", "not a part"},
		{"SOCKETS_FOR_SEATED", "-1", "not a part"},
		{"RATE_DEGRADED_SHARE", "a quarter", "not a number"},
		{"QUOTA_TABLES", "10", "not a daily allowance"},
		{"QUOTA_CHIPS", "guest:-1,account:3", "not a daily allowance"},
		{"QUOTA_GUESTS", "-1", "from 0 to"},
		{"DB_POOL_HTTP", "0", "from 1 to"},
		{"HANDSHAKE_TIMEOUT", "0s", "from 10ms to 1m"},
		{"REDIS_TIMEOUT", "0s", "from 1ms to 10s"},
		{"PUBLIC_URL", "poker.example.org", "neither http"},
		{"PUBLIC_URL", "ftp://poker.example.org", "neither http"},
		{"PUBLIC_URL", "https://poker.example.org/table", "more than"},
		{"PUBLIC_URL", "http://192.168.1.7:8080", "ALLOW_INSECURE=true"},
		{"PUBLIC_URL", "http://localhost.example.org", "ALLOW_INSECURE=true"},
		{"PUBLIC_URL", "https://a:99999", "port"},
		{"PUBLIC_URL", "https://a:0", "port"},
		{"PUBLIC_URL", "https://a:", "port"},
		{"PUBLIC_URL", "https://a:0443", "port"},
		{"ACTION_CLOCK", "1s500us", "whole milliseconds"},
		{"ALLOWED_ORIGINS", "https://a.example:65536", "an origin looks like"},
		{"ALLOWED_ORIGINS", "https://a.example/", "an origin looks like"},
		{"ALLOWED_ORIGINS", "*", "an origin looks like"},
		{"REQUEST_TIMEOUT", "0s", "from 10ms to 1m"},
		{"RATE_READ", "300", "want limit/window"},
		{"RATE_READ", "0/min", "at least 1"},
		{"RATE_READ", "-1/min", "at least 1"},
		{"RATE_CREATE", "10/min:0", "at least 1"},
		{"RATE_GUEST", "10/0s", "at least 1"},
		{"RATE_UPGRADE", "1/day", "must end in"},
		{"RATE_ACTIONS", "10/100ms", "must end in"},
		{"RATE_DEFAULT", "999999999/min:9223372036854775807", "century"},
		{"RATE_ADDRESS_MULTIPLIER", "0", "from 1 to"},
		{"RATE_MAX_KEYS", "0", "from 1 to"},
		{"TRUSTED_PROXIES", "proxy.example.org", "no address"},
		{"TRUSTED_PROXIES", "10.0.0.0/33", "no address"},
		{"TRUSTED_PROXIES", "10.0.0.1/8", "10.0.0.0/8 or 10.0.0.1/32"},
		{"TRUSTED_PROXIES", "0.0.0.0/0", "everybody"},
		{"TRUSTED_PROXIES", "::/0", "everybody"},
		{"TRUSTED_PROXIES", "::ffff:10.0.0.1", "written as IPv4"},
		{"TRUSTED_PROXIES", "fe80::1%eth0", "no address"},
	} {
		t.Run(c.name+"="+c.value, func(t *testing.T) {
			_, err := configFrom(environ(c.name, c.value))
			if err == nil || !strings.Contains(err.Error(), prefix+c.name) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("err = %v, want it to name the variable and say %q", err, c.want)
			}
		})
	}
}

func TestConfig_ReadsTheAddressesOfStoresUnderTheirUsualNames(t *testing.T) {
	all := environ("DATABASE_URL", "postgres://poker:hidden@db/poker", "REDIS_URL", "redis://cache:6379")
	cfg, err := configFrom(all)
	if err != nil || cfg.DatabaseURL != all["DATABASE_URL"] || cfg.RedisURL != all["REDIS_URL"] {
		t.Errorf("%q, %q, %v", cfg.DatabaseURL, cfg.RedisURL, err)
	}
	for _, c := range []struct{ name, value, want string }{
		{"DATABASE_URL", "mysql://poker:hidden@db/poker", "DATABASE_URL must look like postgres://"},
		{"DATABASE_URL", "db", "DATABASE_URL must look like postgres://"},
		{"REDIS_URL", "hidden:6379", "REDIS_URL must look like redis://"},
		{"FULLHOUSE_DATABASE_URL", "postgres://poker:hidden@db/poker", "it is called DATABASE_URL"},
		{"FULLHOUSE_REDIS_URL", "redis://hidden", "it is called REDIS_URL"},
		{"FULLHOUSE_SMTP_URL", "mail:hidden", "FULLHOUSE_SMTP_URL must look like smtp://"},
	} {
		all := environ()
		all[c.name] = c.value
		_, err := configFrom(all)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s=%s: err = %v, want it to say %q and not what is in it", c.name, c.value, err, c.want)
		}
	}
}

func TestConfig_RefusesBoundsThatContradictEachOther(t *testing.T) {
	for _, c := range []struct {
		settings []string
		want     string // a part of the refusal, with the other's name
	}{
		{[]string{"MAX_SOCKETS_PER_ADDRESS", "300", "MAX_SOCKETS", "200"}, "MAX_SOCKETS, which is 200"},
		{[]string{"MAX_SOCKETS_PER_ADDRESS", "1600"}, "MAX_SOCKETS, which is 1500"},
		{[]string{"MAX_SOCKETS_PER_ACCOUNT", "9", "MAX_SOCKETS_PER_ADDRESS", "8"}, "MAX_SOCKETS_PER_ADDRESS, which is 8"},
		{[]string{"MAX_TABLES_PER_ADDRESS", "11", "MAX_LIVE_TABLES", "10"}, "MAX_LIVE_TABLES, which is 10"},
		{[]string{"MAX_TABLES_PER_ACCOUNT", "6", "MAX_TABLES_PER_ADDRESS", "5"}, "MAX_TABLES_PER_ADDRESS, which is 5"},
		{[]string{"MAX_TABLES_PER_ACCOUNT", "4", "QUOTA_TABLES", "guest:1,account:3"}, "QUOTA_TABLES, which is 3"},
		{[]string{"SOCKETS_FOR_SEATED", "100%"}, "less than FULLHOUSE_MAX_SOCKETS"},
		{[]string{"SOCKETS_FOR_SEATED", "7", "MAX_SOCKETS", "7"}, "less than FULLHOUSE_MAX_SOCKETS"},
		{[]string{"RATE_DEGRADED_SHARE", "1.5"}, "at most 1"},
		{[]string{"RATE_DEGRADED_SHARE", "0"}, "above 0"},
	} {
		_, err := configFrom(environ(c.settings...))
		if err == nil || !strings.Contains(err.Error(), prefix+c.settings[0]) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: err = %v, want it to name the first and say %q", c.settings, err, c.want)
		}
	}
}

func TestConfig_LowersDefaultsToTheNeighboursThatWereSet(t *testing.T) {
	cfg, err := configFrom(environ("MAX_SOCKETS", "5", "MAX_LIVE_TABLES", "3"))
	if err != nil {
		t.Fatal(err)
	}
	if cfg.MaxSocketsPerAddress != 5 || cfg.MaxSocketsPerAccount != 5 || cfg.MaxTablesPerAddress != 3 || cfg.MaxTablesPerAccount != 3 {
		t.Errorf("sockets %d and %d, tables %d and %d: want 5, 5, 3, 3", cfg.MaxSocketsPerAddress, cfg.MaxSocketsPerAccount,
			cfg.MaxTablesPerAddress, cfg.MaxTablesPerAccount)
	}
	if got, want := cfg.source("MAX_TABLES_PER_ACCOUNT"), "lowered to MAX_TABLES_PER_ADDRESS"; got != want {
		t.Errorf("source %q, want %q", got, want)
	}
	if cfg.reserve() != 0 {
		t.Errorf("a tenth of 5 sockets is %d, want 0", cfg.reserve())
	}
}

func TestConfig_FewerDescriptorsLowerWhatFollowsFromTheSockets(t *testing.T) {
	cfg, _ := configFrom(environ())
	if err := cfg.fitDescriptors(256+otherFiles+100, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	if cfg.MaxSockets != 100 || cfg.MaxSocketsPerAddress != 100 {
		t.Errorf("%d sockets, %d an address: want 100 and 100", cfg.MaxSockets, cfg.MaxSocketsPerAddress)
	}
}

func TestConfig_TakesPortsThatExist(t *testing.T) {
	for _, address := range []string{"https://a:1", "https://a:65535", "https://[2001:db8::1]:8443", "https://[2001:db8::1]"} {
		if _, err := configFrom(environ("PUBLIC_URL", address)); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestConfig_SaysEverythingThatIsWrongAtOnce(t *testing.T) {
	_, err := configFrom(environ("MAX_SOCKETS", "0", "HEARTBEAT", "0s", "ADDR", "nowhere"))
	for _, name := range []string{"MAX_SOCKETS", "HEARTBEAT", "FULLHOUSE_ADDR"} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("err = %v, want it to name %s", err, name)
		}
	}
}

func TestConfig_RatesThatAreTooMuchForTheMultiplierStopTheStart(t *testing.T) {
	_, err := configFrom(environ("RATE_READ", "1000000000/s", "RATE_ADDRESS_MULTIPLIER", "1000000"))
	if err == nil || !strings.Contains(err.Error(), "RATE_ADDRESS_MULTIPLIER") || !strings.Contains(err.Error(), "read") {
		t.Errorf("err = %v, want it to name the multiplier and the class", err)
	}
}

func TestConfig_ReadsProxiesAsAddressesOrPrefixes(t *testing.T) {
	cfg, err := configFrom(environ("TRUSTED_PROXIES", "127.0.0.1,10.0.0.0/8,::1,2001:db8::/32"))
	if got, want := fmt.Sprint(cfg.proxies), "[127.0.0.1/32 10.0.0.0/8 ::1/128 2001:db8::/32]"; err != nil || got != want {
		t.Errorf("proxies = %s, %v, want %s", got, err, want)
	}
}

func TestConfig_PublicURLFollowsTheListener(t *testing.T) {
	cfg, err := configFrom(environ())
	if err != nil {
		t.Fatal(err)
	}
	got := cfg.placeAt(&net.TCPAddr{IP: net.IPv6zero, Port: 8123})
	if want := "http://localhost:8123"; got.url.String() != want {
		t.Errorf("url = %v, want %v", got.url, want)
	}
	want := []string{"http://127.0.0.1:8123", "http://[::1]:8123", "http://localhost:8123"}
	if !slices.Equal(got.origins, want) {
		t.Errorf("origins = %v, want %v", got.origins, want)
	}
}

func TestConfig_APublicAddressIsItsOnlyOrigin(t *testing.T) {
	cfg, err := configFrom(environ("PUBLIC_URL", "https://Poker.Example.org:443/", "ALLOWED_ORIGINS", "https://cards.example"))
	if err != nil {
		t.Fatal(err)
	}
	got := cfg.placeAt(&net.TCPAddr{Port: 8080})
	if want := []string{"https://cards.example", "https://poker.example.org"}; !slices.Equal(got.origins, want) {
		t.Errorf("origins = %v, want %v", got.origins, want)
	}
	if want := "wss://poker.example.org"; got.socket() != want {
		t.Errorf("socket = %v, want %v", got.socket(), want)
	}
}

func TestConfig_SocketsFitTheDescriptors(t *testing.T) {
	quiet := slog.New(slog.DiscardHandler)
	chosen, _ := configFrom(environ("MAX_SOCKETS", "2000"))
	if err := chosen.fitDescriptors(1024, quiet); err == nil || !strings.Contains(err.Error(), "MAX_SOCKETS is 2000") {
		t.Errorf("an explicit 2000 with 1024 files: err = %v, want a refusal that names it", err)
	}
	if err := chosen.fitDescriptors(20000, quiet); err != nil {
		t.Errorf("an explicit 2000 with 20000 files: %v", err)
	}
	byDefault, _ := configFrom(environ())
	if err := byDefault.fitDescriptors(1024, quiet); err != nil {
		t.Errorf("the default with 1024 files: %v, want it lowered", err)
	}
	if got, want := byDefault.MaxSockets, 1024-256-otherFiles; got != want {
		t.Errorf("the default became %d, want %d", got, want)
	}
	if err := byDefault.fitDescriptors(300, quiet); err == nil {
		t.Error("300 files for 256 requests and the rest: no error")
	}
}

func TestDistance_CountsLettersAddedDroppedAndExchanged(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"ADDR", "ADDR", 0}, {"", "ADDR", 4}, {"ADR", "ADDR", 1}, {"ADDR", "ADR", 1}, {"ADDR", "ADER", 1}, {"kitten", "sitting", 3}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestConfig_EveryVariableHasItsRowInTheReadme(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `"+prefix+"([A-Z_]+)` \\| ([^|]+) \\| [^|]+ \\|$").FindAllStringSubmatch(string(readme), -1) {
		rows[row[1]] = strings.Trim(row[2], "`")
	}
	for name, field := range variables() {
		want, plain := field.Tag.Lookup("envDefault")
		if !plain {
			want = field.Tag.Get("default")
		}
		if want == "" {
			t.Errorf("%s has no default in its tags", name)
		}
		if got, ok := rows[name]; !ok {
			t.Errorf("%s%s has no row", prefix, name)
		} else if got != want {
			t.Errorf("%s%s: the README says %q, want %q", prefix, name, got, want)
		}
		delete(rows, name)
	}
	for _, name := range testVariables() {
		if _, ok := rows[name]; !ok {
			t.Errorf("%s%s, which the tests read, has no row", prefix, name)
		}
		delete(rows, name)
	}
	for name := range rows {
		t.Errorf("the README has a row for %s%s, which the code does not know", prefix, name)
	}
}
