package holdem

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"example.com/fullhouse/table"
)

// ParseAction reads an action from JSON: {"do":"call"} or {"do":"raise","to":300}. It is strict, because what it lets pass
// goes into the log: no other fields, none twice or in other letters, nothing after the object, amounts in plain digits from
// 0 to table.MaxChips, and none but 0 for an action that takes none. The error is ErrBadAction with the reason.
//
// Whether the action is allowed is for Apply to say.
//
// It is written by hand because encoding/json forgives doubled fields, other letters and null, and costs more time than
// everything else that a move costs. The fuzz test holds the two against each other.
func ParseAction(raw json.RawMessage) (Action, error) {
	var a Action
	var do, to bool // seen
	s := scanner{raw}
	if !s.take('{') {
		return refuse("not an object")
	}
	for !s.take('}') {
		if (do || to) && !s.take(',') {
			return refuse("no comma or closing brace")
		}
		switch name, ok := s.word(); {
		case !ok || !s.take(':'):
			return refuse("no field")
		case name == "do" && !do:
			if a.Do, do = s.verb(); !do {
				return refuse("do is none of fold, check, call, bet, raise, twice and once")
			}
		case name == "to" && !to:
			if a.To, to = s.chips(); !to {
				return refuse("to is no whole number in range")
			}
		default:
			return refuse("unknown or doubled field " + strconv.Quote(name))
		}
	}
	switch {
	case !s.end():
		return refuse("something follows the object")
	case !do:
		return refuse("do is missing")
	case a.To != 0 && a.Do != Bet && a.Do != Raise:
		return refuse("only a bet or a raise takes an amount")
	}
	return a, nil
}

func refuse(why string) (Action, error) {
	return Action{}, fmt.Errorf("%w: %s", ErrBadAction, why)
}

// scanner reads the little of JSON that an action may use.
type scanner struct{ rest []byte }

func (s *scanner) skipSpace() { s.rest = bytes.TrimLeft(s.rest, " \t\r\n") }

// take reads one byte if it is the next after white space.
func (s *scanner) take(b byte) bool {
	if s.skipSpace(); len(s.rest) == 0 || s.rest[0] != b {
		return false
	}
	s.rest = s.rest[1:]
	return true
}

func (s *scanner) end() bool {
	s.skipSpace()
	return len(s.rest) == 0
}

// word reads a string without escapes; no field and no verb needs one.
func (s *scanner) word() (string, bool) {
	if !s.take('"') {
		return "", false
	}
	end := bytes.IndexByte(s.rest, '"')
	if end < 0 {
		return "", false
	}
	w := s.rest[:end]
	s.rest = s.rest[end+1:]
	return string(w), true
}

func (s *scanner) verb() (Verb, bool) {
	w, _ := s.word()
	for _, v := range [...]Verb{Fold, Check, Call, Bet, Raise, Twice, Once} {
		if w == string(v) {
			return v, true
		}
	}
	return "", false
}

// chips reads digits: no sign, fraction or exponent, and no zero in front, as in JSON.
func (s *scanner) chips() (n table.Chips, ok bool) {
	s.skipSpace()
	digits := 0
	for digits < len(s.rest) && '0' <= s.rest[digits] && s.rest[digits] <= '9' {
		if n = n*10 + table.Chips(s.rest[digits]-'0'); n > table.MaxChips {
			return 0, false
		}
		digits++
	}
	zeroInFront := digits > 1 && s.rest[0] == '0'
	s.rest = s.rest[digits:]
	return n, digits > 0 && !zeroInFront
}
