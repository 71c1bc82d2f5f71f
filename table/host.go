package table

import (
	"slices"
	"time"
)

// What the host of a table may do. All of it is in the log. A host has no power over a running hand: whoever is in it plays it to
// its end.

// maxListed is how many people a host can silence, and show out.
const maxListed = 256

type (
	silencedChange struct {
		Account string `json:"account"`
		Name    string `json:"name"`
		On      bool   `json:"on,omitempty"`
		ID      string `json:"id,omitempty"`
	}
	kickedChange struct {
		Account string `json:"account"`
		Name    string `json:"name"`
		ID      string `json:"id,omitempty"`
	}
	pausedChange struct {
		ID string `json:"id,omitempty"`
	}
	resumedChange struct {
		Why string `json:"why,omitempty"`
		ID  string `json:"id,omitempty"`
	}
	endingChange struct {
		ID string `json:"id,omitempty"`
	}
)

func (*silencedChange) kind() string { return "silenced" }
func (*kickedChange) kind() string   { return "kicked" }
func (*pausedChange) kind() string   { return "paused" }
func (*resumedChange) kind() string  { return "resumed" }
func (*endingChange) kind() string   { return "ending" }

// silence is the silence command.
func (t *actor) silence(now time.Time, c command, cmd Silence) error {
	list := t.state.house.Silenced
	who, listed, err := t.meant(c, list, cmd.Who, cmd.On)
	switch {
	case err != nil:
		return err
	case listed == cmd.On:
		t.answer(c, nil)
		return nil
	case cmd.On && len(list) >= maxListed:
		return ErrTooMany
	}
	return t.propose(now, c, nil, &silencedChange{Account: who.Account, Name: who.Name, On: cmd.On, ID: c.id})
}

func (c *silencedChange) apply(s *state, _ []byte, out *outcome) error {
	kept := slices.DeleteFunc(slices.Clone(s.house.Silenced), func(p person) bool { return p.Account == c.Account })
	if c.On {
		kept = append(kept, person{c.Account, c.Name})
	}
	s.house.Silenced = kept
	s.hostDid(c.ID)
	out.tell(Silenced{Seat: s.seatOf(c.Account), Name: c.Name, On: c.On})
	return nil
}

// kick is the kick command. Who has no cards is out at once.
func (t *actor) kick(now time.Time, c command, name string) error {
	list := t.state.house.Banned
	who, listed, err := t.meant(c, list, name, true)
	switch {
	case err != nil:
		return err
	case listed:
		t.answer(c, nil)
		return nil
	case len(list) >= maxListed:
		return ErrTooMany
	}
	changes := []change{&kickedChange{Account: who.Account, Name: who.Name, ID: c.id}}
	if at := t.state.seatOf(who.Account); at != NoSeat && !t.playing(at) {
		changes = append(changes, t.standUp(now, at, whyKicked))
	}
	return t.propose(now, c, nil, changes...)
}

func (c *kickedChange) apply(s *state, _ []byte, out *outcome) error {
	s.house.Banned = append(slices.Clip(s.house.Banned), person{c.Account, c.Name})
	at := s.seatOf(c.Account)
	if at != NoSeat && !s.seats[at].Leaving {
		s.seats[at].AfterHand = true
	}
	s.hostDid(c.ID)
	out.tell(Kicked{Seat: at, Name: c.Name})
	return nil
}

// whyKicked is why who was shown out has lost a seat or a connection.
const whyKicked = "kicked"

// banned reports whether an account was shown out.
func (s *state) banned(account string) bool { return has(s.house.Banned, account) }

// whyLeaves is the reason of a seat that is given up after the hand.
func (s *state) whyLeaves(p *seat) string {
	if p.Bot == "" && s.banned(p.Account) {
		return whyKicked
	}
	return ""
}

// showOut closes the connections of those who were shown out and have played their last hand.
func (t *actor) showOut() {
	if len(t.state.house.Banned) == 0 {
		return
	}
	for _, v := range slices.Clone(t.viewers) {
		if account := v.player.Account(); v.seat == NoSeat && t.state.banned(account) {
			t.dropViewer(v.player)
			t.dropHold(account)
			t.fx.closed = append(t.fx.closed, v.player)
		}
	}
}

// pauseDealing is the pause command.
func (t *actor) pauseDealing(now time.Time, c command) error {
	if t.state.house.Paused {
		t.answer(c, nil)
		return nil
	}
	return t.propose(now, c, nil, &pausedChange{ID: c.id})
}

func (c *pausedChange) apply(s *state, _ []byte, out *outcome) error {
	s.house.Paused = true
	s.hostDid(c.ID)
	out.tell(Paused{PauseMS: s.cfg.Pause.Milliseconds()})
	return nil
}

// resumeDealing is the resume command.
func (t *actor) resumeDealing(now time.Time, c command) error {
	if !t.state.house.Paused {
		t.answer(c, nil)
		return nil
	}
	return t.propose(now, c, nil, &resumedChange{ID: c.id})
}

func (c *resumedChange) apply(s *state, _ []byte, out *outcome) error {
	s.house.Paused = false
	s.hostDid(c.ID)
	out.tell(Resumed{Why: c.Why})
	return nil
}

// notePaused notes since when the table is paused.
func (t *actor) notePaused(now time.Time) {
	switch {
	case !t.state.house.Paused:
		t.pausedAt = time.Time{}
	case t.pausedAt.IsZero():
		t.pausedAt = now
	}
}

// pausedUntil is when a pause ends by itself; zero without one.
func (t *actor) pausedUntil() time.Time {
	if t.pausedAt.IsZero() {
		return time.Time{}
	}
	return t.pausedAt.Add(t.cfg.Pause)
}

// pausedMS is the time until then in milliseconds, 0 without a pause.
func (t *actor) pausedMS(now time.Time) int64 {
	if t.pausedAt.IsZero() {
		return 0
	}
	return max(t.pausedUntil().Sub(now), 0).Milliseconds()
}

// resumeByItself ends a pause that has lasted long enough; false while there is none.
func (t *actor) resumeByItself(now time.Time) bool {
	if !due(now, t.pausedUntil()) {
		return false
	}
	return t.must(t.propose(now, command{}, nil, &resumedChange{Why: "time"}))
}

// endTable is the end command.
func (t *actor) endTable(now time.Time, c command) error {
	if t.state.house.Ending {
		t.answer(c, nil)
		return nil
	}
	return t.propose(now, c, nil, &endingChange{ID: c.id})
}

func (c *endingChange) apply(s *state, _ []byte, out *outcome) error {
	s.house.Ending = true
	s.hostDid(c.ID)
	out.tell(Ending{})
	return nil
}

// hostDid keeps the id of a command of the host's, if the host has a seat to keep it at.
func (s *state) hostDid(id string) {
	if at := s.seatOf(s.cfg.Host); at != NoSeat && id != "" {
		s.seats[at].LastID = id
	}
}
