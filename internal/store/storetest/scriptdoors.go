package storetest

import (
	"fmt"

	"example.com/fullhouse/lobby"
)

// pickInvite is one of few tokens at one of few tables: mostly one that there is, if a script has made it.
func (p *player) pickInvite(r *reader) lobby.Invite {
	return lobby.Invite{Table: id("table", r.pick(few)), Watch: r.pick(2) == 1, Hash: lobby.InviteHash(NewSession(id("invite", r.pick(few))).Hash)}
}

func (p *player) invite(r *reader) string {
	inv := p.pickInvite(r)
	inv.Expires = p.until(r)
	return kindOf(p.AddInvite(p.t.Context(), inv))
}

// accept comes by an invite as it is found, or as it is made up.
func (p *player) accept(r *reader) string {
	inv := p.pickInvite(r)
	found, err := p.FindInvite(p.t.Context(), inv.Hash)
	if err == nil {
		inv = found
	}
	admitted := p.Admit(p.t.Context(), inv, id("guest", r.pick(few)), p.tick(), 2)
	return fmt.Sprintf("%s by %s at %s: %s; %s", found.Host, found.Table, found.Expires.UTC(), kindOf(err), kindOf(admitted))
}

func (p *player) forgetDoors(*reader) string {
	n, err := p.ForgetDoors(p.t.Context(), p.tick(), all)
	return fmt.Sprintf("%d, %s", n, kindOf(err))
}
