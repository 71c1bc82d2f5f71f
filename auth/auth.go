package auth

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Account is someone who can play.
type Account struct {
	ID    string `json:"id"`    // 130 random bits in base32: nobody guesses another's
	Name  string `json:"name"`  // 3 to 20 characters, no two accounts have the same
	Guest bool   `json:"guest"` // nobody has chosen a password for it
}

// Session is one sign-in as it is kept.
type Session struct {
	Hash    TokenHash
	Created time.Time
	Expires time.Time // from then on it opens nothing
}

// Accounts keeps accounts and sessions.
type Accounts interface {
	// AddGuest keeps a new account, the chips in its wallet and its first session: all of them or nothing. It returns
	// ErrNameTaken when another account has the name, in any mixture of capitals.
	AddGuest(ctx context.Context, a Account, chips int64, s Session) error
	// FindSession returns the session whose token has that hash, expired or not, and its account; else ErrUnauthenticated.
	FindSession(ctx context.Context, hash TokenHash) (Account, Session, error)
	// EndSession forgets a session. One that is not there is no error.
	EndSession(ctx context.Context, hash TokenHash) error
}

// Config says how callers are let in.
type Config struct {
	SessionTTL    time.Duration // how long a sign-in lasts, more than 0
	StartingChips int64         // what a new account has, 0 to 2^53-1
}

// Door lets callers in and knows them again. Its methods may be called from any goroutine.
type Door struct {
	cfg      Config
	accounts Accounts
	stamp    stamp
}

// New makes a door. The key is the server's secret, at least 32 bytes and the same after each start: a new one ends all
// sessions.
func New(cfg Config, accounts Accounts, key []byte) (*Door, error) {
	switch {
	case cfg.SessionTTL <= 0:
		return nil, fmt.Errorf("auth: a session of %v is over before it starts", cfg.SessionTTL)
	case cfg.StartingChips < 0 || cfg.StartingChips > 1<<53-1:
		return nil, fmt.Errorf("auth: %d starting chips: want 0 to 2^53-1", cfg.StartingChips)
	case len(key) < 32:
		return nil, fmt.Errorf("auth: a server key of %d bytes: want at least 32", len(key))
	}
	return &Door{cfg: cfg, accounts: accounts, stamp: newStamp(key)}, nil
}

// Guest makes an account with a random name and signs it in. The token goes into the caller's cookie and nowhere else.
func (d *Door) Guest(ctx context.Context) (Account, string, error) {
	token := d.stamp.issue()
	a := Account{ID: strings.ToLower(rand.Text()), Guest: true}
	for try := range endings {
		a.Name = randomName(try)
		err := d.accounts.AddGuest(ctx, a, d.cfg.StartingChips, d.session(token))
		if err == nil {
			return a, token, nil
		}
		if !errors.Is(err, ErrNameTaken) {
			return Account{}, "", fmt.Errorf("add guest: %w", err)
		}
	}
	return Account{}, "", fmt.Errorf("add guest: %w", ErrNameTaken)
}

// session is a new one, kept under the hash of its token.
func (d *Door) session(token string) Session {
	now := time.Now()
	return Session{Hash: hashOf(token), Created: now, Expires: now.Add(d.cfg.SessionTTL)}
}

// Session returns the account that a token signs in, or ErrUnauthenticated.
func (d *Door) Session(ctx context.Context, token string) (Account, error) {
	if !d.Genuine(token) {
		return Account{}, ErrUnauthenticated
	}
	a, s, err := d.accounts.FindSession(ctx, hashOf(token))
	switch {
	case errors.Is(err, ErrUnauthenticated):
		return Account{}, ErrUnauthenticated
	case err != nil:
		return Account{}, fmt.Errorf("find session: %w", err)
	case !time.Now().Before(s.Expires):
		return Account{}, ErrUnauthenticated
	}
	return a, nil
}

// Logout ends the session of a token. A token without one has nothing to end, which is no error.
func (d *Door) Logout(ctx context.Context, token string) error {
	if !d.Genuine(token) {
		return nil
	}
	if err := d.accounts.EndSession(ctx, hashOf(token)); err != nil {
		return fmt.Errorf("end session: %w", err)
	}
	return nil
}

// Genuine reports whether this server has issued the token, without asking the database: the session may have ended since.
func (d *Door) Genuine(token string) bool { return d.stamp.genuine(token) }
