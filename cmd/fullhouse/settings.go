package main

import (
	"time"

	"example.com/fullhouse/ratelimit"
	"example.com/fullhouse/ratelimit/quota"
)

// The groups of settings. Each field is set by the variable in its env tag with FULLHOUSE_ before it. Fields tagged bound
// limit how much the server takes on, and the start says each of them. A default written with words in a default tag is
// computed. Every field has a row in the table of README.md; a test compares the two.

// Addresses are where things are.
type Addresses struct {
	// Addr is where the public listener is.
	Addr string `env:"ADDR" envDefault:":8080"`
	// AdminAddr is where metrics and profiles are served. Beyond loopback it needs an AdminToken.
	AdminAddr string `env:"ADMIN_ADDR" envDefault:"127.0.0.1:9090"`
	// AdminToken is what who asks the admin listener must show, as Authorization: Bearer. On loopback there may be none.
	AdminToken string `env:"ADMIN_TOKEN" default:"none"`
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
	// TrustedProxies are the addresses and prefixes of the proxies in front of this server, such as 127.0.0.1,10.0.0.0/8. Their
	// X-Forwarded-For is believed, and nobody else's.
	TrustedProxies []string `env:"TRUSTED_PROXIES" default:"none"`
	// SMTPURL is the server that mail goes through, such as smtp://user:password@mail.example.org:587.
	SMTPURL string `env:"SMTP_URL" default:"none"`
	// MailFrom is whom mail comes from.
	MailFrom string `env:"MAIL_FROM" default:"no-reply at the host of PUBLIC_URL"`
}

// Box are the bounds on what this box does at once.
type Box struct {
	// MaxInflight is how many HTTP requests are served at once. Probes and static files do not count.
	MaxInflight int `env:"MAX_INFLIGHT" envDefault:"256" min:"1" max:"1000000" bound:""`
	// RequestTimeout is how long a request may take from its slot to its answer. Of a socket only the way in counts.
	RequestTimeout time.Duration `env:"REQUEST_TIMEOUT" envDefault:"5s" min:"10ms" max:"1m" bound:""`
	// HandshakeTimeout is how long a client may take to send the head of its request.
	HandshakeTimeout time.Duration `env:"HANDSHAKE_TIMEOUT" envDefault:"5s" min:"10ms" max:"1m" bound:""`
	// DBPoolHTTP is how many database connections requests have at once.
	DBPoolHTTP int `env:"DB_POOL_HTTP" envDefault:"8" min:"1" max:"1000" bound:""`
	// DBWait is how long a request waits for one of them.
	DBWait time.Duration `env:"DB_WAIT" envDefault:"100ms" min:"0s" max:"1m" bound:""`
	// DBPoolPlay is how many database connections the tables have to themselves.
	DBPoolPlay int `env:"DB_POOL_PLAY" envDefault:"4" min:"2" max:"1000" bound:""`
	// MaxLiveTables is how many tables live at once. Creating one more is refused; joining never is.
	MaxLiveTables int `env:"MAX_LIVE_TABLES" envDefault:"150" min:"1" max:"1000000" bound:""`
	// MaxTablesPerAccount is how many live tables one account has created.
	MaxTablesPerAccount int `env:"MAX_TABLES_PER_ACCOUNT" envDefault:"4" min:"1" max:"1000000" bound:""`
	// MaxTablesPerAddress is how many live tables were created from one address.
	MaxTablesPerAddress int `env:"MAX_TABLES_PER_ADDRESS" envDefault:"20" min:"1" max:"1000000" bound:""`
	// MaxSockets is how many sockets are open at once, seated or not.
	MaxSockets int `env:"MAX_SOCKETS" envDefault:"1500" min:"1" max:"10000000" bound:""`
	// MaxSocketsPerAddress is how many sockets one address has open.
	MaxSocketsPerAddress int `env:"MAX_SOCKETS_PER_ADDRESS" envDefault:"200" min:"1" max:"10000000" bound:""`
	// MaxSocketsPerAccount is how many sockets one account has open.
	MaxSocketsPerAccount int `env:"MAX_SOCKETS_PER_ACCOUNT" envDefault:"8" min:"1" max:"10000000" bound:""`
	// SocketsForSeated is the part of MaxSockets that is kept for players who hold a seat: a part such as 10%, or so many.
	SocketsForSeated portion `env:"SOCKETS_FOR_SEATED" envDefault:"10%" bound:""`
	// MaxWatchersPerTable is how many sockets at one table have no seat there.
	MaxWatchersPerTable int `env:"MAX_WATCHERS_PER_TABLE" envDefault:"50" min:"1" max:"1000000" bound:""`
	// ReconnectRate is how fast sockets are let in altogether. Players who hold a seat come first.
	ReconnectRate ratelimit.Policy `env:"RECONNECT_RATE" default:"200/s a core" bound:""`
	// CPUPermitsHash is how many passwords are hashed at once.
	CPUPermitsHash int `env:"CPU_PERMITS_HASH" default:"half the cores, at least 1" min:"1" max:"1024" bound:""`
	// CPUPermitsOdds is how many questions about odds are worked on at once.
	CPUPermitsOdds int `env:"CPU_PERMITS_ODDS" default:"half the cores, at least 1" min:"1" max:"1024" bound:""`
	// CPUPermitsBots is how many bots think at once.
	CPUPermitsBots int `env:"CPU_PERMITS_BOTS" default:"half the cores, at least 1" min:"1" max:"1024" bound:""`
	// CPUWait is how long each of them waits for its permit. A bot then plays the default move.
	CPUWait time.Duration `env:"CPU_WAIT" envDefault:"250ms" min:"0s" max:"1m" bound:""`
}

