package lobby

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"example.com/fullhouse/capacity"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
)

// Config is how the lobby behaves.
type Config struct {
	MaxTables     int           // live tables at once: the next Create is refused
	MaxPerAccount int           // of them, those that one account made; ten times as many all guests of one address; 0: MaxTables
	MaxPerAddress int           // of them, those made from one address; 0: MaxTables
	Quota         Quota         // what creating uses up; nil: nothing
	ActionClock   time.Duration // of tables whose creator did not choose
	BotLevels     []string      // what bots there are; the first is taken when the creator did not choose
	Doors         Doors         // who may enter private tables
	// Table is what all tables share. The lobby fills in ID, Epoch, Settings, Changed and Release.
	Table table.Config
}

// Quota counts what of a day's allowance is used up. *quota.Book is one.
type Quota interface {
	// Spend calls write with the charges of one use, and counts what became of it. Its error is write's.
	Spend(kind quota.Kind, who quota.Caller, write func([]quota.Charge) error) error
	// Returned notes that the charges of one use have been taken back.
	Returned(kind quota.Kind)
}

// Lobby is the registry of live tables. Its methods may be called from any goroutine.
type Lobby struct {
	cfg    Config
	tables Tables
	bounds *bounds
	feed   *feed

	given       context.Context // ends when the lobby gives up waiting for its store: it drains
	giveUp      context.CancelFunc
	quarantined atomic.Int64

	mu       sync.Mutex // guards the rest; never held while a table or the store is at work
	live     map[string]*entry
	order    []*entry // the same, by age
	opened   int64    // counts the entries, for their age
	running  int      // entries that begin, live or end
	draining bool
	empty    chan struct{} // closed when draining and none runs any more
}

// entry is one live table.
type entry struct {
	age   int64
	id    string
	table *table.Table // nil until it runs
	ended bool
	// admitted are accounts that the store has told may enter, at most MaxAdmissions; the lobby's lock guards it.
	admitted map[string]Admission
	guard    func() // gives back the slot, and what it holds of its owner's bounds
}

// New returns a lobby without tables. Run keeps its watchers informed.
func New(cfg Config, tables Tables) (*Lobby, error) {
	if cfg.MaxTables < 1 || cfg.ActionClock <= 0 {
		return nil, errors.New("lobby: the number of tables and the action clock must be positive")
	}
	if cfg.Doors == nil {
		return nil, errors.New("lobby: somebody must remember who may enter private tables")
	}
	if cfg.MaxPerAccount < 0 || cfg.MaxPerAddress < 0 {
		return nil, errors.New("lobby: the numbers of tables of one account and of one address can't be negative")
	}
	l := &Lobby{
		cfg:    cfg,
		tables: tables,
		bounds: newBounds(cfg),
		live:   map[string]*entry{},
		empty:  make(chan struct{}),
	}
	l.given, l.giveUp = context.WithCancel(context.Background())
	l.feed = newFeed(l.Capacity)
	return l, nil
}

// Run keeps the watchers informed until ctx ends.
func (l *Lobby) Run(ctx context.Context) { l.feed.run(ctx) }

// Find returns the live table with an id.
func (l *Lobby) Find(id string) (*table.Table, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	e, ok := l.live[id]
	if !ok {
		return nil, false
	}
	return e.table, true
}

// List describes the public tables, the newest last.
func (l *Lobby) List() []table.Summary {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := make([]table.Summary, 0, len(l.order))
	for _, e := range l.order {
		if s := e.table.Summary(); !s.Settings.Private {
			list = append(list, s)
		}
	}
	return list
}

// Seated is a seat that an account holds.
type Seated struct {
	Table string      `json:"table"`
	Name  string      `json:"name"`  // of the table
	Chips table.Chips `json:"chips"` // as of the last hand's end
}

// Seats are the seats that an account holds at live tables, the oldest table first.
func (l *Lobby) Seats(account string) []Seated {
	l.mu.Lock()
	defer l.mu.Unlock()
	seats := []Seated{}
	for _, e := range l.order {
		s := e.table.Summary()
		if chips, ok := s.Stacks[account]; ok {
			seats = append(seats, Seated{s.ID, s.Settings.Name, chips})
		}
	}
	return seats
}

// Capacity tells how full the server is.
func (l *Lobby) Capacity() CapacityView {
	l.mu.Lock()
	draining := l.draining
	l.mu.Unlock()
	st := l.Slots()
	v := CapacityView{Used: st.InUse, Cap: st.Limit, Create: CreateOpen}
	switch {
	case draining:
		v.Create = CreateDraining
	case st.InUse >= st.Limit:
		v.Create = CreateFull
	}
	return v
}

// Slots are the counters of the table cap.
func (l *Lobby) Slots() capacity.Stats { return l.bounds.slots.Stats() }

// Watch sends w the whole list and then what changes, until Unwatch.
func (l *Lobby) Watch(w Watcher) { l.feed.watch(w, true) }

// Unwatch ends what Watch began. A message already on its way may still come.
func (l *Lobby) Unwatch(w Watcher) { l.feed.watch(w, false) }
