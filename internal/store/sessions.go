package store

import (
	"context"
	"database/sql"
	"time"

	"example.com/fullhouse/auth"
)

// FindSession returns the session whose token has that hash, expired or not, and its account.
func (s *Store) FindSession(ctx context.Context, hash auth.TokenHash) (auth.Account, auth.Session, error) {
	var a auth.Account
	var created, seen, expires int64
	session := auth.Session{Hash: hash}
	found, err := s.row(ctx, `SELECT a.id, a.name, a.guest, coalesce(a.email, ''), s.id, s.agent, s.created_at, s.seen_at, s.expires_at
		FROM sessions s JOIN accounts a ON a.id = s.account WHERE s.token_hash = ?`,
		[]any{hash[:]}, &a.ID, &a.Name, &a.Guest, &a.Email, &session.ID, &session.Agent, &created, &seen, &expires)
	if err != nil {
		return auth.Account{}, auth.Session{}, err
	}
	if !found {
		return auth.Account{}, auth.Session{}, auth.ErrUnauthenticated
	}
	session.Created, session.Seen, session.Expires = time.UnixMilli(created), time.UnixMilli(seen), time.UnixMilli(expires)
	return a, session, nil
}

// AddSession begins a session of an account whose password still has that hash. What would be too many sessions ends, the one
// not used for the longest first.
func (s *Store) AddSession(ctx context.Context, account, hash string, session auth.Session) (ended []string, err error) {
	err = s.write(ctx, func(t *tx) error {
		// Changes nothing, but waits for a change of password that is being committed, and is waited for by the next one.
		n, err := t.exec(`UPDATE accounts SET password = password WHERE id = ? AND password = ?`, account, hash)
		if err := oneRow(n, err, auth.ErrBadCredentials); err != nil {
			return err
		}
		if err := addSession(t, account, session); err != nil {
			return err
		}
		ended, err = endedBy(t, `DELETE FROM sessions WHERE account = ? AND token_hash NOT IN
			(SELECT token_hash FROM sessions WHERE account = ? ORDER BY seen_at DESC, created_at DESC, id LIMIT ?) RETURNING id`,
			account, account, auth.MaxSessions)
		return err
	})
	return ended, err
}

// swept is how many dead sessions a new one takes away: more than one, so that there are never many.
const swept = 4

func addSession(t *tx, account string, session auth.Session) error {
	_, err := t.exec(`DELETE FROM sessions WHERE token_hash IN
		(SELECT token_hash FROM sessions WHERE expires_at <= ? ORDER BY expires_at LIMIT ? `+t.dialect.skipLocked+`)`,
		session.Created.UnixMilli(), swept)
	if err != nil {
		return err
	}
	_, err = t.exec(`INSERT INTO sessions (token_hash, id, account, agent, created_at, seen_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		session.Hash[:], session.ID, account, session.Agent, session.Created.UnixMilli(), session.Seen.UnixMilli(), session.Expires.UnixMilli())
	return err
}

// TouchSession notes that a session was used, and until when it lasts now. One that has ended stays ended.
func (s *Store) TouchSession(ctx context.Context, hash auth.TokenHash, seen, expires time.Time) error {
	return s.write(ctx, func(t *tx) error {
		_, err := t.exec(`UPDATE sessions SET seen_at = ?, expires_at = ? WHERE token_hash = ?`, seen.UnixMilli(), expires.UnixMilli(), hash[:])
		return err
	})
}

// ListSessions returns an account's sessions, expired ones too, the latest first. Their hashes stay here.
func (s *Store) ListSessions(ctx context.Context, account string) (all []auth.Session, err error) {
	err = s.each(ctx, func(rows *sql.Rows) error {
		var one auth.Session
		var created, seen, expires int64
		err := rows.Scan(&one.ID, &one.Agent, &created, &seen, &expires)
		one.Created, one.Seen, one.Expires = time.UnixMilli(created), time.UnixMilli(seen), time.UnixMilli(expires)
		all = append(all, one)
		return err
	}, `SELECT id, agent, created_at, seen_at, expires_at FROM sessions WHERE account = ? ORDER BY created_at DESC, id`, account)
	return all, err
}

// EndSession forgets a session. One that is not there is no error.
func (s *Store) EndSession(ctx context.Context, hash auth.TokenHash) error {
	return s.write(ctx, func(t *tx) error {
		_, err := t.exec(`DELETE FROM sessions WHERE token_hash = ?`, hash[:])
		return err
	})
}

// RevokeSession forgets an account's session by its id.
func (s *Store) RevokeSession(ctx context.Context, account, id string) error {
	return s.write(ctx, func(t *tx) error {
		n, err := t.exec(`DELETE FROM sessions WHERE id = ? AND account = ?`, id, account)
		return oneRow(n, err, auth.ErrNotFound)
	})
}
