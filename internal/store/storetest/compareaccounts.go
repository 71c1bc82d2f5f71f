package storetest

import (
	"fmt"
	"slices"
	"time"

	"example.com/fullhouse/auth"
)

// accountOps are what a script can ask for about accounts. Names, addresses, hashes and tokens come from small sets, too.
var accountOps = []func(*player, *reader) string{
	(*player).register, (*player).upgrade, (*player).rename, (*player).changePassword, (*player).signIn, (*player).addReset,
	(*player).useReset, (*player).erase,
}

// pickAccount is one whose id scripts know, with a name and an address that others may have.
func (p *player) pickAccount(r *reader) auth.Account {
	a := auth.Account{ID: id("guest", r.pick(few)), Name: id("name", r.pick(few))}
	if n := r.pick(few + 1); n < few {
		a.Email = id("mail", n) + "@example.org"
	}
	return a
}

// begin is a session that is like no other, and lasts. What time it is comes from the script, so that both stores are told the
// same.
func (p *player) begin() auth.Session {
	p.begun++
	s := NewSession(fmt.Sprint("session ", p.begun))
	s.Created = time.UnixMilli(int64(p.begun))
	s.Seen, s.Expires = s.Created, time.UnixMilli(1<<43)
	return s
}

func (p *player) register(r *reader) string {
	a := p.pickAccount(r)
	taken, err := p.AddAccount(p.t.Context(), a, id("hash", r.pick(few)), 5, p.begin())
	return fmt.Sprintf("register %v: %v, %s", a, taken, kindOf(err))
}

func (p *player) upgrade(r *reader) string {
	a := p.pickAccount(r)
	taken, ended, err := p.Upgrade(p.t.Context(), a, id("hash", r.pick(few)), p.begin())
	return fmt.Sprintf("upgrade %v: %v, %v, %s", a, taken, sorted(ended), kindOf(err))
}

func (p *player) rename(r *reader) string {
	a := p.pickAccount(r)
	return fmt.Sprintf("rename %v: %s", a, kindOf(p.Rename(p.t.Context(), a.ID, a.Name)))
}

func (p *player) changePassword(r *reader) string {
	account, old, hash := id("guest", r.pick(few)), id("hash", r.pick(few)), id("hash", r.pick(few))
	ended, err := p.ChangePassword(p.t.Context(), account, old, hash, p.begin())
	return fmt.Sprintf("change the password of %s: %v, %s", account, sorted(ended), kindOf(err))
}

func (p *player) signIn(r *reader) string {
	account, hash := id("guest", r.pick(few)), id("hash", r.pick(few))
	ended, err := p.AddSession(p.t.Context(), account, hash, p.begin())
	return fmt.Sprintf("sign %s in: %v, %s", account, sorted(ended), kindOf(err))
}

func (p *player) addReset(r *reader) string {
	account := id("guest", r.pick(few))
	if _, _, err := p.FindPassword(p.t.Context(), auth.ByID, account); err != nil {
		return "no reset of " + account // nobody asks for one
	}
	reset := auth.Reset{Account: account, Hash: NewSession(id("token", r.pick(few)) + account).Hash, Expires: time.UnixMilli(1 << 40)}
	return fmt.Sprintf("add a reset of %s: %s", account, kindOf(p.AddReset(p.t.Context(), reset)))
}

func (p *player) useReset(r *reader) string {
	account := id("guest", r.pick(few))
	reset := auth.Reset{Account: account, Hash: NewSession(id("token", r.pick(few)) + account).Hash}
	a, ended, err := p.UseReset(p.t.Context(), reset, id("hash", r.pick(few)), p.begin())
	return fmt.Sprintf("use a reset: %v, %v, %s", a, sorted(ended), kindOf(err))
}

func (p *player) erase(r *reader) string {
	account, hash := id("guest", r.pick(few)), id("hash", r.pick(few+1))
	if hash == id("hash", few) {
		hash = "" // a guest's
	}
	ended, err := p.Erase(p.t.Context(), account, hash, time.UnixMilli(0))
	return fmt.Sprintf("erase %s: %v, %s", account, sorted(ended), kindOf(err))
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
