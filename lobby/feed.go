package lobby

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"time"

	"example.com/fullhouse/table"
)

// flushEvery is the least time between two messages of changes.
const flushEvery = 500 * time.Millisecond

// Watcher is someone looking at the lobby.
type Watcher interface {
	// Deliver queues messages, each a complete JSON object, and returns at once. The bytes are shared with other watchers.
	Deliver(messages ...[]byte)
}

// feed tells watchers how the list changes. Tables and sockets leave notes; the goroutine in run picks them up, and alone
// owns everything else.
type feed struct {
	capacity func() CapacityView
	wake     chan struct{} // holds one element when there may be a note

	mu    sync.Mutex // guards notes; held only to leave or to take them
	notes notes

	list     map[string]item
	encoded  []byte // the list message; nil when it must be made anew
	last     CapacityView
	watchers map[Watcher]struct{}
}

// notes are what has happened since the last look.
type notes struct {
	changed map[string]item
	gone    map[string]string // id -> why
	watch   []arrival
}

type item struct {
	age     int64
	summary table.Summary
}

type arrival struct {
	watcher Watcher
	stays   bool
}

func newFeed(capacity func() CapacityView) *feed {
	return &feed{
		capacity: capacity,
		wake:     make(chan struct{}, 1),
		notes:    notes{changed: map[string]item{}, gone: map[string]string{}},
		list:     map[string]item{},
		last:     capacity(),
		watchers: map[Watcher]struct{}{},
	}
}

// changed notes what a table looks like now. It is called by the table's goroutine and must not make it wait.
func (f *feed) changed(age int64, s table.Summary) {
	f.note(func(n *notes) { n.changed[s.ID] = item{age, s} })
}

// gone notes that a table has ended. The end of its slot wakes the goroutine.
func (f *feed) gone(id, why string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.notes.changed, id)
	f.notes.gone[id] = why
}

// watch notes that someone comes or goes.
func (f *feed) watch(w Watcher, stays bool) {
	f.note(func(n *notes) { n.watch = append(n.watch, arrival{w, stays}) })
}

func (f *feed) note(leave func(*notes)) {
	f.mu.Lock()
	leave(&f.notes)
	f.mu.Unlock()
	f.poke()
}

// poke makes the goroutine look.
func (f *feed) poke() {
	select {
	case f.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// run serves newcomers at once and sends changes when the last ones are old enough.
func (f *feed) run(ctx context.Context) {
	var rest <-chan time.Time // nil: changes may go out at once
	for {
		select {
		case <-ctx.Done():
			return
		case <-f.wake:
		case <-rest:
			rest = nil
		}
		f.admit()
		if rest == nil && f.flush() {
			rest = time.After(flushEvery)
		}
	}
}

// admit lets watchers in and out. A newcomer gets the list as the others know it and then the same changes as they.
func (f *feed) admit() {
	f.mu.Lock()
	arrivals := f.notes.watch
	f.notes.watch = nil
	f.mu.Unlock()
	for _, a := range arrivals {
		if !a.stays {
			delete(f.watchers, a.watcher)
			continue
		}
		f.watchers[a.watcher] = struct{}{}
		a.watcher.Deliver(f.whole())
	}
}

// whole is the list message, encoded once for all who come before it changes.
func (f *feed) whole() []byte {
	if f.encoded == nil {
		f.encoded = encode(List{Type: "lobby", Capacity: f.last, Tables: byAge(f.list)})
	}
	return f.encoded
}

// flush sends what has changed; false when nothing has.
func (f *feed) flush() bool {
	changed, gone := f.take()
	now := f.capacity()
	if len(changed) == 0 && len(gone) == 0 && now == f.last {
		return false
	}
	maps.Copy(f.list, changed)
	m := Changes{Type: "tables", Capacity: now, Changed: byAge(changed), Gone: []Gone{}}
	for _, id := range slices.Sorted(maps.Keys(gone)) {
		delete(f.list, id)
		m.Gone = append(m.Gone, Gone{id, gone[id]})
	}
	f.last, f.encoded = now, nil
	if len(f.watchers) > 0 {
		message := encode(m)
		for w := range f.watchers {
			w.Deliver(message)
		}
	}
	return true
}

// take takes the notes about tables away.
func (f *feed) take() (changed map[string]item, gone map[string]string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	changed, gone = f.notes.changed, f.notes.gone
	f.notes.changed, f.notes.gone = map[string]item{}, map[string]string{}
	return changed, gone
}

func byAge(items map[string]item) []table.Summary {
	sorted := slices.SortedFunc(maps.Values(items), func(a, b item) int { return cmp.Compare(a.age, b.age) })
	list := make([]table.Summary, len(sorted))
	for i, it := range sorted {
		list[i] = it.summary
	}
	return list
}

func encode(message any) []byte {
	b, err := json.Marshal(message)
	if err != nil {
		panic("lobby: message does not marshal: " + err.Error()) // a fault of the program: the types of this package
	}
	return b
}
