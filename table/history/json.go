package history

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"example.com/fullhouse/table"
)

// maxJSON bounds the text of one hand in our form. With every card opened and a proof beside it, nine players that raise
// each other chip by chip stay far below.
const maxJSON = 1 << 20

// ReadJSON yields the hands of a file in our form, each checked. A hand that cannot be read is yielded as an error with the
// number of the hand, and if the text goes on in order, so do the hands.
func ReadJSON(r io.Reader) iter.Seq2[*Hand, error] {
	return func(yield func(*Hand, error) bool) {
		text := &allowance{r: r}
		values := json.NewDecoder(text)
		for n := 1; ; n++ {
			text.left = maxJSON
			var raw json.RawMessage
			err := values.Decode(&raw)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(nil, fmt.Errorf("hand %d: %w", n, syntaxError(err)))
				return
			}
			h, err := parseJSON(raw)
			if err != nil {
				h, err = nil, fmt.Errorf("hand %d: %w", n, err)
			}
			if !yield(h, err) {
				return
			}
		}
	}
}

// allowance is a reader that gives out only so much before it is renewed, so that one endless value cannot fill the memory.
type allowance struct {
	r    io.Reader
	left int
}

func (a *allowance) Read(p []byte) (int, error) {
	if a.left <= 0 {
		return 0, ErrTooLong
	}
	n, err := a.r.Read(p[:min(len(p), a.left)])
	a.left -= n
	return n, err
}

// syntaxError keeps what reading said and calls everything else malformed.
func syntaxError(err error) error {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok || errors.Is(err, io.ErrUnexpectedEOF) {
		if syntax != nil {
			return malformed("%v, at byte %d", err, syntax.Offset)
		}
		return malformed("%v", err)
	}
	return err
}

func parseJSON(raw []byte) (*Hand, error) {
	var form struct {
		Version int `json:"version"`
	}
	if err := json.Unmarshal(raw, &form); err != nil {
		return nil, malformed("%v", err)
	}
	if form.Version < 1 || form.Version > Version { // said before anything else: another version's fields may well be unknown
		return nil, unsupported("version %d of our form; this program reads versions 1 to %d", form.Version, Version)
	}
	h := &Hand{Viewer: table.NoSeat}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(h); err != nil {
		return nil, malformed("%v", err)
	}
	if form.Version == 1 && h.needs2() {
		return nil, malformed("version 1 knows no straddle, posts, bomb pot, second board, votes or bots")
	}
	h.Version = Version
	if err := h.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", short(string(h.ID)), err)
	}
	return h, nil
}

// needs2 reports whether a hand has what version 1 could not say.
func (h *Hand) needs2() bool {
	return h.Straddle != 0 || h.BombPot != 0 || h.Posts != nil || h.Board2 != nil || slices.ContainsFunc(h.Actions, Action.vote) ||
		slices.ContainsFunc(h.Seats, func(s Seat) bool { return s.Bot != "" }) ||
		h.Result != nil && slices.ContainsFunc(h.Result.Pots, func(p Pot) bool { return p.Run != 0 })
}

// WriteJSON writes a hand in our form. Hands written one after another make a file of many.
func WriteJSON(w io.Writer, h *Hand) error {
	if err := h.Check(); err != nil {
		return err
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(h)
}
