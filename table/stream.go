package table

import (
	"slices"
	"strconv"
	"time"
)

// viewer is a connected player and the seat of its account.
type viewer struct {
	player Player
	seat   Seat
	had    Seat  // the seat before what is being told just now
	seen   int64 // the last event that it was told
}

// join starts a player's stream of events.
func (t *actor) join(now time.Time, in join) {
	p := in.player
	seat := t.state.seatOf(p.Account())
	if seat == NoSeat && t.state.banned(p.Account()) {
		t.fx.closed = append(t.fx.closed, p)
		return
	}
	away := !t.connected(p.Account())
	i := t.viewerOf(p)
	if i < 0 {
		i = len(t.viewers)
		t.viewers = append(t.viewers, viewer{player: p, seat: seat, had: seat})
		t.fx.changed = true
	}
	if away {
		t.presence(now, p.Account(), false)
	}
	v, s := &t.viewers[i], t.sight(p.Account())
	if missed, ok := t.missed(in.after, s); ok {
		t.resume(now, v, s, missed)
	} else {
		t.show(now, v)
	}
}

// viewerOf is where a player is among the viewers, -1 when it is not.
func (t *actor) viewerOf(p Player) int {
	return slices.IndexFunc(t.viewers, func(v viewer) bool { return v.player == p })
}

// show sends a viewer a snapshot.
func (t *actor) show(now time.Time, v *viewer) {
	m := t.snapshot(now, v.player)
	v.seen = m.Seq
	t.sendTo(v.player, message(m))
}

// missed returns the events after a number that can be seen in a state, if all of them are still kept.
func (t *actor) missed(after int64, s *state) ([]numbered, bool) {
	if after <= 0 || after > s.events || after < t.state.events-int64(len(t.past)) {
		return nil, false
	}
	hidden := int(t.state.events - s.events)
	return t.past[len(t.past)-int(t.state.events-after) : len(t.past)-hidden], true
}

// resume sends a viewer what it missed up to a state and what is true now.
func (t *actor) resume(now time.Time, v *viewer, s *state, missed []numbered) {
	account := v.player.Account()
	messages := make([][]byte, 0, len(missed)+1)
	for _, e := range missed {
		pub := t.encode(now, e)
		messages = append(messages, withPrivate(pub, e, account))
	}
	synced := Synced{
		Type: "synced", Seq: s.events, Away: t.away(s), Held: t.heldSeats(now), LastID: t.lastID(account), Frozen: t.frozen || t.slow,
		Plan: t.planned(t.state.seatOf(account)), Chat: t.chat(account), Muted: t.mutedNames(account),
	}
	if s.hand != "" {
		synced.MSLeft, synced.BankMS = t.msLeft(now), t.bankMS()
	}
	if s.house.Paused {
		synced.PausedMS = t.pausedMS(now)
	}
	v.seen = s.events
	t.sendTo(v.player, append(messages, message(synced))...)
}

// leave ends a player's stream.
func (t *actor) leave(now time.Time, p Player) {
	if !t.dropViewer(p) {
		return
	}
	if !t.connected(p.Account()) {
		t.dropHold(p.Account())
		t.presence(now, p.Account(), true)
	}
}

// dropViewer tells a player nothing more; false if it was told nothing before.
func (t *actor) dropViewer(p Player) bool {
	i := t.viewerOf(p)
	if i < 0 {
		return false
	}
	t.viewers = slices.Delete(t.viewers, i, i+1)
	t.fx.changed = true
	return true
}

// presence tells that a seated player's connection went or came. Who may not see the running hand hears of it when it is over.
func (t *actor) presence(now time.Time, account string, away bool) {
	if at := t.state.seatOf(account); at != NoSeat {
		t.noteLost(now)
		t.tellSeeing(message(Presence{Type: "presence", Seat: at, Away: away, MSLeft: t.lostMS(now, at)}))
	}
}

// connected reports whether an account has a connection here.
func (t *actor) connected(account string) bool {
	return slices.ContainsFunc(t.viewers, func(v viewer) bool { return v.player.Account() == account })
}

