package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"example.com/fullhouse/internal/store/pgtest"
)

// visitors ask for one thing after the other until they are sent home. All that they are told is counted.
type visitors struct {
	people  []*person
	mu      sync.Mutex
	answers map[string]int // guarded by mu
	ended   chan struct{}
	all     sync.WaitGroup
}

// newVisitors brings so many guests in. They don't ask yet.
func (g *game) newVisitors(n int) *visitors {
	v := &visitors{answers: map[string]int{}, ended: make(chan struct{})}
	for range n {
		p := g.person(g.t)
		p.guest()
		v.people = append(v.people, p)
	}
	return v
}

// ask lets them begin: with methods and paths, each visitor with another of them.
func (v *visitors) ask(asks ...[2]string) {
	for i, p := range v.people {
		v.all.Go(func() {
			for n := i; ; n++ {
				select {
				case <-v.ended:
					return
				default:
				}
				answer := p.answer(asks[n%len(asks)][0], asks[n%len(asks)][1], struct{}{})
				v.mu.Lock()
				v.answers[answer]++
				v.mu.Unlock()
			}
		})
	}
}

// hear waits until one of them has been told this.
func (v *visitors) hear(t *testing.T, answer string) {
	t.Helper()
	got := settled(func() string {
		v.mu.Lock()
		defer v.mu.Unlock()
		if v.answers[answer] > 0 {
			return answer
		}
		return fmt.Sprint(v.answers)
	}, answer)
	if got != answer {
		t.Errorf("the visitors heard %s and never %s", got, answer)
	}
}

// goHome ends it. Whoever was refused must have been told that the database is busy.
func (v *visitors) goHome(t *testing.T) {
	t.Helper()
	close(v.ended)
	v.all.Wait()
	good := regexp.MustCompile(`^(20[01]|503 (db_busy|request_timeout|server_busy|database_unavailable))$`)
	for answer := range v.answers {
		if !good.MatchString(answer) {
			t.Errorf("the visitors were told %s", answer)
		}
	}
}

// patient are settings under which nobody is refused for coming often.
var patient = []string{"RATE_CREATE", "100000/min", "QUOTA_TABLES", "guest:10000,account:10000", "MAX_TABLES_PER_ACCOUNT", "1000",
	"MAX_TABLES_PER_ADDRESS", "1000", "MAX_LIVE_TABLES", "1000", "RATE_ACTIONS", "100000/s", "HEARTBEAT", "5m"}

// spare is how many goroutines more than before may be there afterwards: connections to the database, and of those who looked.
const spare = 20

// isWell holds the server to what it was before: it reads, writes and plays, and nothing waits or is left behind.
func (g *game) isWell(goroutines int) {
	g.t.Helper()
	for ask, want := range map[[2]string]string{{"GET", "/api/me"}: "200", {"GET", "/readyz"}: "200", {"POST", "/api/tables"}: "201"} {
		if got := settled(func() string { return g.alice.answer(ask[0], ask[1], struct{}{}) }, want); got != want {
			g.t.Errorf("%s afterwards: %s, want %s", ask, got, want)
		}
	}
	tables, err := strconv.Atoi(g.metrics(g.t)["fullhouse_live_tables_in_use"]) // each has a goroutine
	if err != nil {
		g.t.Error(err)
	}
	few := func() string { return strconv.FormatBool(runtime.NumGoroutine() <= goroutines+tables+spare) }
	if settled(few, "true") != "true" {
		g.t.Errorf("%d goroutines afterwards with %d tables, %d before", runtime.NumGoroutine(), tables, goroutines)
	}
	for _, metric := range []string{"append_queue_rows", "inflight_in_use", "db_http_in_use"} {
		g.waitFor(g.t, "fullhouse_"+metric, "0")
	}
	g.audited()
}

// toggle sits out and comes back in turns and returns the answer.
func (g *game) toggle(n int) said {
	g.t.Helper()
	return g.seat.ask(fmt.Sprintf(`{"type":%q,"id":"toggle-%d"}`, []string{"sit_out", "come_back"}[n%2], n))
}

func TestF10_HTTPHoldsEveryPooledConnection(t *testing.T) {
	const pool = 3
	settings := append([]string{"DB_POOL_HTTP", fmt.Sprint(pool)}, patient...)
	t.Run("postgres", func(t *testing.T) {
		db := newDatabase(t, "postgres")
		g := newGame(t, db, settings...)
		v := g.newVisitors(2 * pool)
		before := runtime.NumGoroutine()
		letGo := db.occupy(t, "BEGIN", "LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE") // nobody's session can be read
		v.ask([2]string{"GET", "/api/me"})
		v.hear(t, "503 db_busy")
		for n := range 20 { // the table does not notice
			if a := g.toggle(n); a.Code != "" {
				t.Errorf("at the table meanwhile: %s", a.Code)
			}
		}
		letGo()
		v.goHome(t)
		g.isWell(before)
	})
	// Reads wait for nobody there, so the connections can only be held by writes that wait for the one writer, as the tables do.
	t.Run("sqlite", func(t *testing.T) {
		db := newDatabase(t, "sqlite")
		g := newGame(t, db, settings...)
		v := g.newVisitors(2 * pool)
		before := runtime.NumGoroutine()
		letGo := db.occupy(t, "BEGIN EXCLUSIVE")
		v.ask([2]string{"POST", "/api/tables"})
		v.hear(t, "503 db_busy")
		if got := settled(func() string { return g.alice.answer("GET", "/api/me", nil) }, "503 db_busy"); got != "503 db_busy" {
			t.Errorf("a read meanwhile: %s, want 503 db_busy", got)
		}
		letGo()
		if a := g.toggle(0); a.Code != "" {
			t.Errorf("at the table afterwards: %s", a.Code)
		}
		v.goHome(t)
		g.isWell(before)
	})
}

