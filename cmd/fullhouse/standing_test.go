package main

import "encoding/json"

// standing is how far a hand has come, as everybody can see it.
type standing struct {
	Hand   string
	Pot    int64
	Board  []string
	Stacks map[int]int64 // by the seats that were dealt in
}

// standingAt adds up what was told of the hand that was running at an event. It is unknown when none was, or when the story
// has a hole there.
func (c *chronicle) standingAt(seq int64) (s standing, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	first := seq
	for c.events[first].kind != "hand_started" {
		if kind := c.events[first].kind; kind == "" || kind == "hand_ended" {
			return s, false
		}
		first--
	}
	s.Board, s.Stacks = []string{}, map[int]int64{}
	for ; first <= seq; first++ {
		if s.add(c.events[first]) != nil {
			return s, false // note has read it before
		}
	}
	return s, true
}

// add takes one more event of the hand.
func (s *standing) add(e event) error {
	switch e.kind {
	case "hand_started":
		var m struct {
			Hand  string
			Seats []struct {
				Seat  int
				Chips int64
			}
		}
		if err := json.Unmarshal([]byte(e.text), &m); err != nil {
			return err
		}
		s.Hand = m.Hand
		for _, dealt := range m.Seats {
			s.Stacks[dealt.Seat] = dealt.Chips
		}
	case "posted", "acted", "uncalled":
		var m struct {
			Seat       int
			Stack, Pot int64
		}
		if err := json.Unmarshal([]byte(e.text), &m); err != nil {
			return err
		}
		s.Pot, s.Stacks[m.Seat] = m.Pot, m.Stack
	case "street":
		return json.Unmarshal([]byte(e.text), s) // the board
	}
	return nil
}
