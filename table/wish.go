package table

import (
	"slices"
	"time"
)

// What players wish for in hands to come. What that means is the game's to say.

type wishedChange struct {
	Seat Seat   `json:"seat"`
	Wish string `json:"wish"`
	On   bool   `json:"on"`
	ID   string `json:"id,omitempty"`
}

func (*wishedChange) kind() string { return "wished" }

func (t *actor) wish(now time.Time, c command, at Seat, p *seat, cmd Wish) error {
	if !t.state.game.Allows(cmd.Wish) {
		return ErrNotAllowed
	}
	if slices.Contains(p.Wishes, cmd.Wish) == cmd.On {
		t.answer(c, nil)
		return nil
	}
	return t.propose(now, c, nil, &wishedChange{Seat: at, Wish: cmd.Wish, On: cmd.On, ID: c.id})
}

func (c *wishedChange) apply(s *state, _ []byte, out *outcome) error {
	p, err := s.at(c.Seat)
	if err != nil {
		return err
	}
	wishes := slices.DeleteFunc(slices.Clone(p.Wishes), func(w string) bool { return w == c.Wish })
	if c.On {
		wishes = append(wishes, c.Wish)
		slices.Sort(wishes)
	}
	p.Wishes, p.LastID = wishes, c.ID
	out.tell(Wished{Seat: c.Seat, Wish: c.Wish, On: c.On})
	return nil
}

// fulfil takes wishes that have come true from all seats.
func (s *state) fulfil(spent []string) {
	if len(spent) == 0 {
		return
	}
	for i := range s.seats {
		p := &s.seats[i]
		p.Wishes = slices.DeleteFunc(slices.Clone(p.Wishes), func(wish string) bool { return slices.Contains(spent, wish) })
	}
}
