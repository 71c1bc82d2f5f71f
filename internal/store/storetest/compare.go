package storetest

import (
	"errors"
	"fmt"
	"testing"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
	"github.com/google/go-cmp/cmp"
)

// Side is a store in a comparison, and what it is called when it differs.
type Side struct {
	Name string
	Store
}

// Compare does to two or more empty stores what the script says, and wants the same answers and in the end the same state. Any
// bytes are a script (see Script); most of what they ask for is refused. It skips the test when the day turns in the middle.
func Compare(t testing.TB, script []byte, sides ...Side) {
	t.Helper()
	began, whole := today(), script
	players := make([]*player, len(sides))
	for i, side := range sides {
		players[i] = newPlayer(t, side.Store)
	}
	differ := func(format string, args ...any) {
		t.Helper()
		if !today().Equal(began) {
			t.Skip("the day has turned")
		}
		t.Logf("the script: %x", whole)
		t.Fatalf(format, args...)
	}
	all := weighted()
	for n := 0; len(script) > 0; n++ {
		next := reader{script}
		op := all[next.pick(len(all))]
		var first string
		for i, p := range players { // all read the same bytes
			own := next
			answer := op.do(p, &own)
			if i == 0 {
				first, script = answer, own.script
			} else if answer != first {
				differ("step %d, %s:\n%s says %s\n%s says %s", n, op.name, sides[0].Name, first, sides[i].Name, answer)
			}
		}
	}
	want := players[0].state()
	for i, p := range players[1:] {
		if diff := cmp.Diff(want, p.state()); diff != "" {
			differ("in the end (-%s +%s):\n%s", sides[0].Name, sides[i+1].Name, diff)
		}
	}
}

// kindOf says what an error means to the caller.
func kindOf(err error) string {
	if err == nil {
		return "done"
	}
	if used, ok := errors.AsType[*quota.ExhaustedError](err); ok {
		return fmt.Sprintf("%d of %d %s used until %v", used.Used, used.Limit, used.Kind, used.Reset)
	}
	for _, known := range []error{table.ErrFenced, table.ErrNotEnoughChips, table.ErrEnoughChips, table.ErrUnavailable, store.ErrBadBatch,
		store.ErrBadTransfer, store.ErrBadCharge, store.ErrOutOfRange, store.ErrPosted, store.ErrKept, store.ErrNotQuarantined, auth.ErrNameTaken,
		auth.ErrUnauthenticated, auth.ErrNotGuest, auth.ErrBadCredentials, auth.ErrBadToken, auth.ErrNotFound,
		lobby.ErrInviteEnded} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	if coded, ok := errors.AsType[interface {
		error
		Code() string
	}](err); ok {
		return "refused with " + coded.Code()
	}
	return "refused" // in the database's own words
}

// state is all that can be seen of a store that scripts have changed.
type state struct {
	Logs     map[string][]table.Record
	Chips    map[string]table.Chips
	Used     map[string]map[quota.Kind]int64
	People   map[string]string
	Sessions map[string]string
	Admitted map[string]lobby.Admission
	Audit    store.Audit
}

func (p *player) state() state {
	ctx := p.t.Context()
	s := state{Logs: map[string][]table.Record{}, Chips: map[string]table.Chips{}, Used: map[string]map[quota.Kind]int64{},
		People: p.people(), Sessions: map[string]string{}, Admitted: map[string]lobby.Admission{}}
	var errs [5]error
	for i := range few {
		name, tableID := id("guest", i), id("table", i)
		s.Logs[tableID], errs[0] = p.Records(ctx, tableID)
		s.Chips[name], errs[1] = p.Chips(ctx, name)
		s.Used[name], _, errs[2] = p.Used(ctx, "account:"+name)
		s.Audit, errs[3] = p.Audit(ctx)
		for j := range few {
			s.Admitted[name+id(" at table", j)], errs[4] = p.Admission(ctx, id("table", j), name)
		}
		if err := errors.Join(errs[:]...); err != nil {
			p.t.Fatal(err)
		}
	}
	for n := range p.clock + 1 {
		s.Sessions[token(n)] = p.session(n)
	}
	return s
}
