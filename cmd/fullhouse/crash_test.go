package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"example.com/fullhouse/internal/crashpoint"
)

// night is some tables with people and bots, whose server dies now and then.
type night struct {
	t        *testing.T
	db       database
	settings []string
	server   *process
	gamblers []*gambler
	stories  []*chronicle
}

const nightClock = 20 * time.Second

// openNight starts a server where nobody is yet.
func openNight(t *testing.T, db database) *night {
	t.Helper()
	n := &night{t: t, db: db, settings: []string{"ACTION_CLOCK", nightClock.String(), "BOT_PACE", "1ms", "STARTING_CHIPS", "10000000",
		"RATE_ACTIONS", "1000/s:1000", "DRAIN_TIMEOUT", "6s"}}
	n.server = db.start(t, n.settings...)
	return n
}

// newNight seats people: two players and two bots at each table, and one who makes no move at the last.
func newNight(t *testing.T, db database, tables int, seed uint64) *night {
	t.Helper()
	n := openNight(t, db)
	withBots := map[string]any{"bots": 2, "private": true}
	for i := range tables {
		n.seat(withBots, seed+uint64(10*i), 2)
	}
	n.seat(withBots, seed, 1)
	n.gamblers[len(n.gamblers)-1].passive = true
	return n
}

// seat opens a table and brings people to it.
func (n *night) seat(settings map[string]any, seed uint64, people int) {
	n.t.Helper()
	host := n.server.person(n.t)
	host.guest()
	table, story := host.createTable(settings), newChronicle()
	n.stories = append(n.stories, story)
	for p := range people {
		who := host
		if p > 0 {
			who = n.server.person(n.t)
			who.guest()
			who.acceptFrom(host, table)
		}
		g := newGambler(who, table, story, seed+uint64(p))
		g.sit(n.server.url)
		n.gamblers = append(n.gamblers, g)
	}
}

// playUntilDead lets everybody play until the server is dead.
func (n *night) playUntilDead(die func()) {
	n.t.Helper()
	var playing sync.WaitGroup
	for _, g := range n.gamblers {
		playing.Go(func() { g.play(func(told) bool { return false }) })
	}
	die()
	playing.Wait()
	n.check()
}

// again starts the server once more and brings everybody back.
func (n *night) again(settings ...string) {
	n.t.Helper()
	n.db.audited(n.t)
	n.server = n.db.start(n.t, append(slices.Clone(n.settings), settings...)...)
	for _, g := range n.gamblers {
		g.comeBack(n.server.url)
	}
}

// stillborn starts the server and kills it before anybody comes, most likely while it brings the tables back.
func (n *night) stillborn(after time.Duration) {
	n.t.Helper()
	n.db.audited(n.t)
	p := n.db.spawn(n.t, n.settings...)
	time.Sleep(after)
	p.kill()
}

// check fails the test for whatever is wrong so far.
func (n *night) check() {
	n.t.Helper()
	for _, g := range n.gamblers {
		for _, e := range g.errs {
			n.t.Error(e)
		}
		g.errs = nil
	}
	for _, s := range n.stories {
		for _, e := range s.wrong() {
			n.t.Error(e)
		}
	}
	if n.t.Failed() {
		n.t.FailNow()
	}
}

// ends plays on until each table has seen the end of another hand, and shuts down in peace.
func (n *night) ends() {
	n.t.Helper()
	n.again()
	var playing sync.WaitGroup
	for _, g := range n.gamblers {
		if !g.passive {
			playing.Go(func() { g.play(func(m told) bool { return m.Type == "hand_ended" }) })
		}
	}
	playing.Wait()
	n.check()
	n.server.terminate()
	for _, g := range n.gamblers {
		_ = g.socket.conn.CloseNow()
	}
	if code := n.server.wait(); code != exitGood {
		n.t.Errorf("exit %d, want %d; it said:\n%s", code, exitGood, n.server.log)
	}
	n.db.audited(n.t)
}

func TestF1_KilledAtRandomMoments(t *testing.T) {
	t.Parallel()
	rounds := 20
	if os.Getenv(prefix+"FULL") != "" {
		rounds = 200
	}
	onBoth(t, func(t *testing.T, db database) {
		t.Parallel()
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		chance := rand.New(rand.NewPCG(seed, 1))
		n := newNight(t, db, 3, seed)
		idle := n.gamblers[len(n.gamblers)-1]
		var waits decision // of the one who makes no move
		for round := range rounds {
			n.playUntilDead(func() {
				time.Sleep(time.Duration(20+chance.IntN(400)) * time.Millisecond)
				n.server.kill()
			})
			if round%4 == 3 {
				n.stillborn(time.Duration(chance.IntN(150)) * time.Millisecond)
			}
			n.again()
			idle.play(func(m told) bool { return m.Type == "snapshot" })
			turn := idle.last.Table.Turn
			if turn == nil || turn.Seat != idle.seat {
				if round > 0 {
					t.Fatalf("round %d: it is no longer the turn of the one who waits: %+v", round, turn)
				}
				continue // the server had died before it came to that
			}
			if round > 0 && waits != (decision{}) && turn.decision != waits {
				t.Fatalf("round %d: the turn was %+v and is %+v", round, waits, turn.decision)
			}
			waits = turn.decision
			if least := (nightClock - time.Since(n.server.began)).Milliseconds(); turn.MSLeft < least {
				t.Errorf("round %d: %d ms are left of the turn, want all of it: %d at least", round, turn.MSLeft, least)
			}
		}
		n.server.kill()
		n.ends()
		var hands, moves int
		for _, s := range n.stories {
			hands, moves = hands+s.count("hand_ended"), moves+s.count("acted")
		}
		t.Logf("%d rounds, %d hands, %d moves", rounds, hands, moves)
		if hands < rounds/2 {
			t.Errorf("only %d hands were played: the rounds prove little", hands)
		}
	})
}

func TestCrashPoints_EachIsSurvived(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db database) {
		t.Parallel()
		n := newNight(t, db, 2, 1)
		n.server.kill()
		for _, point := range crashpoint.All() {
			if point == crashpoint.InsideMigration {
				continue // it needs an older database
			}
			for _, nth := range []int{5, 6, 13} {
				n.again("CRASH_AT", fmt.Sprintf("%s:%d", point, nth))
				n.playUntilDead(func() { n.server.wait() })
				if state := n.server.cmd.ProcessState.String(); state != "signal: killed" {
					t.Fatalf("%s:%d: the server ended with %s; it said:\n%s", point, nth, state, n.server.log)
				}
			}
		}
		n.ends()
	})
}
