package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
)

// chronicle is what happened at a table as its players were told, by the numbers of the events. It holds everyone to one
// story, also across crashes.
type chronicle struct {
	mu      sync.Mutex // guards the rest
	events  map[int64]event
	skipped map[int64]bool // events that a snapshot after a crash stands for
}

// event is the public part of a numbered message.
type event struct {
	kind, text string
	turn       decision // of a "turn"
}

// decision is an open turn.
type decision struct {
	Hand       string
	Turn, Seat int
	Price      int64
}

func newChronicle() *chronicle {
	return &chronicle{events: map[int64]event{}, skipped: map[int64]bool{}}
}

// note adds an event. The error is that others were told something else under its number.
func (c *chronicle) note(seq int64, raw json.RawMessage) error {
	var m map[string]any
	if err := json.Unmarshal(raw, &m); err != nil {
		return err
	}
	for _, own := range []string{"your_cards", "your_hand", "ms_left"} { // not everyone's, or not of every moment
		delete(m, own)
	}
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	e := event{kind: m["type"].(string), text: string(text)}
	if err := json.Unmarshal(raw, &e.turn); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if known, ok := c.events[seq]; ok && known.text != e.text {
		return fmt.Errorf("event %d was %s and is now %s", seq, known.text, e.text)
	}
	c.events[seq] = e
	return nil
}

// skip notes that a snapshot has taken the place of the events behind one number and up to another.
func (c *chronicle) skip(after, upTo int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for seq := after + 1; seq <= upTo; seq++ {
		c.skipped[seq] = true
	}
}

// turnAt is the decision that was open at an event; unknown when the story has a hole there.
func (c *chronicle) turnAt(seq int64) (d *decision, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for ; seq > 0; seq-- {
		e, ok := c.events[seq]
		switch {
		case !ok:
			return nil, false
		case e.kind == "turn":
			return &e.turn, true
		case e.kind == "hand_ended":
			return nil, true
		}
	}
	return nil, true
}

// wrong tells what can't be: an event that nobody was told of, or a second move for one decision.
func (c *chronicle) wrong() (all []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	open, last := false, int64(0)
	for _, seq := range slices.Sorted(maps.Keys(c.events)) {
		for missing := last + 1; missing < seq; missing++ {
			if !c.skipped[missing] {
				all = append(all, fmt.Sprintf("nobody was told of event %d", missing))
			}
			open = true // for all we know
		}
		last = seq
		switch e := c.events[seq]; e.kind {
		case "turn":
			open = true
		case "acted":
			if !open {
				all = append(all, fmt.Sprintf("event %d is a second move for one decision: %s", seq, e.text))
			}
			open = false
		}
	}
	return all
}

// count is how many events of a kind were told.
func (c *chronicle) count(kind string) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.events {
		if e.kind == kind {
			n++
		}
	}
	return n
}
