package proto

import (
	"errors"
	"fmt"
	"math/bits"
)

// maxDepth is how deep a message may nest: the object, a move in it, and one level to spare.
const maxDepth = 3

// fields is a set of the fields that messages have.
type fields uint32

const (
	fieldType fields = 1 << iota
	fieldID
	fieldStamp
	fieldSeat
	fieldBuyIn
	fieldAmount
	fieldHand
	fieldTurn
	fieldPrice
	fieldMove
	fieldPost
	fieldAfterHand
	fieldWish
	fieldOn
	fieldText
	fieldWho
)

// fieldsOf tells which fields a message of this type must and may have; need is 0 when there is no such type.
func fieldsOf(kind string) (need, may fields) {
	const command = fieldType | fieldID
	switch kind {
	case "ping":
		return fieldType | fieldStamp, 0
	case "snapshot":
		return fieldType, 0
	case "sit":
		return command | fieldBuyIn, fieldSeat | fieldPost
	case "hold":
		return command | fieldSeat, 0
	case "buy_in":
		return command | fieldAmount, 0
	case "stand":
		return command, fieldAfterHand
	case "come_back":
		return command, fieldPost
	case "sit_out", "unplan", "pause", "resume", "end":
		return command, 0
	case "plan":
		return command | fieldHand | fieldPrice | fieldMove, 0
	case "bank":
		return command | fieldHand | fieldTurn, 0
	case "after":
		return command | fieldHand | fieldMove, 0
	case "wish":
		return command | fieldWish | fieldOn, 0
	case "say":
		return command | fieldText, 0
	case "auto_bank":
		return command | fieldOn, 0
	case "mute", "silence":
		return command | fieldWho | fieldOn, 0
	case "kick":
		return command | fieldWho, 0
	case "act":
		return command | fieldHand | fieldTurn | fieldPrice | fieldMove, 0
	}
	return 0, 0
}

// fieldNamed is the field with a name, 0 if there is none.
func fieldNamed(name []byte) fields {
	for i, known := range fieldNames {
		if string(name) == known {
			return 1 << i
		}
	}
	return 0
}

// fieldNames are the names of the fields in the order of their constants. Nobody changes it.
var fieldNames = [...]string{"type", "id", "stamp", "seat", "buy_in", "amount", "hand", "turn", "price", "move", "post", "after_hand",
	"wish", "on", "text", "who"}

// first is the name of one field of a set that is not empty.
func (f fields) first() string { return fieldNames[bits.TrailingZeros32(uint32(f))] }

// object is what scan finds out about a message.
type object struct {
	have     fields
	kind, id []byte // the values of "type" and "id" as they stand in the text; nil unless they are strings
	bad      error  // the first field that is unknown, doubled or null; the rest is scanned all the same, for the id
}

// scan looks through the text of a JSON value, which must be valid. The error says that it is no object or too deep.
func scan(raw []byte) (o object, err error) {
	s := scanner{raw: raw}
	if s.skipSpace(); s.raw[s.at] != '{' {
		return o, errors.New("not a JSON object")
	}
	s.at++
	for {
		if s.skipSpace(); s.raw[s.at] == '}' {
			return o, nil
		}
		if s.raw[s.at] == ',' {
			s.at++
			s.skipSpace()
		}
		name := s.text()
		field := fieldNamed(name)
		switch {
		case o.bad != nil:
		case field == 0:
			o.bad = fmt.Errorf("unknown field %q", shorten(name))
		case o.have&field != 0:
			o.bad = fmt.Errorf("field %s is there twice", name)
		}
		o.have |= field
		s.skipSpace()
		s.at++ // the colon
		s.skipSpace()
		if o.bad == nil && s.raw[s.at] == 'n' { // null, which encoding/json takes for a field left out
			o.bad = fmt.Errorf("field %s can't be null", name)
		}
		value, err := s.value()
		if err != nil {
			return o, err
		}
		switch field {
		case fieldType:
			o.kind = value
		case fieldID:
			o.id = value
		}
	}
}

// scanner walks through valid JSON.
type scanner struct {
	raw []byte
	at  int
}

func (s *scanner) skipSpace() {
	for s.at < len(s.raw) && (s.raw[s.at] == ' ' || s.raw[s.at] == '\t' || s.raw[s.at] == '\n' || s.raw[s.at] == '\r') {
		s.at++
	}
}

// text passes a string and returns what is between its quotes, with the escapes as they are.
func (s *scanner) text() []byte {
	s.at++
	begin := s.at
	for s.raw[s.at] != '"' {
		if s.raw[s.at] == '\\' {
			s.at++
		}
		s.at++
	}
	s.at++
	return s.raw[begin : s.at-1]
}

// value passes any value of a field. It returns the inside of a string, nil for anything else.
func (s *scanner) value() ([]byte, error) {
	if s.raw[s.at] == '"' {
		return s.text(), nil
	}
	for depth := 1; ; {
		switch s.raw[s.at] {
		case '"':
			s.text()
			continue
		case '{', '[':
			if depth++; depth > maxDepth {
				return nil, fmt.Errorf("deeper than %d levels", maxDepth)
			}
		case '}', ']':
			if depth--; depth == 0 { // the end of the message itself, behind a number or a word
				return nil, nil
			}
		case ',':
			if depth == 1 {
				return nil, nil
			}
		}
		s.at++
	}
}

// shorten keeps an unknown name from being sent back whole.
func shorten(name []byte) []byte { return name[:min(len(name), 20)] }
