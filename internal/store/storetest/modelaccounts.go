package storetest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
)

type modelAccount struct {
	auth.Account
	hash    string
	key     string // of the address that signs in, "" when it is another's
	erased  bool
	created time.Time
}

type modelSession struct {
	account string
	session auth.Session
}

// AddGuest adds an account and makes the charges.
func (m *Model) AddGuest(ctx context.Context, a auth.Account, chips int64, s auth.Session, charges ...quota.Charge) error {
	return m.write(ctx, func() error {
		usage, err := m.charged(charges)
		if err != nil {
			return err
		}
		if err := m.add(a, "", chips, s); err != nil {
			return err
		}
		m.usage = usage
		return nil
	})
}

// AddAccount adds one with a password.
func (m *Model) AddAccount(ctx context.Context, a auth.Account, hash string, chips int64, s auth.Session) (taken bool, err error) {
	err = m.write(ctx, func() error {
		if err := m.add(a, hash, chips, s); err != nil {
			return err
		}
		taken = m.address(m.people[a.ID])
		return nil
	})
	return taken, err
}

func (m *Model) add(a auth.Account, hash string, chips int64, s auth.Session) error {
	if m.nameTaken("", a.Name) {
		return auth.ErrNameTaken
	}
	if m.people[a.ID] != nil {
		return fmt.Errorf("model: account %s: there already", a.ID)
	}
	p := &modelAccount{Account: a, hash: hash, created: s.Created.UTC()}
	if chips > 0 {
		if err := m.move(a.ID, "start:"+a.ID, "starting_chips", table.Chips(chips), s.Created); err != nil {
			return err
		}
	}
	m.people[a.ID] = p
	m.begin(a.ID, s)
	return nil
}

// move posts a transfer from the mint to a wallet.
func (m *Model) move(account, id, kind string, amount table.Chips, at time.Time) error {
	tr := Move(id, table.Mint, table.Wallet(account), amount)
	tr.Kind = kind
	return m.post(at, tr)
}

func (m *Model) nameTaken(id, name string) bool {
	for _, p := range m.people {
		if p.ID != id && !p.erased && auth.Skeleton(p.Name) == auth.Skeleton(name) {
			return true
		}
	}
	return false
}

// address lets an account sign in with its address, unless that is another's.
func (m *Model) address(p *modelAccount) (taken bool) {
	if p.Email == "" {
		return false
	}
	key := auth.EmailKey(p.Email)
	if m.find(auth.ByEmail, key) != nil {
		return true
	}
	p.key = key
	return false
}

func (m *Model) find(by auth.Lookup, key string) *modelAccount {
	for _, p := range m.people {
		if !p.erased && key == [...]string{auth.ByID: p.ID, auth.ByName: auth.Skeleton(p.Name), auth.ByEmail: p.key}[by] {
			return p
		}
	}
	return nil
}

// Rename gives an account another name.
func (m *Model) Rename(ctx context.Context, account, name string) error {
	return m.write(ctx, func() error {
		p := m.find(auth.ByID, account)
		switch {
		case p == nil:
			return auth.ErrUnauthenticated
		case m.nameTaken(account, name):
			return auth.ErrNameTaken
		}
		p.Name = name
		return nil
	})
}

// Erase makes an account nobody's.
func (m *Model) Erase(ctx context.Context, account, hash string, at time.Time) (ended []string, err error) {
	err = m.write(ctx, func() error {
		p := m.find(auth.ByID, account)
		if p == nil || p.hash != hash {
			return auth.ErrBadCredentials
		}
		if chips := m.balances[table.Wallet(account)]; chips > 0 {
			if err := m.move(account, "erase:"+account, "erased", -chips, at); err != nil {
				return err
			}
		}
		*p = modelAccount{Account: auth.Account{ID: account, Name: "Deleted account", Guest: true}, erased: true, created: p.created}
		ended = m.endAll(account)
		m.leaveHands(account)
		return nil
	})
	return ended, err
}

// History is an account's past.
func (m *Model) History(_ context.Context, account string) (auth.History, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.people[account]
	if p == nil {
		return auth.History{}, auth.ErrNotFound
	}
	past := auth.History{Created: p.created, Transfers: []auth.Transfer{}}
	for _, h := range m.hands {
		if _, own := seen(h, account); own {
			past.Hands++
		}
	}
	for _, tr := range m.ledger {
		for _, e := range tr.Entries {
			if e.Account == table.Wallet(account) {
				past.Transfers = append(past.Transfers, auth.Transfer{ID: tr.ID, Kind: tr.Kind, At: tr.at, Amount: int64(e.Amount)})
			}
		}
	}
	return past, nil
}

// Upgrade makes a guest an account with a password.
func (m *Model) Upgrade(ctx context.Context, a auth.Account, hash string, s auth.Session) (taken bool, ended []string, err error) {
	err = m.write(ctx, func() error {
		p := m.find(auth.ByID, a.ID)
		switch {
		case p == nil || !p.Guest:
			return auth.ErrNotGuest
		case m.nameTaken(a.ID, a.Name):
			return auth.ErrNameTaken
		}
		p.Account, p.hash = a, hash
		taken, ended = m.address(p), m.endAll(a.ID)
		m.begin(a.ID, s)
		return nil
	})
	return taken, ended, err
}

// FindPassword finds an account.
func (m *Model) FindPassword(_ context.Context, by auth.Lookup, key string) (auth.Account, string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.find(by, key)
	if p == nil || key == "" {
		return auth.Account{}, "", auth.ErrNotFound
	}
	return p.Account, p.hash, nil
}