// Sizes are the bounds on single things and queues.
type Sizes struct {
	// TableInbox is how many commands wait at one table. Further ones are refused.
	TableInbox int `env:"TABLE_INBOX" envDefault:"256" min:"1" max:"1000000" bound:""`
	// AppendQueue is how many writes wait for the database altogether. Further ones are refused.
	AppendQueue int `env:"APPEND_QUEUE" envDefault:"8192" min:"1" max:"10000000" bound:""`
	// MaxMessageBytes is the longest message taken from a socket.
	MaxMessageBytes int64 `env:"MAX_MESSAGE_BYTES" envDefault:"4096" min:"256" max:"1048576" bound:""`
	// SocketQueueMessages is how many messages wait for a slow reader before its socket is closed.
	SocketQueueMessages int `env:"SOCKET_QUEUE_MESSAGES" envDefault:"64" min:"8" max:"1000000" bound:""`
	// SocketQueueBytes is how many bytes wait for a slow reader before its socket is closed.
	SocketQueueBytes int `env:"SOCKET_QUEUE_BYTES" envDefault:"262144" min:"32768" max:"1073741824" bound:""`
	// MaxBodyBytes is the longest request body taken.
	MaxBodyBytes int64 `env:"MAX_BODY_BYTES" envDefault:"65536" min:"1024" max:"16777216" bound:""`
}

