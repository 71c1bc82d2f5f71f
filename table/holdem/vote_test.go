package holdem_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
	"example.com/fullhouse/table/tabletest"
)

// askedTable is a real table at which two have just gone all-in and are asked whether to run it twice.
type askedTable struct {
	t      *testing.T
	table  *table.Table
	people [3]*tabletest.Player // the third one watches
	turn   askedTurn
	ids    int
}

type askedTurn struct {
	Hand    table.HandID
	Turn    int
	Seat    table.Seat
	Price   table.Chips
	Options holdem.Legal
}

// asked plays up to the vote and then lets f go on. It returns the answers, in order.
func asked(t *testing.T, f func(*askedTable)) (answers []holdem.Voted, streets int) {
	synctest.Test(t, func(t *testing.T) {
		a := &askedTable{t: t}
		var err error
		a.table, err = table.Open(table.Config{
			ID: "vote", NewGame: holdem.New, Recorder: tabletest.NewLog(), Random: rand.NewChaCha8([32]byte{4}),
			Log: slog.New(slog.DiscardHandler), Inbox: 16, Idle: time.Hour, Unjoined: time.Hour, Beat: time.Second,
			Settings: table.Settings{
				Name: "Vote", Seats: 2, BuyInMin: 100, BuyInMax: 1000, ActionMS: 30000, BankMS: 60000, RefillMS: 60000,
				Game: json.RawMessage(`{"small_blind":5,"big_blind":10,"run_twice":true}`),
			},
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range a.people {
			a.people[i] = tabletest.NewPlayer(fmt.Sprint("p", i))
			if err := a.table.Join(a.people[i], 0); err != nil {
				t.Fatal(err)
			}
		}
		for i := range 2 {
			a.do(i, table.Sit{Seat: new(table.Seat(i)), BuyIn: 1000})
		}
		for a.turn.Hand == "" {
			time.Sleep(100 * time.Millisecond)
			a.look()
		}
		a.move(`{"do":"raise","to":1000}`)
		a.move(`{"do":"call"}`)
		f(a)
		for _, m := range a.people[2].Messages() {
			switch m.Type {
			case "voted":
				var v holdem.Voted
				m.Decode(&v)
				answers = append(answers, v)
			case "street":
				streets++
			}
		}
		a.table.Stop()
		<-a.table.Done()
	})
	return answers, streets
}

func (a *askedTable) look() {
	synctest.Wait()
	if m, ok := a.people[2].Last("turn"); ok {
		m.Decode(&a.turn)
	}
}

func (a *askedTable) do(who int, c table.Command) {
	a.t.Helper()
	a.ids++
	if err := a.table.Do(a.people[who], fmt.Sprint("c", a.ids), c); err != nil {
		a.t.Fatal(err)
	}
	a.look()
}

// move plays for whoever is on turn.
func (a *askedTable) move(move string) {
	a.t.Helper()
	a.do(int(a.turn.Seat), table.Act{Hand: a.turn.Hand, Turn: a.turn.Turn, Price: a.turn.Price, Move: json.RawMessage(move)})
}

func TestVote_TakesAllAnswers(t *testing.T) {
	answers, streets := asked(t, func(a *askedTable) {
		if a.turn.Options.Vote != holdem.VoteRunTwice {
			t.Fatalf("the turn is %+v, want a vote", a.turn)
		}
		a.move(`{"do":"twice"}`)
		a.move(`{"do":"twice"}`)
	})
	if len(answers) != 2 || streets != 6 {
		t.Errorf("%d answers and %d streets, want 2 and 6", len(answers), streets)
	}
}

func TestVote_IsAnsweredByItsShortClockWithoutTheTimeBank(t *testing.T) {
	answers, streets := asked(t, func(a *askedTable) {
		a.move(`{"do":"twice"}`)
		time.Sleep(7999 * time.Millisecond)
		synctest.Wait()
		if _, ended := a.people[2].Last("hand_ended"); ended {
			t.Error("the vote is over too early")
		}
		time.Sleep(2 * time.Millisecond)
		synctest.Wait()
	})
	if len(answers) != 2 || answers[1].Do != holdem.Once || answers[1].Why != table.ByClock || streets != 3 {
		t.Errorf("answers = %+v and %d streets, want the clock to say once", answers, streets)
	}
}

func TestVote_IsAnsweredForWhoHasLeft(t *testing.T) {
	answers, streets := asked(t, func(a *askedTable) {
		a.do(int(a.turn.Seat), table.Stand{})
		a.table.Leave(a.people[a.turn.Seat])
		synctest.Wait()
	})
	if len(answers) != 1 || answers[0].Do != holdem.Once || answers[0].Why != table.ByLeaving || streets != 3 {
		t.Errorf("answers = %+v and %d streets, want one once by leaving", answers, streets)
	}
}

func TestVote_RefusesAMoveThatIsNoAnswer(t *testing.T) {
	asked(t, func(a *askedTable) {
		a.move(`{"do":"check"}`)
		answers := a.people[a.turn.Seat].Answers()
		if err := answers[len(answers)-1].Err; err != holdem.ErrIllegalAction {
			t.Errorf("a check is answered %v, want %v", err, holdem.ErrIllegalAction)
		}
	})
}
