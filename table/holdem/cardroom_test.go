package holdem_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
	"example.com/fullhouse/table/tabletest"
)

// cardroom is a real table at which everybody folds; it tells of its hands as a story does.
type cardroom struct {
	t      *testing.T
	log    *tabletest.Log
	table  *table.Table
	people [table.MaxSeats]*tabletest.Player // by the seats they like to have
	ids    int
	hands  int64
}

func openCardroom(t *testing.T) *cardroom {
	r := &cardroom{t: t, log: tabletest.NewLog()}
	r.reopen()
	return r
}

// reopen opens the table from its log, as a server does that starts.
func (r *cardroom) reopen() {
	r.t.Helper()
	records, err := r.log.Records(r.t.Context(), "room")
	if err != nil {
		r.t.Fatal(err)
	}
	r.table, err = table.Open(table.Config{
		ID: "room", NewGame: holdem.New, Recorder: r.log, Random: rand.NewChaCha8([32]byte{5}), Log: slog.New(slog.DiscardHandler),
		Settings: table.Settings{
			Name: "Room", Seats: 9, BuyInMin: 100, BuyInMax: 1000, ActionMS: 60000, Game: json.RawMessage(`{"small_blind":50,"big_blind":100}`),
		},
		Inbox: 64, Idle: time.Hour, Unjoined: time.Hour, Beat: time.Second,
	}, records)
	if err != nil {
		r.t.Fatal(err)
	}
	for seat := range r.people {
		r.people[seat] = tabletest.NewPlayer(fmt.Sprint("p", seat))
		if err := r.table.Join(r.people[seat], 0); err != nil {
			r.t.Fatal(err)
		}
	}
}

func (r *cardroom) stop() {
	r.table.Stop()
	<-r.table.Done()
}

func (r *cardroom) do(who table.Seat, c table.Command) {
	r.t.Helper()
	r.ids++
	if err := r.table.Do(r.people[who], fmt.Sprint("c", r.ids), c); err != nil {
		r.t.Fatal(err)
	}
	synctest.Wait()
	if answers := r.people[who].Answers(); len(answers) > 0 && answers[len(answers)-1].Err != nil {
		r.t.Fatalf("%T: %v", c, answers[len(answers)-1].Err)
	}
}

func (r *cardroom) sit(post bool, seats ...table.Seat) {
	r.t.Helper()
	for _, seat := range seats {
		r.do(seat, table.Sit{Seat: &seat, BuyIn: 1000, Post: post})
	}
}

// hand waits for the next hand, folds it out and tells what became of the places.
func (r *cardroom) hand() string {
	r.t.Helper()
	var dealing table.Dealing
	for waited := 0; ; waited++ {
		if waited == 100 {
			r.t.Fatal("no hand is dealt")
		}
		synctest.Wait()
		if dealing = r.dealing(); dealing.Events != nil {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	for {
		var turn struct {
			Hand  table.HandID
			Turn  int
			Seat  table.Seat
			Price table.Chips
		}
		m, _ := r.people[0].Last("turn")
		if ended, ok := r.people[0].Last("hand_ended"); ok && ended.Seq > m.Seq {
			return outline(dealing)
		}
		m.Decode(&turn)
		r.do(turn.Seat, table.Act{Hand: turn.Hand, Turn: turn.Turn, Price: turn.Price, Move: json.RawMessage(`{"do":"fold"}`)})
	}
}

// dealing is the start of the next hand, if it was dealt.
func (r *cardroom) dealing() (d table.Dealing) {
	for _, m := range r.people[0].Messages() {
		switch m.Type {
		case "hand_started":
			var e holdem.HandStarted
			if m.Decode(&e); e.Number > r.hands {
				r.hands = e.Number
				d.Events = []table.Event{e}
				for _, s := range e.Seats {
					d.In = append(d.In, s.Seat)
				}
				slices.Sort(d.In)
			}
		case "posted":
			if d.Events != nil {
				var e holdem.Posted
				m.Decode(&e)
				d.Events = append(d.Events, e)
			}
		}
	}
	return d
}

func (r *cardroom) expect(want string) {
	r.t.Helper()
	if got := r.hand(); got != want {
		r.t.Errorf("hand %d: %s, want %s", r.hands, got, want)
	}
}

func TestTable_NewcomersWaitForTheBigBlindOrPost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := openCardroom(t)
		r.sit(false, 0, 2, 4, 6)
		r.expect("0/2/4 in 0246")
		r.sit(false, 7, 3)
		r.sit(true, 8)
		r.expect("2/4/6 in 02468 8+100 3?100 7?100")
		var snapshot struct {
			Table struct {
				Hand struct{ Waiting []holdem.Waiting }
			}
		}
		r.do(7, table.ComeBack{Post: true}) // it has changed its mind
		r.expect("4/6/7 in 024678 3?100")   // and the big blind is there
		late := tabletest.NewPlayer("late")
		if err := r.table.Join(late, 0); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		m, _ := late.Last("snapshot")
		m.Decode(&snapshot)
		if want := []holdem.Waiting{{Seat: 3, Owes: 100}}; !slices.Equal(snapshot.Table.Hand.Waiting, want) {
			t.Errorf("who comes late sees %v wait, want %v", snapshot.Table.Hand.Waiting, want)
		}
		r.do(3, table.ComeBack{Post: true})
		r.expect("6/7/8 in 0234678 3+100")
		r.expect("7/8/0 in 0234678")
		r.stop()
	})
}

func TestTable_WhoMissedBlindsOwesThemAlsoAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := openCardroom(t)
		r.sit(false, 0, 2, 4, 6, 8)
		r.expect("0/2/4 in 02468")
		r.do(6, table.SitOut{})
		r.expect("2/4/8 in 0248")
		r.expect("4/8/0 in 0248")
		r.stop()
		r.reopen()
		r.do(6, table.ComeBack{Post: true})
		r.expect("8/0/2 in 0248 6?150")
		r.stop()
		r.reopen() // the wish to post has stayed
		r.expect("0/2/4 in 02468 6+100 6+50d")
		r.do(6, table.SitOut{})
		r.do(6, table.Stand{})
		r.sit(false, 6)
		r.expect("2/4/6 in 02468")
		r.stop()
	})
}

func TestTable_WhoIsLeftAloneWithNewcomersPlaysAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := openCardroom(t)
		r.sit(false, 0, 4)
		r.expect("0/0/4 in 04")
		r.do(4, table.Stand{})
		r.sit(false, 7, 8)
		r.expect("0/0/7 in 07 8?100")
		r.do(0, table.SitOut{})
		r.do(7, table.SitOut{})
		r.sit(false, 3)
		r.expect("3/3/8 in 38") // nobody is left for the button: they start afresh
		r.stop()
	})
}
