package main

import (
	"errors"
	"fmt"
	"iter"
	"net/netip"
	"reflect"
	"runtime"
	"time"

	"github.com/caarlos0/env/v11"

	"example.com/fullhouse/ratelimit"
)

// prefix begins the name of every variable.
const prefix = "FULLHOUSE_"

// config is everything that can be set from outside, each field by the variable in its env tag with FULLHOUSE_ before it.
// Fields tagged bound limit how much the server takes on, and the start says each of them. A default written with words in
// a default tag is computed. Every field has a row in the table of README.md; a test compares the two.
type config struct {
	// Addr is where the public listener is.
	Addr string `env:"ADDR" envDefault:":8080"`
	// AdminAddr is where metrics and profiles are served. It must be on loopback.
	AdminAddr string `env:"ADMIN_ADDR" envDefault:"127.0.0.1:9090"`
	// DataDir is the folder of the embedded database. It is made when it is missing.
	DataDir string `env:"DATA_DIR" envDefault:"./data"`
	// PublicURL is the address that people type. It decides the session cookie and the origin sockets may come from.
	PublicURL string `env:"PUBLIC_URL" default:"http://localhost and the port of ADDR"`
	// AllowInsecure permits a PublicURL with http that is not loopback, where anyone on the way can read the session cookie.
	AllowInsecure bool `env:"ALLOW_INSECURE" envDefault:"false"`
	// AllowedOrigins are further origins whose pages may use this server, such as https://poker.example.org.
	AllowedOrigins []string `env:"ALLOWED_ORIGINS" default:"none"`
	// AllowMissingOrigin lets sockets in that name no origin: native clients, not browsers.
	AllowMissingOrigin bool `env:"ALLOW_MISSING_ORIGIN" envDefault:"false"`

	// MaxLiveTables is how many tables live at once. Creating one more is refused; joining never is.
	MaxLiveTables int `env:"MAX_LIVE_TABLES" envDefault:"150" min:"1" max:"1000000" bound:""`
	// MaxSockets is how many sockets are open at once, seated or not.
	MaxSockets int `env:"MAX_SOCKETS" envDefault:"1500" min:"1" max:"10000000" bound:""`
	// MaxInflight is how many HTTP requests are served at once. Probes and static files do not count.
	MaxInflight int `env:"MAX_INFLIGHT" envDefault:"256" min:"1" max:"1000000" bound:""`
	// RequestTimeout is how long a request may take from its slot to its answer. Of a socket only the way in counts.
	RequestTimeout time.Duration `env:"REQUEST_TIMEOUT" envDefault:"5s" min:"10ms" max:"1m" bound:""`
	// CPUPermitsBots is how many bots think at once.
	CPUPermitsBots int `env:"CPU_PERMITS_BOTS" default:"half the cores, at least 1" min:"1" max:"1024" bound:""`
	// CPUWait is how long a bot waits for its permit before it plays the default move.
	CPUWait time.Duration `env:"CPU_WAIT" envDefault:"250ms" min:"0s" max:"1m" bound:""`
	// TableInbox is how many commands wait at one table. Further ones are refused.
	TableInbox int `env:"TABLE_INBOX" envDefault:"256" min:"1" max:"1000000" bound:""`
	// MaxMessageBytes is the longest message taken from a socket.
	MaxMessageBytes int64 `env:"MAX_MESSAGE_BYTES" envDefault:"4096" min:"256" max:"1048576" bound:""`
	// SocketQueueMessages is how many messages wait for a slow reader before its socket is closed.
	SocketQueueMessages int `env:"SOCKET_QUEUE_MESSAGES" envDefault:"64" min:"8" max:"1000000" bound:""`
	// SocketQueueBytes is how many bytes wait for a slow reader before its socket is closed.
	SocketQueueBytes int `env:"SOCKET_QUEUE_BYTES" envDefault:"262144" min:"32768" max:"1073741824" bound:""`
	// MaxBodyBytes is the longest request body taken.
	MaxBodyBytes int64 `env:"MAX_BODY_BYTES" envDefault:"65536" min:"1024" max:"16777216" bound:""`

	// RateGuest is how fast one address makes guests. Like every rate it is limit/window or limit/window:burst.
	RateGuest ratelimit.Policy `env:"RATE_GUEST" envDefault:"30/min:10" bound:""`
	// RateRead is how fast one caller looks at pages and lists.
	RateRead ratelimit.Policy `env:"RATE_READ" envDefault:"300/min" bound:""`
	// RateWrite is how fast one caller changes small things.
	RateWrite ratelimit.Policy `env:"RATE_WRITE" envDefault:"30/min" bound:""`
	// RateCreate is how fast one caller creates tables.
	RateCreate ratelimit.Policy `env:"RATE_CREATE" envDefault:"10/min" bound:""`
	// RateUpgrade is how fast one caller opens sockets.
	RateUpgrade ratelimit.Policy `env:"RATE_UPGRADE" envDefault:"30/min" bound:""`
	// RateDefault is for everything else: addresses where there is nothing, methods that are not taken.
	RateDefault ratelimit.Policy `env:"RATE_DEFAULT" envDefault:"60/min" bound:""`
	// RateAddressMultiplier is how many callers one address stands for: its own limit is each rate so many times, GUEST aside.
	RateAddressMultiplier int64 `env:"RATE_ADDRESS_MULTIPLIER" envDefault:"10" min:"1" max:"1000000" bound:""`
	// RateMaxKeys is how many callers are remembered at once, 24 bytes each. When all are busy, strangers are refused.
	RateMaxKeys int `env:"RATE_MAX_KEYS" envDefault:"131072" min:"1" max:"67108864" bound:""`
	// RateActions is how fast one socket may send messages.
	RateActions ratelimit.Policy `env:"RATE_ACTIONS" envDefault:"10/s:30" bound:""`
	// RateLegacyHeaders adds the X-RateLimit fields, which no standard describes, for clients that know no others.
	RateLegacyHeaders bool `env:"RATE_LEGACY_HEADERS" envDefault:"false"`
	// TrustedProxies are the addresses and prefixes of the proxies in front of this server, such as 127.0.0.1,10.0.0.0/8. Their
	// X-Forwarded-For is believed, and nobody else's.
	TrustedProxies []string `env:"TRUSTED_PROXIES" default:"none"`

	// RetryAfter is how long a refused client is asked to wait: a draw between this and twice this.
	RetryAfter time.Duration `env:"RETRY_AFTER" envDefault:"5s" min:"1s" max:"1h"`
	// TableIdle is how long a table without a connected person stays open.
	TableIdle time.Duration `env:"TABLE_IDLE" envDefault:"5m" min:"1s" max:"24h"`
	// TableUnjoined is how long a new table waits for its first person.
	TableUnjoined time.Duration `env:"TABLE_UNJOINED" envDefault:"60s" min:"1s" max:"24h"`
	// ActionClock is the time for one decision at tables whose creator did not choose.
	ActionClock time.Duration `env:"ACTION_CLOCK" envDefault:"15s" min:"1s" max:"2m"`
	// ReconnectBudget is told to pages only: for how long after losing the connection they speak of a held seat and try often.
	// The server keeps the seat anyway and plays its turns by the clock meanwhile.
	ReconnectBudget time.Duration `env:"RECONNECT_BUDGET" envDefault:"30s" min:"1s" max:"1h"`
	// DrainTimeout is how long a shutdown may take.
	DrainTimeout time.Duration `env:"DRAIN_TIMEOUT" envDefault:"30s" min:"1s" max:"1h"`
	// Heartbeat is how often a client must be heard; 10 s after that its socket is closed.
	Heartbeat time.Duration `env:"HEARTBEAT" envDefault:"15s" min:"1s" max:"5m"`
	// SessionTTL is how long a session lasts.
	SessionTTL time.Duration `env:"SESSION_TTL" envDefault:"336h" min:"1m" max:"87600h"`
	// StartingChips is what a new account gets.
	StartingChips int64 `env:"STARTING_CHIPS" envDefault:"10000" min:"0" max:"1000000000"`
	// BotPace is how long a bot seems to think.
	BotPace time.Duration `env:"BOT_PACE" envDefault:"800ms" min:"0s" max:"1m"`
	// HandPause is how long a showdown stays on the table before the next hand. A pot that nobody contested takes half of it.
	HandPause time.Duration `env:"HAND_PAUSE" envDefault:"2500ms" min:"0s" max:"1m"`

	// proxies are the TrustedProxies, read.
	proxies []netip.Prefix
	// explicit names the variables that were set, without the prefix.
	explicit map[string]bool
}

