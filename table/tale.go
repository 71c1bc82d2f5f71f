package table

import (
	"encoding/json"
	"strconv"
)

// HandRecord is a finished hand as it was told, for the histories of those who were dealt in.
type HandRecord struct {
	Hand   HandID
	Events json.RawMessage // a JSON array of what the game told everyone, each an object with its "type"
	Seats  []HandSeat      // who was dealt in, bots included, in seat order
}

// HandSeat is one seat's part in a finished hand.
type HandSeat struct {
	Seat    Seat
	Account string // "" for a bot
	Name    string
	Bot     string // the level; "" for a person
	Net     Chips  // won, or lost when negative
	Marks   []string
	// Private is what this seat alone was told: a JSON object whose keys are the places in Events, counted from 0, of the events
	// that its fields belong to.
	Private json.RawMessage
}

// tale is a hand that has just ended.
type tale struct {
	events []Event
	seats  []HandSeat
}

// tellHand keeps what the game tells of the running hand.
func (s *state) tellHand(events []Event, out *outcome) {
	s.told = append(s.told, events...)
	out.tell(events...)
}

// finishTale hands over what was told of the hand that ends with result, whose net gains the seats have not got yet.
func (s *state) finishTale(result Result, out *outcome) {
	t := &tale{events: s.told}
	for _, r := range result.Stacks {
		p := &s.seats[r.Seat]
		t.seats = append(t.seats, HandSeat{
			Seat: r.Seat, Account: p.Account, Name: p.Name, Bot: p.Bot, Net: r.Chips - p.Chips, Marks: result.Marks[r.Seat],
		})
	}
	out.tale, s.told = t, nil
}

// record is the tale as it is kept.
func (t *tale) record(hand HandID) *HandRecord {
	r := &HandRecord{Hand: hand, Events: json.RawMessage("["), Seats: t.seats}
	private := make([]map[string]any, len(t.seats))
	for i, e := range t.events {
		if i > 0 {
			r.Events = append(r.Events, ',')
		}
		r.Events = append(append(append(r.Events, `{"type":"`...), e.Type()...), '"')
		r.Events = appendFields(r.Events, message(e))
		secret, ok := e.(PrivateEvent)
		if !ok {
			continue
		}
		for j, s := range t.seats {
			if part := secret.Private(s.Seat); part != nil && s.Bot == "" {
				if private[j] == nil {
					private[j] = map[string]any{}
				}
				private[j][strconv.Itoa(i)] = part
			}
		}
	}
	r.Events = append(r.Events, ']')
	for j := range r.Seats {
		if private[j] != nil {
			r.Seats[j].Private = message(private[j])
		}
	}
	return r
}