// Callers are the bounds on how fast one caller goes. A rate is written limit/window or limit/window:burst.
type Callers struct {
	// RateAuth is how fast one address signs in. Like every rate it is limit/window or limit/window:burst.
	RateAuth ratelimit.Policy `env:"RATE_AUTH" envDefault:"5/min:3" bound:""`
	// RateRegister is how fast one address registers accounts.
	RateRegister ratelimit.Policy `env:"RATE_REGISTER" envDefault:"3/min:2" bound:""`
	// RateForgot is how fast one address asks for links to reset a password.
	RateForgot ratelimit.Policy `env:"RATE_FORGOT" envDefault:"3/h:2" bound:""`
	// RateGuest is how fast one address makes guests.
	RateGuest ratelimit.Policy `env:"RATE_GUEST" envDefault:"30/min:10" bound:""`
	// RateInvite is how fast one caller looks at invites and takes them.
	RateInvite ratelimit.Policy `env:"RATE_INVITE" envDefault:"30/min" bound:""`
	// RateRead is how fast one caller looks at pages and lists.
	RateRead ratelimit.Policy `env:"RATE_READ" envDefault:"300/min" bound:""`
	// RateWrite is how fast one caller changes small things.
	RateWrite ratelimit.Policy `env:"RATE_WRITE" envDefault:"30/min" bound:""`
	// RateCreate is how fast one caller creates tables.
	RateCreate ratelimit.Policy `env:"RATE_CREATE" envDefault:"10/min" bound:""`
	// RateUpgrade is how fast one caller opens sockets.
	RateUpgrade ratelimit.Policy `env:"RATE_UPGRADE" envDefault:"30/min" bound:""`
	// RateOdds is how fast one caller asks about odds. A question costs 1, 5 or 20 by the work it makes.
	RateOdds ratelimit.Policy `env:"RATE_ODDS" envDefault:"20/min" bound:""`
	// RateDefault is for everything else: addresses where there is nothing, methods that are not taken.
	RateDefault ratelimit.Policy `env:"RATE_DEFAULT" envDefault:"60/min" bound:""`
	// RateAddressMultiplier is how many callers one address stands for: its own limit is each rate so many times, except those
	// that are the address's own: AUTH, REGISTER, FORGOT and GUEST.
	RateAddressMultiplier int64 `env:"RATE_ADDRESS_MULTIPLIER" envDefault:"10" min:"1" max:"1000000" bound:""`
	// RateMaxKeys is how many callers are remembered at once, 24 bytes each. When all are busy, strangers are refused.
	RateMaxKeys int `env:"RATE_MAX_KEYS" envDefault:"131072" min:"1" max:"67108864" bound:""`
	// RateActions is how fast one socket may send messages.
	RateActions ratelimit.Policy `env:"RATE_ACTIONS" envDefault:"10/s:30" bound:""`
	// RateChat is how fast one socket may talk to the table. What is said counts as a message, too.
	RateChat ratelimit.Policy `env:"RATE_CHAT" envDefault:"1/2s:5" bound:""`
	// RateLegacyHeaders adds the X-RateLimit fields, which no standard describes, for clients that know no others.
	RateLegacyHeaders bool `env:"RATE_LEGACY_HEADERS" envDefault:"false"`
	// RedisTimeout is how long the store in REDIS_URL may take for one decision.
	RedisTimeout time.Duration `env:"REDIS_TIMEOUT" envDefault:"50ms" min:"1ms" max:"10s" bound:""`
	// RateDegradedShare is the part of its limit that each process gives a caller while that store does not answer.
	RateDegradedShare float64 `env:"RATE_DEGRADED_SHARE" envDefault:"0.25" bound:""`
}

// Allowances are what an account may use in a day (UTC), as guest:N,account:N.
type Allowances struct {
	// QuotaTables is how many tables an account creates in a day.
	QuotaTables quota.Allowance `env:"QUOTA_TABLES" envDefault:"guest:10,account:50" bound:""`
	// QuotaOdds is how many questions about odds it asks.
	QuotaOdds quota.Allowance `env:"QUOTA_ODDS" envDefault:"guest:50,account:200" bound:""`
	// QuotaChips is how often it gets free chips.
	QuotaChips quota.Allowance `env:"QUOTA_CHIPS" envDefault:"guest:1,account:3" bound:""`
	// QuotaExports is how often it exports what is kept about it.
	QuotaExports quota.Allowance `env:"QUOTA_EXPORTS" envDefault:"guest:20,account:100" bound:""`
	// QuotaMails is how many mails are sent to it.
	QuotaMails quota.Allowance `env:"QUOTA_MAILS" envDefault:"guest:0,account:5" bound:""`
	// QuotaReports is how often it reports somebody to the operator.
	QuotaReports quota.Allowance `env:"QUOTA_REPORTS" envDefault:"guest:5,account:10" bound:""`
	// QuotaGuests is how many guests one address makes.
	QuotaGuests int64 `env:"QUOTA_GUESTS" envDefault:"50" min:"0" max:"1000000000" bound:""`
}