func TestF9_TheDatabaseIsSlow(t *testing.T) {
	const slow, queue, inflight, people = 2 * time.Second, 32, 16, 24
	for kind, begin := range map[string]func(*testing.T) (db database, slow func() (end func())){
		"postgres": func(t *testing.T) (database, func() func()) {
			url, proxy := pgtest.Start(t).Proxied(t)
			db := database{[]string{"DATABASE_URL", url}, "pgx", url}
			return db, func() func() {
				holder := db.holder(t)
				proxy.Delay(slow)
				return func() {
					proxy.Delay(0)
					if got := db.holder(t); got != holder {
						t.Errorf("the lock is that of process %d, and was that of %d: anybody could have had it meanwhile", got, holder)
					}
				}
			}
		},
		"sqlite": func(t *testing.T) (database, func() func()) {
			db := newDatabase(t, "sqlite")
			return db, func() func() { return db.occupyMostly(t, slow) }
		},
	} {
		t.Run(kind, func(t *testing.T) {
			db, beSlow := begin(t)
			g := newGame(t, db, append([]string{"APPEND_QUEUE", fmt.Sprint(queue), "MAX_INFLIGHT", fmt.Sprint(inflight), "DB_POOL_HTTP", "4",
				"REQUEST_TIMEOUT", "1s"}, patient...)...)
			v := g.newVisitors(people)
			before := runtime.NumGoroutine()
			end := beSlow()
			v.ask([2]string{"POST", "/api/tables"}, [2]string{"GET", "/api/me"})
			v.hear(t, "503 db_busy")
			v.hear(t, "503 request_timeout")
			rest := g.crowds()
			if n, most := runtime.NumGoroutine(), before+10*people; n > most {
				t.Errorf("%d goroutines, %d before: want at most %d", n, before, most)
			}
			if n, err := strconv.Atoi(g.metrics(t)["fullhouse_append_queue_rows"]); err != nil || n > queue {
				t.Errorf("%d writes wait (%v), want at most %d", n, err, queue)
			}
			end()
			rest()
			v.goHome(t)
			g.isWell(before)
			if a := g.toggle(1); a.Code != "" {
				t.Errorf("at the table afterwards: %s", a.Code)
			}
		})
	}
}

// crowds sends commands to the table until all hear that the clock stands still, and then a crowd of them, of which some are
// refused. It returns what waits for the answers to the rest.
func (g *game) crowds() (rest func()) {
	g.t.Helper()
	const crowd = 20
	sent, answered := 0, 0
	send := func() {
		g.seat.send(map[string]any{"type": []string{"sit_out", "come_back"}[sent%2], "id": fmt.Sprint("crowd-", sent)})
		sent++
	}
	send()
	for kind := ""; kind != "frozen"; {
		m, err := g.seat.next()
		if err != nil {
			g.t.Fatalf("waiting for a frozen clock: %v", err)
		}
		if kind = m.Type; kind == "ack" {
			answered++
			send()
		}
	}
	g.watcher.awaitFrozen(true)
	for range crowd {
		send()
	}
	busy := false
	for ; answered < sent && !busy; answered++ {
		busy = g.seat.nextAnswer().Code == "table_busy"
	}
	if !busy {
		g.t.Errorf("%d commands at once, and none was refused", crowd)
	}
	return func() {
		g.t.Helper()
		for ; answered < sent; answered++ {
			if a := g.seat.nextAnswer(); a.Code != "" && a.Code != "table_busy" {
				g.t.Errorf("a command that waited: %s", a.Code)
			}
		}
	}
}

// holder is the process of a Postgres whose client has the server's lock, 0 when none has.
func (d database) holder(t *testing.T) (process int) {
	t.Helper()
	db, err := sql.Open(d.driver, d.name)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.QueryRowContext(t.Context(), `SELECT coalesce(max(pid), 0) FROM pg_locks WHERE locktype = 'advisory'
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`).Scan(&process)
	if err != nil {
		t.Fatal(err)
	}
	return process
}

// occupyMostly has somebody else write for so long at a time, nearly without a pause, until it ends.
func (d database) occupyMostly(t *testing.T, busy time.Duration) (end func()) {
	t.Helper()
	conn := d.other(t)
	ended := make(chan struct{})
	pause := func(wait time.Duration) (over bool) {
		select {
		case <-ended:
			return true
		case <-time.After(wait):
			return false
		}
	}
	var writing sync.WaitGroup
	writing.Go(func() {
		for over := false; !over; {
			_, err := conn.ExecContext(context.Background(), "BEGIN IMMEDIATE")
			pause(busy)
			_, undone := conn.ExecContext(context.Background(), "ROLLBACK")
			if err = errors.Join(err, undone); err != nil {
				t.Error(err)
				return
			}
			over = pause(busy / 10)
		}
	})
	end = sync.OnceFunc(func() {
		close(ended)
		writing.Wait()
	})
	t.Cleanup(end)
	return end
}