// configFrom reads the environment and refuses what makes no sense, all of it in one error. An empty variable counts as
// unset.
func configFrom(all environment) (config, error) {
	cfg := config{CPUPermitsBots: max(1, runtime.NumCPU()/2), explicit: map[string]bool{}}
	chosen := environment{}
	for name := range variables() {
		if value := all[prefix+name]; value != "" {
			chosen[prefix+name] = value
			cfg.explicit[name] = true
		}
	}
	if err := env.ParseWithOptions(&cfg, env.Options{Prefix: prefix, Environment: chosen}); err != nil {
		return config{}, unreadable(err, chosen)
	}
	return cfg, errors.Join(cfg.checkRanges(), cfg.checkClock(), cfg.checkAddresses(), cfg.checkRates(), all.checkDatabase())
}

// variables are the fields of config by the name of their variable, without the prefix.
func variables() iter.Seq2[string, reflect.StructField] {
	return func(yield func(string, reflect.StructField) bool) {
		for _, field := range reflect.VisibleFields(reflect.TypeFor[config]()) {
			if name, ok := field.Tag.Lookup("env"); ok && !yield(name, field) {
				return
			}
		}
	}
}

// unreadable says which variables do not parse. The library knows them only by their fields.
func unreadable(err error, chosen environment) error {
	var errs []error
	for name, field := range variables() {
		for _, one := range err.(interface{ Unwrap() []error }).Unwrap() { // always an env.AggregateError
			if parse, ok := errors.AsType[env.ParseError](one); ok && parse.Name == field.Name {
				errs = append(errs, fmt.Errorf("%s%s is %q, which is not a %s", prefix, name, chosen[prefix+name], kind(field.Type)))
				if policy, ok := errors.AsType[*ratelimit.PolicyError](parse.Err); ok {
					errs = append(errs, errors.New(policy.Problem))
				}
			}
		}
	}
	return errors.Join(errs...)
}

// source tells where a variable's value comes from. Defaults are called provisional until a load test has measured them.
func (c *config) source(name string) string {
	if c.explicit[name] {
		return "set"
	}
	return "provisional"
}

// bounds are all bounds with their values and sources, as attributes for a log line.
func (c *config) bounds() (attributes []any) {
	for name, field := range variables() {
		if _, bound := field.Tag.Lookup("bound"); bound {
			value := reflect.ValueOf(*c).FieldByIndex(field.Index)
			attributes = append(attributes, prefix+name, fmt.Sprintf("%v (%s)", value, c.source(name)))
		}
	}
	return attributes
}
