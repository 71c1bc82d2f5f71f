package auth

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
)

// seenEvery is how exactly it is kept when a session was last used. More often would be a write for every request.
const seenEvery = time.Hour

// Session returns who a token signs in, or ErrUnauthenticated. A session that has used up more than half of its time gets all
// of it again.
func (d *Door) Session(ctx context.Context, token string) (Identity, error) {
	if !d.Genuine(token) {
		return Identity{}, ErrUnauthenticated
	}
	a, s, err := d.accounts.FindSession(ctx, hashOf(token))
	now := time.Now()
	switch {
	case errors.Is(err, ErrUnauthenticated):
		return Identity{}, ErrUnauthenticated
	case err != nil:
		return Identity{}, fmt.Errorf("find session: %w", err)
	case !now.Before(s.Expires):
		return Identity{}, ErrUnauthenticated
	}
	return Identity{Account: a, Session: s.ID, Renewed: d.touch(ctx, s, now)}, nil
}

// touch notes that a session was used, and reports whether it has become longer. A database that cannot write just now is no
// reason to refuse who may be let in: the next request tries again.
func (d *Door) touch(ctx context.Context, s Session, now time.Time) (renewed bool) {
	switch {
	case s.Expires.Sub(now) < d.cfg.SessionTTL/2:
		return d.accounts.TouchSession(ctx, s.Hash, now, now.Add(d.cfg.SessionTTL)) == nil
	case now.Sub(s.Seen) >= seenEvery:
		_ = d.accounts.TouchSession(ctx, s.Hash, now, s.Expires)
	}
	return false
}

// Logout ends the session of a token and returns its public id, "" when there was none: that is no error.
func (d *Door) Logout(ctx context.Context, token string) (session string, err error) {
	if !d.Genuine(token) {
		return "", nil
	}
	_, s, err := d.accounts.FindSession(ctx, hashOf(token))
	if errors.Is(err, ErrUnauthenticated) {
		return "", nil
	}
	if err == nil {
		err = d.accounts.EndSession(ctx, s.Hash)
	}
	if err != nil {
		return "", fmt.Errorf("end session: %w", err)
	}
	return s.ID, nil
}

// SessionInfo is a session as its owner sees it.
type SessionInfo struct {
	ID      string    `json:"id"`
	Agent   string    `json:"agent"`
	Created time.Time `json:"created_at"`
	Seen    time.Time `json:"seen_at"`
	Expires time.Time `json:"expires_at"`
	Current bool      `json:"current"` // the one that asks
}

// Sessions lists the caller's sessions, the latest first.
func (d *Door) Sessions(ctx context.Context, who Identity) ([]SessionInfo, error) {
	all, err := d.accounts.ListSessions(ctx, who.ID)
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	now, infos := time.Now(), []SessionInfo{}
	for _, s := range all {
		if now.Before(s.Expires) {
			infos = append(infos, SessionInfo{s.ID, s.Agent, s.Created.UTC(), s.Seen.UTC(), s.Expires.UTC(), s.ID == who.Session})
		}
	}
	return infos, nil
}

// Revoke ends one of the caller's sessions by its public id. Whose session it is else is not told: ErrNotFound.
func (d *Door) Revoke(ctx context.Context, who Identity, session string) error {
	if err := d.accounts.RevokeSession(ctx, who.ID, session); err != nil {
		return fmt.Errorf("revoke session: %w", err)
	}
	return nil
}

const maxAgent = 200

// cleanAgent keeps what can be shown of what a browser says about itself.
func cleanAgent(agent string) string {
	agent = strings.ToValidUTF8(agent[:min(len(agent), maxAgent)], "")
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, agent)
}
