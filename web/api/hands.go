package api

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/history"
)

// Past is what has been played. *store.Store is one.
type Past interface {
	// Hands are somebody's, the newest first, each with the one seat that was theirs.
	Hands(ctx context.Context, q table.HandQuery) ([]table.Played, error)
	// Hand is one of theirs with all its seats; false when they were not dealt in.
	Hand(ctx context.Context, account string, id table.HandID) (hand table.Played, found bool, err error)
	// Tally counts somebody's hands, all of them or those of one table.
	Tally(ctx context.Context, account, at string) (table.Tally, error)
	// Sittings tells who made a table and what everybody has brought there and taken; false when there is none.
	Sittings(ctx context.Context, table string) (host string, all []table.Sitting, found bool, err error)
}

// How many hands a list has.
const (
	defaultHands = 50
	maxHands     = 100
)

// HandLine is one of the caller's hands in their list.
type HandLine struct {
	Hand   table.HandID    `json:"hand"`
	Table  string          `json:"table"`            // the table's id
	Name   string          `json:"name"`             // the table's name
	Stakes json.RawMessage `json:"stakes"`           // of the table's settings, what they say of the game
	Ended  time.Time       `json:"ended_at"`         // when, in UTC
	Seat   table.Seat      `json:"seat"`             // the caller's
	Net    table.Chips     `json:"net"`              // what the caller won, or lost when negative
	Cards  []string        `json:"cards"`            // the caller's
	Board  []string        `json:"board"`            // as far as it was dealt
	Board2 []string        `json:"board2,omitempty"` // the second one, when it was dealt twice
	Marks  []string        `json:"marks"`            // what counts in statistics
}

// hands lists the caller's own.
func (s *Server) hands(w http.ResponseWriter, r *http.Request, who auth.Identity) error {
	q, err := handQuery(r, who.ID)
	if err != nil {
		return err
	}
	limit := q.Limit
	q.Limit++ // one more tells whether there are more
	all, err := s.deps.Past.Hands(r.Context(), q)
	if err != nil {
		return fmt.Errorf("list hands: %w", err)
	}
	var body struct {
		Hands  []HandLine `json:"hands"`
		Cursor string     `json:"cursor,omitempty"` // to go on with; absent at the end
	}
	if len(all) > limit {
		all = all[:limit]
		body.Cursor = cursorAfter(all[limit-1])
	}
	body.Hands = []HandLine{}
	for i := range all {
		body.Hands = append(body.Hands, s.line(&all[i]))
	}
	writeJSON(w, http.StatusOK, "application/json", body)
	return nil
}

// line is a hand as the list has it. One that can't be read, which would be a fault of ours, is listed without its cards.
func (s *Server) line(h *table.Played) HandLine {
	l := HandLine{Hand: h.Hand, Table: h.Table, Name: h.Settings.Name, Stakes: h.Settings.Game, Ended: h.Ended, Seat: h.Viewer,
		Cards: []string{}, Board: []string{}, Marks: []string{}}
	for _, seat := range h.Seats {
		if seat.Seat == h.Viewer {
			l.Net, l.Marks = seat.Net, append(l.Marks, seat.Marks...)
		}
	}
	hand, err := history.FromRecord(h.Settings.Game, &h.HandRecord, h.Viewer)
	if err != nil {
		s.log.Error("a hand in the history can't be read", "table", h.Table, "error", err)
		return l
	}
	l.Board, l.Board2 = texts(hand.Board), texts(hand.Board2)
	for _, seat := range hand.Seats {
		if seat.Seat == h.Viewer {
			l.Cards = texts(seat.Cards)
		}
	}
	return l
}

// texts are cards as text.
func texts[T fmt.Stringer](cards []T) []string {
	all := []string{}
	for _, c := range cards {
		all = append(all, c.String())
	}
	return all
}

// handQuery reads what a list is asked for.
func handQuery(r *http.Request, account string) (q table.HandQuery, err error) {
	q = table.HandQuery{Account: account, Limit: defaultHands}
	asked := r.URL.Query()
	if text := asked.Get("limit"); text != "" {
		q.Limit, err = strconv.Atoi(text)
		if err != nil || q.Limit < 1 || q.Limit > maxHands {
			return q, badRequest{fmt.Sprintf("limit is not a number from 1 to %d", maxHands)}
		}
	}
	if text := asked.Get("cursor"); text != "" {
		if q.After, err = readCursor(text); err != nil {
			return q, badRequest{"cursor is none that an answer had"}
		}
	}
	q.Table, err = tableAsked(r)
	return q, err
}

// cursorAfter is where a list goes on after a hand. What is added later stands before it.
func cursorAfter(h table.Played) string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d %s", h.Ended.UnixMilli(), h.Hand))
}

func readCursor(text string) (at table.HandPlace, err error) {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return at, err
	}
	ended, hand, _ := strings.Cut(string(raw), " ")
	if !isID(hand) {
		return at, strconv.ErrSyntax
	}
	at.Hand = table.HandID(hand)
	at.Ended, err = strconv.ParseInt(ended, 10, 64)
	return at, err
}

// handForm is a form that a hand is handed out in.
type handForm struct {
	kind   string // the content's type
	suffix string // of the file that it is to become; "" when it is an answer for programs
	write  func(io.Writer, *history.Hand, history.About) error
}

var (
	handJSON = handForm{"application/json", "", func(w io.Writer, h *history.Hand, _ history.About) error { return history.WriteJSON(w, h) }}
	handPHH  = handForm{"application/toml", ".phh", history.WritePHH}
	handText = handForm{"text/plain; charset=utf-8", ".txt", history.WriteText}
)

// hand hands out one of the caller's hands. One in which they were not dealt in is not there for them.
func (s *Server) hand(form handForm) func(http.ResponseWriter, *http.Request, auth.Identity) error {
	return func(w http.ResponseWriter, r *http.Request, who auth.Identity) error {
		id := chi.URLParam(r, "hand")
		if !isID(id) {
			return errNotFound
		}
		h, found, err := s.deps.Past.Hand(r.Context(), who.ID, table.HandID(id))
		switch {
		case err != nil:
			return fmt.Errorf("read a hand: %w", err)
		case !found:
			return errNotFound
		}
		hand, err := history.FromRecord(h.Settings.Game, &h.HandRecord, h.Viewer)
		if err != nil {
			return fmt.Errorf("read hand %s: %w", id, err)
		}
		var text bytes.Buffer
		if err := form.write(&text, hand, history.About{Table: h.Settings.Name, Seats: h.Settings.Seats, Start: h.Ended}); err != nil {
			return fmt.Errorf("write hand %s: %w", id, err)
		}
		if form.suffix != "" {
			w.Header().Set("Content-Disposition", `attachment; filename="`+id+form.suffix+`"`)
		}
		writeBody(w, http.StatusOK, form.kind, text.Bytes())
		return nil
	}
}
