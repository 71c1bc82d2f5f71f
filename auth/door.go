package auth

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"example.com/fullhouse/ratelimit/quota"
)

// Config says how callers are let in.
type Config struct {
	SessionTTL    time.Duration // how long a sign-in lasts without being used, more than 0
	StartingChips int64         // what a new account has, 0 to 2^53-1
	PublicURL     string        // the address that people type, for the links in mails
	Cost          Cost          // of hashing a password; the zero Cost is 19 MiB, two passes, one thread
}

// Deps are the parts behind the door.
type Deps struct {
	Accounts Accounts
	Gate     Gate     // bounds how many passwords are hashed at once
	Throttle Throttle // slows down those who try passwords
	Quota    Quota    // counts guests and mails
	Mail     Mailer
	Log      *slog.Logger // of what went wrong after the caller was answered; nil: nobody is told
	// Key is the server's secret, at least 32 bytes and the same after each start: a new one ends all sessions.
	Key []byte
}

// Gate bounds how much is computed at once. *capacity.Gate is one.
type Gate interface {
	Acquire(ctx context.Context) (release func(), err error)
}

// Quota counts what there is a daily allowance of. *quota.Book is one.
type Quota interface {
	// Spend gives write the charges that belong into its transaction.
	Spend(kind quota.Kind, who quota.Caller, write func([]quota.Charge) error) error
	// Take charges one unit by itself.
	Take(ctx context.Context, kind quota.Kind, who quota.Caller) (giveBack func(context.Context) error, err error)
	// Usage is what an account has used today.
	Usage(ctx context.Context, who quota.Caller) ([]quota.Left, error)
}

// Mailer sends mail. It must not wait for a mail to be delivered.
type Mailer interface {
	// Ready says why no mail can be sent at all, or nil.
	Ready() error
	Send(ctx context.Context, to, subject, text string) error
}

// Door lets callers in and knows them again. Its methods may be called from any goroutine.
type Door struct {
	cfg      Config
	deps     Deps
	accounts Accounts
	tokens   stamp
	resets   stamp
	devices  devices
	hasher   *hasher
	errands  *errands
}

// New makes a door.
func New(cfg Config, deps Deps) (*Door, error) {
	if cfg.Cost == (Cost{}) {
		cfg.Cost = defaultCost
	}
	switch {
	case cfg.SessionTTL <= 0:
		return nil, fmt.Errorf("auth: a session of %v is over before it starts", cfg.SessionTTL)
	case cfg.StartingChips < 0 || cfg.StartingChips > 1<<53-1:
		return nil, fmt.Errorf("auth: %d starting chips: want 0 to 2^53-1", cfg.StartingChips)
	case len(deps.Key) < 32:
		return nil, fmt.Errorf("auth: a server key of %d bytes: want at least 32", len(deps.Key))
	case deps.Accounts == nil || deps.Gate == nil || deps.Throttle == nil || deps.Quota == nil || deps.Mail == nil:
		return nil, fmt.Errorf("auth: a part is missing")
	case !cfg.Cost.sane():
		return nil, fmt.Errorf("auth: a cost of %+v: want at most %+v", cfg.Cost, maxCost)
	}
	if deps.Log == nil {
		deps.Log = slog.New(slog.DiscardHandler)
	}
	cfg.PublicURL = strings.TrimRight(cfg.PublicURL, "/")
	return &Door{
		cfg: cfg, deps: deps, accounts: deps.Accounts,
		tokens:  newStamp(deps.Key, "session"),
		resets:  newStamp(deps.Key, "reset"),
		devices: devices{newStamp(deps.Key, "device")},
		hasher:  newHasher(deps.Gate, cfg.Cost),
		errands: newErrands(deps.Log),
	}, nil
}

// Close waits for what was begun after callers had been answered. Nothing of the kind begins any more.
func (d *Door) Close() { d.errands.close() }

// Genuine reports whether this server has issued the token, without asking the database: the session may have ended since.
func (d *Door) Genuine(token string) bool { return d.tokens.genuine(token) }

// newID is 130 random bits in base32.
func newID() string { return strings.ToLower(rand.Text()) }

// begin is a new session and its token. The token is always drawn here: one that a caller brings along stays worthless.
func (d *Door) begin(v Visit) (Session, string) {
	token, now := d.tokens.issue(), time.Now()
	return Session{ID: newID(), Hash: hashOf(token), Agent: cleanAgent(v.Agent), Created: now, Seen: now,
		Expires: now.Add(d.cfg.SessionTTL)}, token
}

// let is what a caller gets for a session that has begun. Who has a password also gets a device cookie, or keeps theirs for
// another year.
func (d *Door) let(v Visit, a Account, s Session, token string, ended []string) SignedIn {
	in := SignedIn{Identity: Identity{Account: a, Session: s.ID}, Token: token, Ended: ended}
	if !a.Guest {
		in.Device = d.devices.renew(v.Device, a.ID, s.Created)
	}
	return in
}
