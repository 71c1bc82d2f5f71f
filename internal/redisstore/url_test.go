package redisstore

import (
	"errors"
	"log/slog"
	"strings"
	"testing"
)

func TestNew_AMalformedAddressStopsTheStartAndIsNotRepeated(t *testing.T) {
	for _, text := range []string{
		"", "127.0.0.1:6379", "localhost", "http://sesame@localhost", "unix:///tmp/sesame.sock", "redis:", "redis://", "redis:///1", "redis://:sesame@",
		"redis://:sesame@:6379", "redis://localhost:sesame", "redis://localhost:0", "redis://localhost:65536", "redis://localhost/sesame", "redis://localhost/1/2",
		"redis://localhost/-1", "redis://localhost/1?sesame=1", "redis://localhost?db=1", "redis://localhost?", "redis://:ses#ame@localhost", "redis://:ses?ame@localhost",
		"redis://:%sesame@localhost", "redis://:ses/ame@localhost", "redis://[::1", "redis://a b/",
	} {
		s, err := New(Config{URL: text}, newLocal(t), slog.New(slog.DiscardHandler))
		if err == nil {
			s.Close()
			t.Errorf("New(%q): want a refusal", text)
			continue
		}
		got, ok := errors.AsType[*URLError](err)
		if !ok || got.Code() != "bad_redis_url" || strings.Contains(err.Error(), "ame") && strings.Contains(err.Error(), "ses") {
			t.Errorf("New(%q): %v, want a URLError that does not repeat it", text, err)
		}
	}
}

func TestOptions_AreReadAsTheyAreWritten(t *testing.T) {
	for _, c := range []struct {
		text, addr, name, user, password string
		number                           int
		secure                           string
	}{
		{text: "redis://localhost", addr: "localhost:6379", name: "localhost:6379"},
		{text: "redis://localhost/", addr: "localhost:6379", name: "localhost:6379"},
		{text: "redis://10.0.0.1:7000/0", addr: "10.0.0.1:7000", name: "10.0.0.1:7000"},
		{text: "redis://[::1]:7000/15", addr: "[::1]:7000", name: "[::1]:7000/15", number: 15},
		{text: "redis://:p%40ss%2F%3F@h:1", addr: "h:1", name: "h:1", password: "p@ss/?"},
		{text: "rediss://me:secret@redis.example:6380/2", addr: "redis.example:6380", name: "redis.example:6380/2", user: "me", password: "secret", number: 2, secure: "redis.example"},
	} {
		opt, name, err := optionsOf(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if len(opt.InitAddress) != 1 || opt.InitAddress[0] != c.addr || name != c.name || opt.Username != c.user || opt.Password != c.password || opt.SelectDB != c.number {
			t.Errorf("%s: %q, named %q, user %q, password %q, number %d, want %+v", c.text, opt.InitAddress, name, opt.Username, opt.Password, opt.SelectDB, c)
		}
		if (opt.TLSConfig != nil) != (c.secure != "") || opt.TLSConfig != nil && (opt.TLSConfig.ServerName != c.secure || opt.TLSConfig.InsecureSkipVerify) {
			t.Errorf("%s: TLS %+v, want it for %q", c.text, opt.TLSConfig, c.secure)
		}
	}
}

func TestNew_ANegativeTimeoutStopsTheStart(t *testing.T) {
	if s, err := New(Config{URL: "redis://localhost", Timeout: -1}, newLocal(t), slog.New(slog.DiscardHandler)); err == nil {
		s.Close()
		t.Error("want a refusal")
	}
}
