package storetest

import (
	"fmt"
	"slices"

	"example.com/fullhouse/auth"
)

// pickAccount is one whose id scripts know, with a name and an address that others may have.
func (p *player) pickAccount(r *reader) auth.Account {
	a := auth.Account{ID: id("guest", r.pick(few)), Name: id("name", r.pick(few))}
	if n := r.pick(few + 1); n < few {
		a.Email = id("mail", n) + "@example.org"
	}
	return a
}

func (p *player) register(r *reader) string {
	a := p.pickAccount(r)
	taken, err := p.AddAccount(p.t.Context(), a, id("hash", r.pick(few)), 5, p.begin(r))
	return fmt.Sprintf("%v: %v, %s", a, taken, kindOf(err))
}

func (p *player) upgrade(r *reader) string {
	a := p.pickAccount(r)
	taken, ended, err := p.Upgrade(p.t.Context(), a, id("hash", r.pick(few)), p.begin(r))
	return fmt.Sprintf("%v: %v, %v, %s", a, taken, sorted(ended), kindOf(err))
}

func (p *player) rename(r *reader) string {
	a := p.pickAccount(r)
	return fmt.Sprintf("%v: %s", a, kindOf(p.Rename(p.t.Context(), a.ID, a.Name)))
}

func (p *player) changePassword(r *reader) string {
	account, old, hash := id("guest", r.pick(few)), id("hash", r.pick(few)), id("hash", r.pick(few))
	ended, err := p.ChangePassword(p.t.Context(), account, old, hash, p.begin(r))
	return fmt.Sprintf("%s: %v, %s", account, sorted(ended), kindOf(err))
}

func (p *player) rehash(r *reader) string {
	return kindOf(p.Rehash(p.t.Context(), id("guest", r.pick(few)), id("hash", r.pick(few)), id("hash", r.pick(few))))
}

func (p *player) signIn(r *reader) string {
	account, hash := id("guest", r.pick(few)), id("hash", r.pick(few))
	ended, err := p.AddSession(p.t.Context(), account, hash, p.begin(r))
	return fmt.Sprintf("%s: %v, %s", account, sorted(ended), kindOf(err))
}

// anySession is the number of one that has begun, or of none.
func (p *player) anySession(r *reader) int { return r.pick(p.clock + 1) }

func (p *player) endSession(r *reader) string {
	return kindOf(p.EndSession(p.t.Context(), NewSession(token(p.anySession(r))).Hash))
}

func (p *player) revokeSession(r *reader) string {
	return kindOf(p.RevokeSession(p.t.Context(), id("guest", r.pick(few)), NewSession(token(p.anySession(r))).ID))
}

func (p *player) touchSession(r *reader) string {
	hash := NewSession(token(p.anySession(r))).Hash
	return kindOf(p.TouchSession(p.t.Context(), hash, p.tick(), p.until(r)))
}

func (p *player) findSession(r *reader) string { return p.session(p.anySession(r)) }

// session is all that can be seen of one by its token.
func (p *player) session(n int) string {
	a, s, err := p.FindSession(p.t.Context(), NewSession(token(n)).Hash)
	return fmt.Sprintf("%v %s %q %v %v %v, %s", a, s.ID, s.Agent, s.Created.UTC(), s.Seen.UTC(), s.Expires.UTC(), kindOf(err))
}

// reset is a permission with one of few tokens for one of few accounts.
func (p *player) pickReset(r *reader) auth.Reset {
	account := id("guest", r.pick(few))
	return auth.Reset{Account: account, Hash: NewSession(id("reset", r.pick(few)) + account).Hash}
}

func (p *player) addReset(r *reader) string {
	reset := p.pickReset(r)
	reset.Created, reset.Expires = p.tick(), p.until(r)
	if _, _, err := p.FindPassword(p.t.Context(), auth.ByID, reset.Account); err != nil {
		return "nobody asks for a reset of " + reset.Account
	}
	return kindOf(p.AddReset(p.t.Context(), reset))
}

func (p *player) useReset(r *reader) string {
	reset := p.pickReset(r)
	kept, err := p.FindReset(p.t.Context(), reset.Hash)
	found := fmt.Sprintf("%s until %v, %s", kept.Account, kept.Expires.UTC(), kindOf(err))
	if err != nil {
		found = kindOf(err)
	}
	a, ended, err := p.UseReset(p.t.Context(), reset, id("hash", r.pick(few)), p.begin(r))
	return fmt.Sprintf("%s: %v, %v, %s", found, a, sorted(ended), kindOf(err))
}

func (p *player) erase(r *reader) string {
	account, hash := id("guest", r.pick(few)), id("hash", r.pick(few+1))
	if hash == id("hash", few) {
		hash = "" // a guest's
	}
	ended, err := p.Erase(p.t.Context(), account, hash, p.tick())
	return fmt.Sprintf("%s: %v, %s", account, sorted(ended), kindOf(err))
}

func sorted(ids []string) []string {
	slices.Sort(ids)
	return ids
}

// people is all that can be seen of accounts.
func (p *player) people() map[string]string {
	seen := map[string]string{}
	for by, kind := range []string{auth.ByID: "guest", auth.ByName: "name", auth.ByEmail: "mail"} {
		for i := range few {
			key := id(kind, i)
			switch auth.Lookup(by) {
			case auth.ByName:
				key = auth.Skeleton(key)
			case auth.ByEmail:
				key += "@example.org"
			}
			a, hash, err := p.FindPassword(p.t.Context(), auth.Lookup(by), key)
			seen[key] = fmt.Sprint(a, hash, kindOf(err))
		}
	}
	for i := range few {
		all, err := p.ListSessions(p.t.Context(), id("guest", i))
		if err != nil {
			p.t.Fatal(err)
		}
		for _, s := range all {
			seen["sessions of "+id("guest", i)] += s.ID + ", "
		}
	}
	return seen
}