// Rehash replaces a hash.
func (m *Model) Rehash(ctx context.Context, account, old, hash string) error {
	return m.write(ctx, func() error { return m.setPassword(account, old, hash) })
}

func (m *Model) setPassword(account, old, hash string) error {
	p := m.find(auth.ByID, account)
	if p == nil || p.hash == "" || p.hash != old {
		return auth.ErrBadCredentials
	}
	p.hash = hash
	return nil
}

// ChangePassword replaces a hash and all sessions.
func (m *Model) ChangePassword(ctx context.Context, account, old, hash string, s auth.Session) (ended []string, err error) {
	err = m.write(ctx, func() error {
		if err := m.setPassword(account, old, hash); err != nil {
			return err
		}
		ended = m.endAll(account)
		m.begin(account, s)
		return nil
	})
	return ended, err
}

// begin begins a session, and takes away a few that have expired, the oldest first.
func (m *Model) begin(account string, s auth.Session) {
	var dead []modelSession
	for _, old := range m.sessions {
		if !old.session.Expires.After(s.Created) {
			dead = append(dead, old)
		}
	}
	slices.SortFunc(dead, func(a, b modelSession) int { return a.session.Expires.Compare(b.session.Expires) })
	for _, old := range dead[:min(len(dead), 4)] {
		delete(m.sessions, old.session.Hash)
	}
	m.sessions[s.Hash] = modelSession{account, s}
}

// endAll ends an account's sessions, and a reset under way.
func (m *Model) endAll(account string) (ended []string) {
	delete(m.resets, account)
	for hash, s := range m.sessions {
		if s.account == account {
			ended = append(ended, s.session.ID)
			delete(m.sessions, hash)
		}
	}
	return ended
}

// FindSession finds one by its hash.
func (m *Model) FindSession(_ context.Context, hash auth.TokenHash) (auth.Account, auth.Session, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, ok := m.sessions[hash]
	if !ok {
		return auth.Account{}, auth.Session{}, auth.ErrUnauthenticated
	}
	return m.people[s.account].Account, s.session, nil
}

// AddSession begins a session and ends those that are too many.
func (m *Model) AddSession(ctx context.Context, account, hash string, s auth.Session) (ended []string, err error) {
	err = m.write(ctx, func() error {
		if err := m.setPassword(account, hash, hash); err != nil {
			return err
		}
		m.begin(account, s)
		all := m.of(account)
		slices.SortFunc(all, func(a, b auth.Session) int {
			return cmp.Or(b.Seen.Compare(a.Seen), b.Created.Compare(a.Created), cmp.Compare(a.ID, b.ID))
		})
		for _, old := range all[min(len(all), auth.MaxSessions):] {
			ended = append(ended, old.ID)
			delete(m.sessions, old.Hash)
		}
		return nil
	})
	return ended, err
}

func (m *Model) of(account string) (all []auth.Session) {
	for _, s := range m.sessions {
		if s.account == account {
			all = append(all, s.session)
		}
	}
	return all
}

// TouchSession notes that one was used.
func (m *Model) TouchSession(ctx context.Context, hash auth.TokenHash, seen, expires time.Time) error {
	return m.write(ctx, func() error {
		if s, ok := m.sessions[hash]; ok {
			s.session.Seen, s.session.Expires = seen, expires
			m.sessions[hash] = s
		}
		return nil
	})
}

// ListSessions lists an account's, without their hashes.
func (m *Model) ListSessions(_ context.Context, account string) ([]auth.Session, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.of(account)
	slices.SortFunc(all, func(a, b auth.Session) int { return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(a.ID, b.ID)) })
	for i := range all {
		all[i].Hash = auth.TokenHash{}
	}
	return all, nil
}

// EndSession forgets one.
func (m *Model) EndSession(ctx context.Context, hash auth.TokenHash) error {
	return m.write(ctx, func() error {
		delete(m.sessions, hash)
		return nil
	})
}

// RevokeSession forgets one by its id.
func (m *Model) RevokeSession(ctx context.Context, account, id string) error {
	return m.write(ctx, func() error {
		for hash, s := range m.sessions {
			if s.account == account && s.session.ID == id {
				delete(m.sessions, hash)
				return nil
			}
		}
		return auth.ErrNotFound
	})
}

// AddReset keeps one.
func (m *Model) AddReset(ctx context.Context, r auth.Reset) error {
	return m.write(ctx, func() error {
		m.resets[r.Account] = r
		return nil
	})
}

// FindReset finds one by its hash.
func (m *Model) FindReset(_ context.Context, hash auth.TokenHash) (auth.Reset, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range m.resets {
		if r.Hash == hash {
			return r, nil
		}
	}
	return auth.Reset{}, auth.ErrBadToken
}

// UseReset uses one up.
func (m *Model) UseReset(ctx context.Context, r auth.Reset, hash string, s auth.Session) (a auth.Account, ended []string, err error) {
	err = m.write(ctx, func() error {
		p, kept := m.find(auth.ByID, r.Account), m.resets[r.Account]
		if p == nil || p.Guest || kept.Hash != r.Hash || !s.Created.Before(kept.Expires) {
			return auth.ErrBadToken
		}
		p.hash = hash
		a, ended = p.Account, m.endAll(r.Account)
		m.begin(r.Account, s)
		return nil
	})
	return a, ended, err
}