// Play are the times and chips of the game and of those who play it.
type Play struct {
	// RetryAfter is how long a refused client is asked to wait: a draw between this and twice this.
	RetryAfter time.Duration `env:"RETRY_AFTER" envDefault:"5s" min:"1s" max:"1h"`
	// TableIdle is how long a table without a connected person stays open.
	TableIdle time.Duration `env:"TABLE_IDLE" envDefault:"5m" min:"1s" max:"24h"`
	// TableUnjoined is how long a new table waits for its first person.
	TableUnjoined time.Duration `env:"TABLE_UNJOINED" envDefault:"60s" min:"1s" max:"24h"`
	// ActionClock is the time for one decision at tables whose creator did not choose.
	ActionClock time.Duration `env:"ACTION_CLOCK" envDefault:"15s" min:"1s" max:"2m"`
	// ReconnectBudget is how long after losing the connection a player's seat is still dealt in; then it sits out.
	ReconnectBudget time.Duration `env:"RECONNECT_BUDGET" envDefault:"30s" min:"1s" max:"1h"`
	// SeatHold is how long a free seat is kept for somebody who is choosing a buy-in.
	SeatHold time.Duration `env:"SEAT_HOLD" envDefault:"20s" min:"1s" max:"10m"`
	// SitOutLimit is how long a seat may sit out until it is freed.
	SitOutLimit time.Duration `env:"SIT_OUT_LIMIT" envDefault:"10m" min:"1s" max:"24h"`
	// ReturnWindow is within which who has left a table brings back at least what it took away.
	ReturnWindow time.Duration `env:"RETURN_WINDOW" envDefault:"30m" min:"0s" max:"24h"`
	// PauseLimit is how long a host may pause a table.
	PauseLimit time.Duration `env:"PAUSE_LIMIT" envDefault:"30m" min:"1s" max:"24h"`
	// TurnLimit is how long a turn may take at tables without a clock.
	TurnLimit time.Duration `env:"TURN_LIMIT" envDefault:"15m" min:"1s" max:"24h"`
	// DrainTimeout is how long a shutdown may take.
	DrainTimeout time.Duration `env:"DRAIN_TIMEOUT" envDefault:"30s" min:"1s" max:"1h"`
	// Heartbeat is how often a client must be heard; 10 s after that its socket is closed.
	Heartbeat time.Duration `env:"HEARTBEAT" envDefault:"15s" min:"1s" max:"5m"`
	// SessionTTL is how long a session lasts after it was last used.
	SessionTTL time.Duration `env:"SESSION_TTL" envDefault:"336h" min:"1m" max:"87600h"`
	// LogRetention is how long the records of hands that are over are kept. The ledger is kept for ever.
	LogRetention time.Duration `env:"LOG_RETENTION" envDefault:"168h" min:"1m" max:"876000h"`
	// HistoryRetention is how long hands stay in the histories of those who were dealt in.
	HistoryRetention time.Duration `env:"HISTORY_RETENTION" envDefault:"2160h" min:"1m" max:"876000h"`
	// StartingChips is what a new account gets, and what free chips fill an account up to.
	StartingChips int64 `env:"STARTING_CHIPS" envDefault:"10000" min:"0" max:"1000000000"`
	// BotPace is how long a bot seems to think.
	BotPace time.Duration `env:"BOT_PACE" envDefault:"800ms" min:"0s" max:"1m"`
	// HandPause is how long a showdown stays on the table before the next hand. A pot that nobody contested takes half of it.
	HandPause time.Duration `env:"HAND_PAUSE" envDefault:"2500ms" min:"0s" max:"1m"`
}

// perCore fills in the defaults that follow the number of cores.
func (c *config) perCore(cores int) {
	half := max(1, cores/2)
	c.CPUPermitsHash, c.CPUPermitsOdds, c.CPUPermitsBots = half, half, half
	rate := int64(200 * cores)
	c.ReconnectRate = ratelimit.Policy{Limit: rate, Window: time.Second, Burst: rate}
}
