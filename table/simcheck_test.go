package table_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
	"example.com/fullhouse/table/tabletest"
)

// check holds the table to what must be after each step: it goes on, those who look at it know whether it stands still, and
// it is what its log says.
func (t *simTable) check() {
	s := t.sim
	hand, turn, running := t.machine.Running()
	if hand != t.hand {
		t.hand, t.began = hand, s.now
	}
	if running && s.now.Sub(t.began) > simHandMax {
		s.failf("hand %s has been going on for %v", hand, s.now.Sub(t.began))
	}
	standing := t.machine.Standing()
	if standing && t.stands.IsZero() {
		t.stands = s.now
	} else if !standing {
		t.stands = time.Time{}
	}
	long := standing && s.now.Sub(t.stands) >= time.Second
	if standing && s.now.Sub(t.stands) > simStandMax {
		s.failf("table %s has been standing still for %v", t.cfg.ID, s.now.Sub(t.stands))
	}
	for _, p := range t.people {
		if p.here && (long && !p.frozen || !standing && p.frozen) {
			s.failf("%s has been told frozen=%t, and the table stands still: %t", p.account, p.frozen, standing)
		}
	}
	if standing {
		return
	}
	most := time.Duration(t.cfg.Settings.ActionMS)*time.Millisecond + simStandMax // a turn's time, and what an append has held it
	if wake := t.machine.Wake(); running && (wake.IsZero() || wake.Sub(s.now) > most) {
		s.failf("hand %s, turn %d, waits until %v", hand, turn.Number, wake)
	}
	t.compare()
}

// simClocks are what a log does not keep.
var simClocks = regexp.MustCompile(`"(next_hand_ms|paused_ms|ms_left|away|away_ms|out_ms|bank_ms|frozen)":[^,}]*`)

// simPassing are holds, plans, chat and who is muted, which no log keeps either.
var simPassing = regexp.MustCompile(`"(held|plan|chat|muted)":(\[[^\]]*\]|null|\{[^{}]*\{[^{}]*\}[^{}]*\})`)

// compare holds the table to what its log gives, through somebody's eyes, once for each batch.
func (t *simTable) compare() {
	s, records := t.sim, len(t.head().log)
	if t.compared == records || t.cfg.Epoch != t.head().epoch {
		return
	}
	t.compared = records
	t.conserved()
	account := t.people[s.chance.IntN(len(t.people))].account
	got := t.memory(t.machine, account)
	if want := t.memory(t.durable, account); got != want {
		s.failf("to %s the table is\n%s\nand its log gives\n%s", account, got, want)
	}
	if t.head().log[records-1].Kind != table.KindCheckpoint {
		return
	}
	if want := t.memory(t.rebuilt(s.store.records(t.cfg.ID)), account); got != want {
		s.failf("to %s the table is\n%s\nand its checkpoint gives\n%s", account, got, want)
	}
}

// memory is what an account sees of a table and the log must keep: not the clocks, and not a hand that is over.
func (t *simTable) memory(m *table.Machine, account string) string {
	raw := simClocks.ReplaceAll(m.View(t.sim.now, tabletest.NewPlayer(account)), []byte(`"$1":0`))
	raw = simPassing.ReplaceAll(raw, []byte(`"$1":0`))
	if !bytes.Contains(raw, []byte(`"turn":null`)) {
		return string(raw)
	}
	var v struct{ Table map[string]json.RawMessage }
	if err := json.Unmarshal(raw, &v); err != nil {
		t.sim.failf("snapshot %s: %v", raw, err)
	}
	delete(v.Table, "hand")
	return fmt.Sprintf("%s", v)
}

// conserved holds the stacks and the pot of a running hand against what the seats were dealt in with.
func (t *simTable) conserved() {
	if _, _, running := t.machine.Running(); !running {
		return
	}
	v := t.inside(t.machine)
	in, out := table.Chips(0), v.Table.Hand.Pot
	for _, s := range v.Table.Hand.Seats {
		in, out = in+t.machine.Chips(s.Seat), out+s.Stack
	}
	if in != out {
		t.sim.failf("in hand %s there are %d chips, dealt in were %d", v.Table.Hand.Hand, out, in)
	}
}

// rebuilt is the table as a log gives it, by rules without a fault.
func (t *simTable) rebuilt(log []table.Record) *table.Machine {
	cfg := t.cfg
	cfg.NewGame = holdem.New
	m, err := table.NewMachine(cfg, log)
	if err != nil {
		t.sim.failf("table %s can't be rebuilt: %v", t.cfg.ID, err)
	}
	return m
}
