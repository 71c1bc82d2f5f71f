package table

import (
	"encoding/json"
	"strconv"
)

// body is a change as its record keeps it. Moves are most of what a log holds, so a plain one is written by hand; it reads to
// the byte as encoding/json would write it.
func body(c change) json.RawMessage {
	if move, ok := c.(*actedChange); ok && move.plain() {
		return move.append(make([]byte, 0, 128))
	}
	return message(c)
}

// plain reports whether nothing in the move needs escaping or compacting.
func (c *actedChange) plain() bool {
	return len(c.Move) > 0 && only(c.Move, isPlain) && only(c.ID, isWord) && only(c.Why, isWord)
}

// isPlain reports whether a byte of JSON stays as it is: visible, and not among those that encoding/json escapes for browsers.
func isPlain(b byte) bool { return b > ' ' && b <= '~' && b != '<' && b != '>' && b != '&' }

// isWord reports whether a byte stays as it is within quotes.
func isWord(b byte) bool { return isPlain(b) && b != '"' && b != '\\' }

func only[T ~string | ~[]byte](text T, ok func(byte) bool) bool {
	for i := range len(text) {
		if !ok(text[i]) {
			return false
		}
	}
	return true
}

func (c *actedChange) append(b []byte) []byte {
	b = append(b, `{"seat":`...)
	b = strconv.AppendInt(b, int64(c.Seat), 10)
	b = append(b, `,"move":`...)
	b = append(b, c.Move...)
	if c.Why != "" {
		b = append(b, `,"why":"`...)
		b = append(b, c.Why...)
		b = append(b, '"')
	}
	if c.BankMS != 0 {
		b = append(b, `,"bank_ms":`...)
		b = strconv.AppendInt(b, c.BankMS, 10)
	}
	if c.ID != "" {
		b = append(b, `,"id":"`...)
		b = append(b, c.ID...)
		b = append(b, '"')
	}
	return append(b, '}')
}
