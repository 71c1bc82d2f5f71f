package table_test

import (
	"encoding/json"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// mine is a game of Draw whose rules panic when they are asked for one of two things, for as often as there is powder.
type mine struct {
	*tabletest.Draw
	powder *powder
}

// powder is how often moves and starts of hands will panic.
type powder struct{ moves, starts atomic.Int64 }

func burn(left *atomic.Int64) {
	if left.Load() > 0 {
		left.Add(-1)
		panic("a fault in the rules")
	}
}

// touch is a move that sets a mine off, and a pass once there is no powder.
var touch = json.RawMessage(`"touch"`)

func (m mine) Act(seat table.Seat, move json.RawMessage, why table.Why) ([]table.Event, error) {
	if string(move) == string(touch) || why == table.ByClock {
		burn(&m.powder.moves)
		move = tabletest.Pass
	}
	return m.Draw.Act(seat, move, why)
}

func (m mine) Start(hand table.HandID, places []table.Place, secret []byte) (table.Dealing, error) {
	burn(&m.powder.starts)
	return m.Draw.Start(hand, places, secret)
}

func (m mine) Clone(table.Game) table.Game {
	return mine{m.Draw.Clone(nil).(*tabletest.Draw), m.powder}
}

// minefield is a table of mines with another table of Draw beside it.
type minefield struct {
	*world
	powder     *powder
	failed     chan string // why the table was given up, each time
	alice, bob *tabletest.Player
	other      *world
}

// inMinefield runs f with alice and bob in a hand at the table with mines, and carol and dave at the other.
func inMinefield(t *testing.T, f func(*testing.T, *minefield)) {
	m := &minefield{powder: &powder{}, failed: make(chan string, 9)}
	edit := func(c *table.Config) {
		c.NewGame = func(settings, saved json.RawMessage) (table.Game, error) {
			d, err := tabletest.NewDraw(settings, saved)
			return mine{d.(*tabletest.Draw), m.powder}, err
		}
		c.Failed = func(why string) { m.failed <- why }
	}
	t.Helper()
	inWorld(t, edit, func(t *testing.T, w *world) {
		m.world = w
		m.other = &world{t: t, log: w.log, cfg: w.cfg}
		m.other.cfg.ID, m.other.cfg.NewGame, m.other.cfg.Random = "other", tabletest.NewDraw, rand.NewChaCha8([32]byte{2})
		m.other.cfg.Release = func() { m.other.released++ }
		m.other.open(nil)
		carol, _ := m.other.seat("carol", 0), m.other.seat("dave", 1)
		m.alice, m.bob = w.deal()
		f(t, m)
		m.other.must(carol, table.SitOut{}) // whatever has happened beside it
		m.other.money()
		m.other.stop()
	})
}

// touches makes the move of whoever is on turn, which may set a mine off.
func (m *minefield) touches(p *tabletest.Player) error {
	m.t.Helper()
	act := m.pass(p)
	act.Move = touch
	return m.do(p, act)
}

// lives checks that the table is where it was, with its players connected.
func (m *minefield) lives(before table.View) {
	m.t.Helper()
	m.after(2 * time.Second) // its log has been read again
	after := m.view("watcher")
	if after.Turn == nil || after.Turn.MSLeft < clock.Milliseconds()-2000 {
		m.t.Fatalf("the turn afterwards is %+v, want one with a full clock", after.Turn)
	}
	after.Turn.MSLeft = before.Turn.MSLeft
	if diff := cmp.Diff(asJSON(before), asJSON(after)); diff != "" {
		m.t.Errorf("the table before and after (-before +after):\n%s", diff)
	}
	if len(m.failed) != 0 || m.alice.Ended() != "" || m.bob.Ended() != "" {
		m.t.Errorf("given up %d times, alice heard %q and bob %q: want it to live", len(m.failed), m.alice.Ended(), m.bob.Ended())
	}
}

// dies checks that the table was given up, once, and that its players were told.
func (m *minefield) dies() {
	m.t.Helper()
	m.after(2 * time.Second)
	<-m.table.Done()
	if len(m.failed) != 1 || m.released != 1 || m.alice.Ended() != table.Quarantined || m.bob.Ended() != table.Quarantined {
		m.t.Errorf("given up %d times, released %d times, alice heard %q and bob %q: want it quarantined once, and said", len(m.failed),
			m.released, m.alice.Ended(), m.bob.Ended())
	}
}

func TestF17_APanicInOneTable(t *testing.T) {
	t.Run("once leaves everybody where they were", func(t *testing.T) {
		inMinefield(t, func(t *testing.T, m *minefield) {
			before := m.view("watcher")
			m.powder.moves.Store(1)
			if err := m.touches(m.alice); err != table.ErrInternal {
				t.Errorf("alice heard %v, want ErrInternal", err)
			}
			m.lives(before)
			if err := m.touches(m.alice); err != nil {
				t.Errorf("alice's move again: %v", err)
			}
			m.must(m.bob, m.pass(m.bob))
			m.money()
		})
	})
	t.Run("twice on the same action quarantines it", func(t *testing.T) {
		inMinefield(t, func(t *testing.T, m *minefield) {
			before, log := m.view("watcher"), len(m.log.All(m.cfg.ID))
			m.powder.moves.Store(2)
			_ = m.touches(m.alice)
			m.lives(before)
			if err := m.touches(m.alice); err != table.ErrInternal && err != table.ErrTableClosed {
				t.Errorf("alice heard %v, want that the table failed", err)
			}
			m.dies()
			if got := len(m.log.All(m.cfg.ID)); got != log || m.log.Closed(m.cfg.ID) != "" {
				t.Errorf("the log has %d records, closed %q, want it as it was: %d", got, m.log.Closed(m.cfg.ID), log)
			}
		})
	})
	t.Run("on one action and then on another is survived", func(t *testing.T) {
		inMinefield(t, func(t *testing.T, m *minefield) {
			for _, p := range []*tabletest.Player{m.alice, m.bob} {
				before := m.view("watcher")
				m.powder.moves.Store(1)
				_ = m.touches(p)
				m.lives(before)
				if err := m.touches(p); err != nil {
					t.Errorf("%s's move again: %v", p.Name(), err)
				}
			}
			m.money()
		})
	})
	t.Run("in what the clock does is given a full turn to mend", func(t *testing.T) {
		inMinefield(t, func(t *testing.T, m *minefield) {
			before := m.view("watcher")
			m.powder.moves.Store(2)
			m.after(clock)
			m.lives(before)
			m.after(clock)
			m.dies()
		})
	})
	t.Run("in the start of a hand costs no chips", func(t *testing.T) {
		inMinefield(t, func(t *testing.T, m *minefield) {
			m.powder.starts.Store(1)
			m.must(m.alice, m.pass(m.alice))
			m.must(m.bob, m.pass(m.bob))
			m.after(m.cfg.Beat)
			m.after(3 * time.Second) // to read the log, and a pause
			m.must(m.alice, m.pass(m.alice))
			m.money()
		})
	})
	t.Run("in each start of a hand quarantines it", func(t *testing.T) {
		inMinefield(t, func(t *testing.T, m *minefield) {
			m.powder.starts.Store(1000)
			m.must(m.alice, m.pass(m.alice))
			m.must(m.bob, m.pass(m.bob))
			m.after(m.cfg.Beat)
			m.after(2 * time.Second)
			m.dies()
		})
	})
	t.Run("while the log is read again quarantines it", func(t *testing.T) {
		inMinefield(t, func(t *testing.T, m *minefield) {
			m.powder.moves.Store(1)
			m.powder.starts.Store(1000) // the running hand starts again when it is replayed
			_ = m.touches(m.alice)
			m.after(2 * time.Second)
			m.dies()
		})
	})
}
