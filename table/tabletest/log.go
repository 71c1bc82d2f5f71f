package tabletest

import (
	"context"
	"slices"
	"sync"

	"example.com/fullhouse/table"
)

// Log is a table.Recorder in memory, for any number of tables. It keeps balances, so that a buy-in can be refused. The zero
// value is not ready: use NewLog.
type Log struct {
	mu       sync.Mutex // guards all below
	records  map[string][]table.Record
	balances map[table.Account]table.Chips
	posted   map[string]bool
	closed   map[string]string
	behave   func(table.Batch) Behaviour
	held     []func()
}

// Behaviour is what a Log does with one append.
type Behaviour struct {
	Err   error // what it answers
	Write bool  // whether it keeps the batch all the same, as when the answer to COMMIT is lost
	Hold  bool  // answer only at Release
}

// NewLog returns an empty log in which everybody's wallet holds a million chips.
func NewLog() *Log {
	return &Log{
		records: map[string][]table.Record{}, balances: map[table.Account]table.Chips{},
		posted: map[string]bool{}, closed: map[string]string{},
	}
}

// Behave makes f decide about each append from now on; nil: all succeed at once.
func (l *Log) Behave(f func(table.Batch) Behaviour) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.behave = f
}

// Release answers what is held.
func (l *Log) Release() {
	l.mu.Lock()
	held := l.held
	l.held = nil
	l.mu.Unlock()
	for _, answer := range held {
		answer()
	}
}

// Append implements table.Recorder.
func (l *Log) Append(b table.Batch, done func(error)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	how := Behaviour{Write: true}
	if l.behave != nil {
		how = l.behave(b)
	}
	err := how.Err
	if how.Write {
		if e := l.write(b); e != nil {
			err = e
		}
	}
	if how.Hold {
		l.held = append(l.held, func() { done(err) })
		return
	}
	done(err)
}

func (l *Log) write(b table.Batch) error {
	have := l.records[b.Table]
	if len(have) > 0 && have[len(have)-1].Seq != b.Prev || len(have) == 0 && b.Prev != 0 {
		return table.ErrFenced
	}
	for _, t := range b.Transfers {
		if l.posted[t.ID] {
			return table.ErrFenced
		}
		for _, e := range t.Entries {
			if l.balances[e.Account]+wallet(e.Account)+e.Amount < 0 && e.Account != table.Mint {
				return table.ErrNotEnoughChips
			}
		}
	}
	for _, t := range b.Transfers {
		l.posted[t.ID] = true
		for _, e := range t.Entries {
			l.balances[e.Account] += e.Amount
		}
	}
	l.records[b.Table] = append(have, b.Records...)
	if b.Closed != "" {
		l.closed[b.Table] = b.Closed
	}
	return nil
}

// wallet is what an account holds before anything is posted.
func wallet(a table.Account) table.Chips {
	if len(a) > 7 && a[:7] == "wallet:" {
		return 1_000_000
	}
	return 0
}

// Records implements table.Recorder.
func (l *Log) Records(_ context.Context, id string) ([]table.Record, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := l.records[id]
	for i := len(all) - 1; i > 0; i-- {
		if all[i].Kind == table.KindCheckpoint {
			return slices.Clone(all[i:]), nil
		}
	}
	return slices.Clone(all), nil
}

// All returns every record of a table, also those before the last checkpoint.
func (l *Log) All(id string) []table.Record { return l.Since(id, 0) }

// Since returns a table's records from the nth on.
func (l *Log) Since(id string, n int) []table.Record {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.records[id][n:])
}

// Balance is what has been posted to an account.
func (l *Log) Balance(a table.Account) table.Chips {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.balances[a]
}

// Sum is the sum of all balances, which is always 0.
func (l *Log) Sum() (sum table.Chips) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, b := range l.balances {
		sum += b
	}
	return sum
}

// Closed is why a table's log has ended, "" while it goes on.
func (l *Log) Closed(id string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.closed[id]
}