// away lists the seats of people who are not connected.
func (t *actor) away(s *state) []Seat {
	away := []Seat{}
	for i, p := range s.seats {
		if p.taken() && p.Bot == "" && !t.connected(p.Account) {
			away = append(away, Seat(i))
		}
	}
	return away
}

func (t *actor) lastID(account string) string {
	if at := t.state.seatOf(account); at != NoSeat {
		return t.state.seats[at].LastID
	}
	return ""
}

// refreshSeats finds the viewers' seats in a new state.
func (t *actor) refreshSeats() {
	for i := range t.viewers {
		v := &t.viewers[i]
		v.had, v.seat = v.seat, t.state.seatOf(v.player.Account())
	}
}

// broadcast keeps events for those who resume and sends each viewer what it may know of them. An event is encoded once for
// all; only a private part is added for the seat that has one.
func (t *actor) broadcast(now time.Time, events []numbered) {
	t.remember(events)
	if len(t.viewers) == 0 || len(events) == 0 {
		return
	}
	public := make([][]byte, len(events))
	for i, e := range events {
		public[i] = t.encode(now, e)
	}
	for n := range t.viewers {
		v := &t.viewers[n]
		if t.hides(v) {
			continue
		}
		v.had = v.seat
		if v.seen != events[0].seq-1 { // the rest was hidden from it
			t.catchUp(now, v)
			continue
		}
		v.seen = t.state.events
		mine := public
		for i, e := range events {
			if whole := withPrivate(public[i], e, v.player.Account()); len(whole) != len(public[i]) {
				if &mine[0] == &public[0] {
					mine = slices.Clone(public)
				}
				mine[i] = whole
			}
		}
		t.sendTo(v.player, mine...)
	}
}

// remember keeps the last maxPast events.
func (t *actor) remember(events []numbered) {
	t.past = append(t.past, events...)
	if len(t.past) > 2*maxPast {
		t.past = append(t.past[:0], t.past[len(t.past)-maxPast:]...)
	}
}

// encode is the public form of an event: its fields behind "type" and "seq".
func (t *actor) encode(now time.Time, e numbered) []byte {
	event := e.event
	switch present := event.(type) {
	case TurnStarted:
		if present.Hand == t.state.hand && present.Turn == t.state.turn.Number {
			present.MSLeft, present.BankMS = t.msLeft(now), t.bankMS()
		}
		event = present
	case SatOut:
		present.OutMS = t.outMS(now, present.Seat)
		event = present
	}
	body := message(event)
	b := make([]byte, 0, len(body)+40)
	b = append(b, `{"type":"`...)
	b = append(b, event.Type()...)
	b = append(b, `","seq":`...)
	b = strconv.AppendInt(b, e.seq, 10)
	return appendFields(b, body)
}

// withPrivate is the form of an event for one account: public itself if it learns no more than everyone. What counts is the
// seat it held when the event happened.
func withPrivate(public []byte, e numbered, account string) []byte {
	private, ok := e.event.(PrivateEvent)
	if !ok {
		return public
	}
	seat := e.owners.seatOf(account)
	if seat == NoSeat {
		return public
	}
	part := private.Private(seat)
	if part == nil {
		return public
	}
	return appendFields(slices.Clip(public[:len(public)-1]), message(part))
}

// appendFields adds the fields of a JSON object to an open one and closes it.
func appendFields(open []byte, object []byte) []byte {
	if len(object) > 2 {
		open = append(open, ',')
	}
	return append(open, object[1:]...)
}

func (t *actor) sendTo(p Player, messages ...[]byte) {
	t.fx.sends = append(t.fx.sends, sending{p, messages})
}

func (t *actor) tellAll(messages ...[]byte) {
	for _, v := range t.viewers {
		t.sendTo(v.player, messages...)
	}
}

// farewell tells the players that the table has ended here, unless it only stops.
func (t *actor) farewell() {
	for _, c := range t.waiting {
		c.player.Answer(c.id, ErrTableClosed)
	}
	t.waiting = nil
	if t.why == "" {
		return
	}
	for _, v := range t.viewers {
		if t.failed != "" { // which is in no log, so that nothing else has told it
			v.player.Deliver(t.encode(time.Time{}, numbered{seq: t.state.events + 1, event: Closed{Why: t.why}}))
		}
		v.player.Closed(t.why)
	}
}
