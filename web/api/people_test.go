package api_test

import (
	"context"
	"strings"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
)

// people is an Accounts and a Wallets whose tokens are "token-" and the name of the account. Names that begin with "Guest" or
// that are in small letters have no password.
type people struct {
	err     error           // what every call fails with, when not nil
	renewed bool            // every session has just become longer
	visits  *[]auth.Visit   // what the way in was told, when not nil
	called  *[]string       // what was asked for, when not nil
	ended   []string        // the sessions that being let in ends
	charged *[]quota.Charge // for refills, when not nil
}

func (p people) note(call string) {
	if p.called != nil {
		*p.called = append(*p.called, call)
	}
}

// in is somebody who was let in.
func (p people) in(call string, v auth.Visit, who auth.Identity) (auth.SignedIn, error) {
	p.note(call)
	if p.visits != nil {
		*p.visits = append(*p.visits, v)
	}
	if p.err != nil {
		return auth.SignedIn{}, p.err
	}
	in := auth.SignedIn{Identity: who, Token: "token-" + who.ID, Ended: p.ended}
	if !who.Guest {
		in.Device = "device of " + who.ID
	}
	return in, nil
}

func (p people) Guest(_ context.Context, v auth.Visit) (auth.SignedIn, error) {
	return p.in("guest", v, guest("alice"))
}

func (p people) Register(_ context.Context, v auth.Visit, was *auth.Identity, r auth.Registration) (auth.SignedIn, error) {
	call := "register " + r.Name
	if was != nil {
		call += " for " + was.ID
	}
	return p.in(call, v, member("Alice"))
}

func (p people) Login(_ context.Context, v auth.Visit, name, _ string) (auth.SignedIn, error) {
	return p.in("login "+name, v, member("Alice"))
}

func (p people) Reset(_ context.Context, v auth.Visit, token, _ string) (auth.SignedIn, error) {
	return p.in("reset "+token, v, member("Alice"))
}

func (p people) ChangePassword(_ context.Context, v auth.Visit, who auth.Identity, _, _ string) (auth.SignedIn, error) {
	return p.in("password of "+who.ID, v, member("Alice"))
}

func (p people) Forgot(_ context.Context, _ auth.Visit, email string) error {
	p.note("forgot " + email)
	return p.err
}

func (p people) Session(_ context.Context, token string) (auth.Identity, error) {
	name, ok := strings.CutPrefix(token, "token-")
	if !ok {
		return auth.Identity{}, auth.ErrUnauthenticated
	}
	who := guest(name)
	if name == "Alice" {
		who = member(name)
	}
	who.Renewed = p.renewed
	return who, p.err
}

func guest(id string) auth.Identity {
	return auth.Identity{Account: auth.Account{ID: id, Name: "Brave Otter 12", Guest: true}, Session: "session of " + id}
}

func member(id string) auth.Identity {
	return auth.Identity{Account: auth.Account{ID: id, Name: id, Email: "alice@example.org"}, Session: "session of " + id}
}

func (p people) Genuine(token string) bool { return strings.HasPrefix(token, "token-") }

func (p people) Logout(_ context.Context, token string) (string, error) {
	p.note("logout " + token)
	return "session of " + strings.TrimPrefix(token, "token-"), p.err
}

func (p people) Sessions(_ context.Context, who auth.Identity) ([]auth.SessionInfo, error) {
	return []auth.SessionInfo{{ID: who.Session, Agent: "a browser", Current: true}}, p.err
}

func (p people) Revoke(_ context.Context, who auth.Identity, session string) error {
	if p.err == nil && session != who.Session {
		return auth.ErrNotFound
	}
	return p.err
}

func (p people) Rename(_ context.Context, who auth.Identity, name string) (auth.Account, error) {
	who.Name = name
	return who.Account, p.err
}

func (p people) Export(_ context.Context, who auth.Identity) (auth.Export, error) {
	return auth.Export{Account: who.Account}, p.err
}

func (p people) Delete(_ context.Context, who auth.Identity, password string) error {
	p.note("delete " + who.ID + " by " + password)
	return p.err
}

func (p people) Chips(context.Context, string) (table.Chips, error) { return 10000, p.err }

func (p people) Refill(_ context.Context, _ string, upTo table.Chips, charges []quota.Charge) (table.Chips, error) {
	if p.charged != nil {
		*p.charged = charges
	}
	return upTo, p.err
}

// allowances is a Quotas that refuses with err, and notes what was given back.
type allowances struct {
	err   error
	taken *[]quota.Kind
	back  *[]quota.Kind
}

func (a allowances) Take(_ context.Context, kind quota.Kind, _ quota.Caller) (func(context.Context) error, error) {
	if a.err != nil {
		return nil, a.err
	}
	if a.taken != nil {
		*a.taken = append(*a.taken, kind)
	}
	return func(context.Context) error {
		if a.back != nil {
			*a.back = append(*a.back, kind)
		}
		return nil
	}, nil
}

func (a allowances) Spend(kind quota.Kind, who quota.Caller, write func([]quota.Charge) error) error {
	if a.err != nil {
		return a.err
	}
	return write([]quota.Charge{{Subject: "account:" + who.Account, Kind: kind, N: 1, Limit: 3}})
}

func (a allowances) Usage(context.Context, quota.Caller) ([]quota.Left, error) {
	return []quota.Left{{Kind: quota.Tables, Used: 1, Limit: 10, Reset: midnight}}, nil
}

// midnight is when the allowances of these tests begin again.
var midnight = time.Date(2031, 5, 6, 0, 0, 0, 0, time.UTC)

// noSockets is told of sessions that end where no sockets are.
func noSockets(string, string) {}
