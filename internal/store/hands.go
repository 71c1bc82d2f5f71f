package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"time"
	"unicode/utf8"

	"example.com/fullhouse/table"
)

// addHand keeps a finished hand.
func addHand(t *tx, id string, h *table.HandRecord, now int64) error {
	n, err := t.exec(`INSERT INTO hands (id, table_id, ended_at, events) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		string(h.Hand), id, now, string(h.Events))
	if err != nil {
		return err
	}
	if n == 0 {
		return fmt.Errorf("hand %s: %w", h.Hand, ErrKept)
	}
	for i := range h.Seats {
		s := &h.Seats[i]
		_, err := t.exec(`INSERT INTO hand_seats (hand, seat, account, name, bot, net, marks, private, ended_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			string(h.Hand), int64(s.Seat), orNull(s.Account), s.Name, s.Bot, int64(s.Net), marksOf(s), orNull(string(s.Private)), now)
		if err != nil {
			return err
		}
	}
	return nil
}

// marksOf are a seat's marks as they are kept.
func marksOf(s *table.HandSeat) string {
	if len(s.Marks) == 0 {
		return "[]"
	}
	text, err := json.Marshal(s.Marks)
	if err != nil {
		panic("store: marks do not marshal: " + err.Error()) // they are words
	}
	return string(text)
}

// handColumns begins a query of seats in hands. Its arguments are the viewer's account, twice: nobody else's account and part
// leaves the database.
const handColumns = `SELECT s.hand, h.table_id, t.settings, h.ended_at, h.events, s.seat, s.name, s.bot, s.net, s.marks,
	CASE WHEN s.account = ? THEN s.account ELSE '' END, CASE WHEN s.account = ? THEN s.private END
	FROM hand_seats s JOIN hands h ON h.id = s.hand JOIN tables t ON t.id = h.table_id`

// scanHand reads a seat with its hand.
func scanHand(rows *sql.Rows) (h table.Played, s table.HandSeat, err error) {
	var settings, events, marks string
	var private sql.NullString
	var ended int64
	if err := rows.Scan((*string)(&h.Hand), &h.Table, &settings, &ended, &events, &s.Seat, &s.Name, &s.Bot, (*int64)(&s.Net), &marks,
		&s.Account, &private); err != nil {
		return h, s, err
	}
	h.Events, h.Ended = json.RawMessage(events), time.UnixMilli(ended).UTC()
	if private.Valid {
		s.Private = json.RawMessage(private.String)
	}
	if err := json.Unmarshal([]byte(marks), &s.Marks); err != nil {
		return h, s, fmt.Errorf("marks of hand %s: %w", h.Hand, err)
	}
	if err := json.Unmarshal([]byte(settings), &h.Settings); err != nil {
		return h, s, fmt.Errorf("settings of table %s: %w", h.Table, err)
	}
	return h, s, nil
}

// Hands returns somebody's hands, the newest first. Of the seats each has only the one that was theirs.
func (s *Store) Hands(ctx context.Context, q table.HandQuery) ([]table.Played, error) {
	after := q.After
	if after == (table.HandPlace{}) {
		after.Ended = math.MaxInt64
	}
	at, prefix := atTable(q.Table)
	args := append([]any{q.Account, q.Account, q.Account, after.Ended, string(after.Hand)}, prefix...)
	hands := []table.Played{}
	err := s.each(ctx, func(rows *sql.Rows) error {
		h, seat, err := scanHand(rows)
		h.Viewer, h.Seats = seat.Seat, []table.HandSeat{seat}
		hands = append(hands, h)
		return err
	}, handColumns+` WHERE s.account = ? AND (s.ended_at, s.hand) < (?, ?)`+at+` ORDER BY s.ended_at DESC, s.hand DESC LIMIT ?`,
		append(args, q.Limit)...)
	if err != nil {
		return nil, fmt.Errorf("list the hands of %s: %w", q.Account, err)
	}
	return hands, nil
}

// atTable narrows a query of seats in hands to one table. A hand's id begins with its table's, and a dash.
func atTable(id string) (condition string, args []any) {
	if id == "" {
		return "", nil
	}
	return ` AND substr(s.hand, 1, ?) = ?`, []any{utf8.RuneCountInString(id) + 1, id + "-"}
}

// Hand returns a hand to somebody who was dealt in, with all its seats. It reports false to everybody else.
func (s *Store) Hand(ctx context.Context, account string, id table.HandID) (hand table.Played, found bool, err error) {
	var seats []table.HandSeat
	viewer := table.NoSeat
	err = s.each(ctx, func(rows *sql.Rows) (err error) {
		var seat table.HandSeat
		hand, seat, err = scanHand(rows)
		seats = append(seats, seat)
		if seat.Account != "" {
			viewer = seat.Seat
		}
		return err
	}, handColumns+` WHERE s.hand = ? AND EXISTS (SELECT 1 FROM hand_seats own WHERE own.hand = s.hand AND own.account = ?) ORDER BY s.seat`,
		account, account, string(id), account)
	if err != nil {
		return table.Played{}, false, fmt.Errorf("read hand %s: %w", id, err)
	}
	hand.Viewer, hand.Seats = viewer, seats
	return hand, len(seats) > 0, nil
}

// ForgetHands removes hands that ended before a time, the oldest first and at most limit, and reports how many. What they have
// moved stays in the ledger.
func (s *Store) ForgetHands(ctx context.Context, before time.Time, limit int) (int, error) {
	var deleted int64 // read only when write has succeeded
	err := s.write(ctx, func(t *tx) error {
		const old = `(SELECT id FROM hands WHERE ended_at < ? ORDER BY ended_at, id LIMIT ?)`
		if _, err := t.exec(`DELETE FROM hand_seats WHERE hand IN `+old, before.UnixMilli(), limit); err != nil {
			return err
		}
		n, err := t.exec(`DELETE FROM hands WHERE id IN `+old+` AND NOT EXISTS (SELECT 1 FROM hand_seats WHERE hand = id)`,
			before.UnixMilli(), limit)
		deleted = n
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("forget hands: %w", err)
	}
	return int(deleted), nil
}

// leaveHands takes an account out of the hands that it was dealt into. The others' stay as they are.
func leaveHands(t *tx, account string) error {
	_, err := t.exec(`UPDATE hand_seats SET account = NULL, private = NULL, name = ? WHERE account = ?`, erasedName, account)
	return err
}
