package table

import (
	"bytes"
	"errors"
	"time"
)

// propose plays changes on a copy of the state and asks for them to be made durable. When they can't be played, nothing has
// happened and the error says why.
func (t *actor) propose(now time.Time, from command, secret []byte, changes ...change) error {
	p := &pending{state: t.state.clone(t.spare), since: now, from: from}
	t.spare = nil
	batch := &Batch{Table: t.cfg.ID, Epoch: t.cfg.Epoch, Prev: t.state.seq}
	for _, c := range changes {
		if err := p.add(batch, c, secret); err != nil {
			t.spare = p.state
			return err
		}
	}
	if p.state.handsOver(t.state) {
		if err := p.add(batch, p.state.checkpoint(), nil); err != nil {
			t.spare = p.state
			return err
		}
	}
	batch.Transfers = p.out.transfers
	batch.Closed = p.state.closed
	if p.out.tale != nil {
		batch.Hand = p.out.tale.record(p.state.lastHand())
	}
	p.batch = batch
	t.next, t.fx.append = p, batch
	return nil
}

// inSameHand reports whether all that has happened since before is a move within a hand, which the lobby does not show.
func (s *state) inSameHand(before *state) bool {
	return s.hand != "" && s.hand == before.hand && s.turn.Number != before.turn.Number
}

// handsOver reports whether s is at the end of a hand that before had not seen the end of.
func (s *state) handsOver(before *state) bool {
	return s.hand == "" && (before.hand != "" || s.hands != before.hands)
}

// add plays a change on the copy and puts its record into the batch.
func (p *pending) add(batch *Batch, c change, secret []byte) error {
	if err := p.state.apply(c, secret, &p.out); err != nil {
		return err
	}
	r := Record{Seq: p.state.seq, Kind: c.kind(), Schema: RecordSchema, Body: body(c)}
	if _, starts := c.(*startedChange); starts {
		r.Secret = secret
	}
	batch.Records = append(batch.Records, r)
	return nil
}

// settleAppend makes the copy the state, or drops it.
func (t *actor) settleAppend(now time.Time, err error) {
	p := t.next
	switch {
	case t.fault.mending: // whatever the answer is, the log has the truth
		t.fx.reload = true
	case err == nil:
		t.next = nil
		t.adopt(now, t.outage(now, p), p.state, p.out.events)
		t.fx.received = p.from.at
		t.answer(p.from, nil)
		t.settleSlow(now)
	case errors.Is(err, ErrNotEnoughChips):
		t.next, t.spare = nil, p.state
		t.hold(now, t.outage(now, p))
		t.answer(p.from, ErrNotEnoughChips)
		t.settleSlow(now)
	case errors.Is(err, ErrFenced):
		t.lose(p, "moved")
	default:
		if !p.again {
			t.cfg.Log.Warn("append failed", "table", t.cfg.ID, "error", err)
		}
		p.again = errors.Is(err, ErrUnavailable)
		t.freeze(now)
	}
}

// outage gives the clock back all the time for which an append has been asked for in vain, and tells since when it has counted
// on: as often as that happens, unlike the holds of a slow append, because nobody could play.
func (t *actor) outage(now time.Time, p *pending) (since time.Time) {
	if !p.again {
		if t.slow {
			t.thawOut(now.Sub(p.since))
		}
		return p.since
	}
	t.thaw(now.Sub(p.since))
	return now
}

// freeze stops the clock until the log has been read, because nobody knows whether the append happened.
func (t *actor) freeze(now time.Time) {
	t.frozen = true
	t.fx.reload = true
	if !t.slow {
		t.tellFrozen(now, true)
	}
}

// noticeSlow tells everyone when an append takes so long that they must be wondering.
func (t *actor) noticeSlow(now time.Time) {
	if t.next != nil && !t.frozen && !t.slow && now.Sub(t.next.since) >= slowAppend {
		t.slow = true
		t.tellFrozen(now, true)
	}
}

// settleSlow tells that an append which everyone has noticed has come to its end.
func (t *actor) settleSlow(now time.Time) {
	if t.slow {
		t.slow = false
		t.tellFrozen(now, false)
	}
}

// tellFrozen tells that the clock stands still, or runs again, with what is left of it.
func (t *actor) tellFrozen(now time.Time, frozen bool) {
	m := Frozen{Type: "frozen", Frozen: frozen, MSLeft: t.msLeft(now)}
	t.tellSeeing(message(m))
	m.MSLeft = 0
	t.tellHidden(message(m))
}

// settleReload rebuilds the table from its log, which has the truth about the append that failed.
func (t *actor) settleReload(now time.Time, in reloaded) {
	if in.err != nil {
		t.fx.reload = true
		return
	}
	s, out, err := rebuild(t.cfg, in.log)
	p := t.next
	switch {
	case err != nil:
		t.fail(err.Error())
	case s.seq != t.state.seq && (p == nil || s.seq != p.state.seq): // somebody else has written to it
		t.lose(p, "moved")
	case t.fault.mending:
		t.restart(now, s, out.events)
	case s.seq == t.state.seq && p.again: // what can be read need not be writable: the clock goes on when it has been written
		t.frozen, t.slow, t.fx.append = false, true, p.batch
	case s.seq == t.state.seq: // it did not happen, and the state that was never touched still holds
		t.next, t.frozen, t.slow = nil, false, false
		t.thaw(now.Sub(p.since))
		t.answer(p.from, ErrUnavailable)
		t.tellFrozen(now, false)
	case p.endsLog(in.log): // it did happen. The log would give the same state, but the events only from its last checkpoint on
		t.next, t.frozen, t.slow = nil, false, false
		t.thawOut(now.Sub(p.since))
		t.adopt(now, p.since, p.state, p.out.events)
		t.answer(p.from, nil)
		t.tellFrozen(now, false)
	default:
		t.lose(p, "moved")
	}
}

// endsLog reports whether a log ends with what is being made durable: with that record, and not another owner's of its number.
func (p *pending) endsLog(log []Record) bool {
	last, own := log[len(log)-1], p.batch.Records[len(p.batch.Records)-1]
	return last.Seq == own.Seq && last.Kind == own.Kind && bytes.Equal(last.Body, own.Body)
}

// lose ends the table in this process: its log belongs to another one, or can't be followed.
func (t *actor) lose(p *pending, why string) {
	if p != nil {
		t.answer(p.from, ErrTableClosed)
	}
	t.next, t.frozen, t.ended, t.why = nil, false, true, why
}

// adopt makes s the state, starts the clock of a new turn and tells everyone what happened.
func (t *actor) adopt(now, since time.Time, s *state, events []numbered) {
	before := t.state
	t.state = s
	t.startClocks(now, since, before)
	t.refreshSeats()
	t.noteOut(now)
	t.settleHolds()
	t.reviewPlans(before)
	t.broadcast(now, events)
	t.showOut()
	t.spare = before
	if !s.inSameHand(before) {
		t.fx.changed = true
	}
	if s.closed != "" {
		t.ended, t.why = true, s.closed
	}
}
