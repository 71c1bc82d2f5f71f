package lobby_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// store is a lobby.Tables and a lobby.Doors in memory, beside a log of the same kind.
type store struct {
	*tabletest.Log
	*doors

	mu          sync.Mutex // guards the rest
	rows        []lobby.Row
	undone      []lobby.Row
	quarantined []string
	fail        func() error         // what Create and Open do before anything else; nil: nothing
	undo        func() (bool, error) // what Undo answers; nil: that it has been done
	edit        func(*lobby.Row)     // what Open does to each row; nil: nothing
}

func newStore() *store { return &store{Log: tabletest.NewLog(), doors: newDoors()} }

// Undo takes back whatever it is asked to, unless a test says what it answers.
func (s *store) Undo(_ context.Context, row lobby.Row) (bool, error) {
	s.mu.Lock()
	s.undone = append(s.undone, row)
	s.mu.Unlock()
	if s.undo != nil {
		return s.undo()
	}
	return true, nil
}

func (s *store) Create(_ context.Context, row lobby.Row) error {
	if s.fail != nil {
		if err := s.fail(); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rows = append(s.rows, row)
	return nil
}

// Quarantine notes what it is asked.
func (s *store) Quarantine(_ context.Context, row lobby.Row, _ string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.quarantined = append(s.quarantined, row.ID)
	if s.fail != nil {
		return s.fail()
	}
	return nil
}

func (s *store) Open(context.Context) ([]lobby.Row, error) {
	if s.fail != nil {
		if err := s.fail(); err != nil {
			return nil, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var open []lobby.Row
	for i := range s.rows {
		if s.Closed(s.rows[i].ID) == "" {
			s.rows[i].Epoch++
			open = append(open, s.known(s.rows[i]))
		}
	}
	return open, nil
}

// known is a row with what the log's keeper knows of its table.
func (s *store) known(row lobby.Row) lobby.Row {
	row.LastSeq = int64(len(s.All(row.ID)))
	for seat := range table.Seat(table.MaxSeats) {
		if chips := s.Balance(table.Escrow(row.ID, seat)); chips > 0 {
			row.Held = append(row.Held, table.Entry{Account: table.Escrow(row.ID, seat), Amount: chips})
		}
	}
	if s.edit != nil {
		s.edit(&row)
	}
	return row
}

// config is a lobby of draw tables on s.
func config(s *store, maxTables int) lobby.Config {
	return lobby.Config{
		MaxTables:   maxTables,
		ActionClock: time.Second,
		BotLevels:   []string{"tight", "calling"},
		Doors:       s,
		Table: table.Config{
			NewGame:  tabletest.NewDraw,
			Recorder: s,
			Random:   rand.Reader,
			Log:      slog.New(slog.DiscardHandler),
			Inbox:    16,
			Idle:     time.Hour,
			Unjoined: time.Hour,
			Beat:     time.Second,
		},
	}
}

// run calls test in a bubble with a running lobby, which is drained afterwards.
func run(t *testing.T, cfg func(*store) lobby.Config, test func(*testing.T, *lobby.Lobby, *store)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := newStore()
		test(t, start(t, cfg(s), s), s)
	})
}

func tables(n int) func(*store) lobby.Config {
	return func(s *store) lobby.Config { return config(s, n) }
}

func start(t *testing.T, cfg lobby.Config, s *store) *lobby.Lobby {
	t.Helper()
	l, err := lobby.New(cfg, s)
	if err != nil {
		t.Fatalf("New: %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		l.Run(ctx)
	}()
	t.Cleanup(func() {
		if err := l.Drain(context.Background(), 0); err != nil {
			t.Errorf("Drain: %v", err)
		}
		stop()
		<-stopped
		if got := l.Slots().InUse; got != 0 {
			t.Errorf("after the drain %d slots are in use, want 0", got)
		}
	})
	return l
}

// settings are those of a table that nobody objects to.
func settings(name string) table.Settings {
	return table.Settings{Name: name, Seats: 6, BuyInMin: 40, BuyInMax: 100, ActionMS: 15000}
}

func create(t *testing.T, l *lobby.Lobby, s table.Settings) *table.Table {
	t.Helper()
	created, err := l.Create(t.Context(), quota.Caller{Account: "alice"}, s)
	if err != nil {
		t.Fatalf("Create: %v", err)
	}
	return created
}

// watcher keeps what the feed sends, with the time.
type watcher struct {
	mu       sync.Mutex // guards received
	received []received
}

type received struct {
	at      time.Time
	raw     []byte
	Type    string             `json:"type"`
	Cap     lobby.CapacityView `json:"capacity"`
	Tables  []table.Summary    `json:"tables"`
	Changed []table.Summary    `json:"changed"`
	Gone    []lobby.Gone       `json:"gone"`
}

func (w *watcher) Deliver(messages ...[]byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, raw := range messages {
		r := received{at: time.Now(), raw: raw}
		if err := json.Unmarshal(raw, &r); err != nil {
			panic(err)
		}
		w.received = append(w.received, r)
	}
}

// take returns what has come since the last take, once everything is quiet.
func (w *watcher) take() []received {
	synctest.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	r := w.received
	w.received = nil
	return r
}
