package table_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// chatty lets everyone talk.
func chatty(c *table.Config) { c.Settings.Chat = "all" }

// words are what was said to a player, by name.
func words(p *tabletest.Player) (all []string) {
	for _, m := range p.Messages() {
		if m.Type == "said" {
			var s table.Said
			m.Decode(&s)
			all = append(all, s.Name+": "+s.Text)
		}
	}
	return all
}

func wantHeard(t *testing.T, p *tabletest.Player, want ...string) {
	t.Helper()
	if got := words(p); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s hears %q, want %q", p.Name(), got, want)
	}
}

func TestSay_TellsEveryoneWhoSpeaksAndFromWhere(t *testing.T) {
	inWorld(t, chatty, func(t *testing.T, w *world) {
		alice, carol := w.seat("alice", 2), w.join("carol")
		w.must(alice, table.Say{Text: "  hello  "})
		w.must(carol, table.Say{Text: "hi"})
		for _, p := range []*tabletest.Player{alice, carol} {
			wantHeard(t, p, "alice: hello", "carol: hi")
		}
		var s table.Said
		m, _ := alice.Last("said")
		if m.Decode(&s); s != (table.Said{Type: "said", N: 2, Seat: table.NoSeat, Name: "carol", Text: "hi"}) {
			t.Errorf("told %+v", s)
		}
		if chat := w.view("dave").Chat; len(chat) != 2 || chat[0] != (table.Said{Type: "said", N: 1, Seat: 2, Name: "alice", Text: "hello"}) {
			t.Errorf("a snapshot has %+v", chat)
		}
	})
}

func TestSay_TakesWhatCanBeReadInOneTo200Characters(t *testing.T) {
	inWorld(t, chatty, func(t *testing.T, w *world) {
		alice := w.join("alice")
		for text, want := range map[string]error{
			"a": nil, strings.Repeat("é", 200): nil, "<b>markup</b> is only ugly 🂡": nil, "e\u0301\u0323": nil,
			"": table.ErrBadRequest, "   ": table.ErrBadRequest, strings.Repeat("a", 201): table.ErrBadRequest,
			"two\nlines": table.ErrBadRequest, "bell\a": table.ErrBadRequest, "right\u202eto left": table.ErrBadRequest,
			"zero\u200bwidth": table.ErrBadRequest, "e\u0301\u0301\u0301": table.ErrBadRequest, "\u0301a": table.ErrBadRequest,
			"\u2800": table.ErrBadRequest, "\xff": table.ErrBadRequest, "a\u00a0b": table.ErrBadRequest, "\U000e0041": table.ErrBadRequest,
		} {
			if err := w.do(alice, table.Say{Text: text}); !errors.Is(err, want) {
				t.Errorf("%q: %v, want %v", text, err, want)
			}
		}
	})
}

func TestSay_IsForThoseWhomTheSettingsLet(t *testing.T) {
	for _, c := range []struct {
		setting         string
		seated, watcher error
	}{
		{"all", nil, nil}, {"", nil, nil}, {"seated", nil, table.ErrNotAllowed}, {"off", table.ErrNotAllowed, table.ErrNotAllowed},
	} {
		inWorld(t, func(cfg *table.Config) { cfg.Settings.Chat = c.setting }, func(t *testing.T, w *world) {
			alice, carol := w.seat("alice", 0), w.join("carol")
			if err := w.do(alice, table.Say{Text: "hi"}); !errors.Is(err, c.seated) {
				t.Errorf("%q, seated: %v, want %v", c.setting, err, c.seated)
			}
			if err := w.do(carol, table.Say{Text: "hi"}); !errors.Is(err, c.watcher) {
				t.Errorf("%q, watching: %v, want %v", c.setting, err, c.watcher)
			}
		})
	}
}

func TestSay_IsAnsweredWhileTheLogIsSlowAndWhileTheTableIsFrozen(t *testing.T) {
	inWorld(t, chatty, func(t *testing.T, w *world) {
		alice, carol := w.seat("alice", 0), w.join("carol")
		w.log.Behave(func(table.Batch) tabletest.Behaviour { return tabletest.Behaviour{Write: true, Hold: true} })
		if err := w.do(alice, table.SitOut{}); err != errPending {
			t.Fatalf("sit_out: %v, want it to wait for the log", err)
		}
		w.must(carol, table.Say{Text: "slow today"})
		w.must(alice, table.Mute{Who: "carol", On: true})
		w.must(carol, table.Say{Text: "is it?"})
		w.log.Behave(nil)
		w.log.Release()
		synctest.Wait()

		w.log.Behave(func(table.Batch) tabletest.Behaviour { return tabletest.Behaviour{Err: errors.New("no answer")} })
		if err := w.do(alice, table.ComeBack{}); err != errPending {
			t.Fatalf("come_back: %v, want it to wait for the log", err)
		}
		if v := w.view("dave"); !v.Frozen {
			t.Fatal("the table is not frozen")
		}
		w.must(alice, table.Say{Text: "frozen now"})
		w.log.Behave(nil)
		wantHeard(t, carol, "carol: slow today", "carol: is it?", "alice: frozen now")
		wantHeard(t, alice, "carol: slow today", "alice: frozen now")
	})
}

func TestSay_BuysNoTimeForATurn(t *testing.T) {
	inWorld(t, chatty, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		for range 14 {
			w.after(clock / 15)
			w.must(alice, table.Say{Text: "let me think"})
		}
		w.after(clock / 15)
		if _, moved := bob.Last("moved"); !moved {
			t.Error("the clock did not play in time")
		}
	})
}

func TestSay_AgainWithTheSameIDIsNotSaidTwice(t *testing.T) {
	inWorld(t, chatty, func(t *testing.T, w *world) {
		alice, carol := w.seat("alice", 0), w.join("carol")
		for _, p := range []*tabletest.Player{alice, alice, carol} { // ids are one's own
			if err := w.doAs(p, "x1", table.Say{Text: "hi"}); err != nil {
				t.Error(err)
			}
		}
		wantHeard(t, carol, "alice: hi", "carol: hi")
	})
}

func TestChat_KeepsTheLast50AndGivesThemToWhoResumes(t *testing.T) {
	inWorld(t, chatty, func(t *testing.T, w *world) {
		alice, carol := w.seat("alice", 0), w.join("carol")
		last, _ := carol.Last("snapshot")
		w.table.Leave(carol)
		for i := range 60 {
			w.must(alice, table.Say{Text: fmt.Sprint("word ", i+1)})
		}
		w.rejoin(carol, last.Seq)
		var s table.Synced
		m, _ := carol.Last("synced")
		m.Decode(&s)
		if len(s.Chat) != 50 || s.Chat[0].N != 11 || s.Chat[49].Text != "word 60" {
			t.Errorf("who resumes gets %d messages: %+v", len(s.Chat), s.Chat)
		}
		if v := w.view("dave"); len(v.Chat) != 50 || v.Chat[0] != s.Chat[0] {
			t.Errorf("a snapshot has %d messages: %+v", len(v.Chat), v.Chat)
		}
		w.reopen() // chat is in no log
		if v := w.view("dave"); len(v.Chat) != 0 {
			t.Errorf("after a restart a snapshot has %+v", v.Chat)
		}
	})
}

func TestMute_KeepsWordsFromItsSenderAlone(t *testing.T) {
	inWorld(t, chatty, func(t *testing.T, w *world) {
		alice, bob, carol := w.seat("alice", 0), w.seat("bob", 1), w.join("carol")
		w.must(alice, table.Say{Text: "first"})
		before := len(alice.Messages()) + len(bob.Messages())
		w.must(carol, table.Mute{Who: "alice", On: true})
		if after := len(alice.Messages()) + len(bob.Messages()); after != before {
			t.Error("others are told who is muted")
		}
		w.must(alice, table.Say{Text: "second"})
		wantHeard(t, bob, "alice: first", "alice: second")
		wantHeard(t, carol, "alice: first")
		if v := w.view("carol"); len(v.Chat) != 0 || fmt.Sprint(v.You.Muted) != "[alice]" {
			t.Errorf("carol's snapshot has %+v, muted %q", v.Chat, v.You.Muted)
		}
		if v := w.view("bob"); len(v.Chat) != 2 || len(v.You.Muted) != 0 {
			t.Errorf("bob's snapshot has %+v, muted %q", v.Chat, v.You.Muted)
		}
		w.must(alice, table.Stand{})
		w.table.Leave(alice)
		w.must(carol, table.Mute{Who: "alice", On: false}) // though she is gone
		if v := w.view("carol"); len(v.Chat) != 2 || len(v.You.Muted) != 0 {
			t.Errorf("afterwards carol's snapshot has %+v, muted %q", v.Chat, v.You.Muted)
		}
	})
}

func TestMute_OfNobodyInParticularMeansThoseWithoutASeat(t *testing.T) {
	inWorld(t, chatty, func(t *testing.T, w *world) {
		alice, bob, carol := w.seat("alice", 0), w.seat("bob", 1), w.join("carol")
		w.must(alice, table.Mute{Who: "", On: true})
		w.must(carol, table.Mute{Who: "", On: true})
		w.must(bob, table.Say{Text: "one"})
		w.must(carol, table.Say{Text: "two"})
		wantHeard(t, alice, "bob: one")
		wantHeard(t, carol, "bob: one", "carol: two") // nobody is deaf to himself
		w.must(alice, table.Mute{Who: "", On: false})
		w.must(carol, table.Say{Text: "three"})
		wantHeard(t, alice, "bob: one", "carol: three")
	})
}

func TestMute_IsRefusedOfOneselfOfBotsAndOfNobody(t *testing.T) {
	bot := func(c *table.Config) { c.Settings.Bots, c.Settings.BotLevel = 1, "any" }
	inWorld(t, bot, func(t *testing.T, w *world) {
		alice := w.seat("alice", 0)
		for who, want := range map[string]error{"alice": table.ErrBadRequest, "Ada": table.ErrBadRequest, "zoe": table.ErrNobody} {
			if err := w.do(alice, table.Mute{Who: who, On: true}); !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v", who, err, want)
			}
		}
		w.must(alice, table.Mute{Who: "zoe", On: false}) // as it is already
	})
}

func TestMute_FollowsWhoChangesNames(t *testing.T) {
	inWorld(t, chatty, func(t *testing.T, w *world) {
		alice, troll := w.join("alice"), w.join("troll")
		w.must(alice, table.Mute{Who: "troll", On: true})
		w.table.Leave(troll)
		again := tabletest.NewNamed("troll", "nice guy")
		w.rejoin(again, 0)
		w.must(again, table.Say{Text: "hello"})
		wantHeard(t, alice)
		w.must(alice, table.Mute{Who: "nice guy", On: false})
		w.must(again, table.Say{Text: "sorry"})
		wantHeard(t, alice, "nice guy: sorry")
		if muted := w.view("alice").You.Muted; len(muted) != 0 {
			t.Errorf("muted are %q, want nobody", muted)
		}
	})
}

func TestMute_HasRoomForAHundredNames(t *testing.T) {
	inWorld(t, chatty, func(t *testing.T, w *world) {
		alice := w.join("alice")
		for i := range 101 {
			name := fmt.Sprint("troll ", i)
			w.join(name)
			want := error(nil)
			if i == 100 {
				want = table.ErrTooMany
			}
			if err := w.do(alice, table.Mute{Who: name, On: true}); !errors.Is(err, want) {
				t.Fatalf("name %d: %v, want %v", i+1, err, want)
			}
		}
		w.must(alice, table.Mute{Who: "troll 7", On: true}) // again: nothing more
		if got := len(w.view("alice").You.Muted); got != 100 {
			t.Errorf("%d names are muted, want 100", got)
		}
	})
}

func TestWitness_RemembersWhatWasSaidUnderAName(t *testing.T) {
	inWorld(t, chatty, func(t *testing.T, w *world) {
		alice, bob := w.join("alice"), w.join("bob")
		w.must(bob, table.Say{Text: "one"})
		w.must(alice, table.Say{Text: "what?"})
		w.must(bob, table.Say{Text: "two"})
		w.table.Leave(bob) // and away
		got, err := w.table.Witness(t.Context(), "alice", "bob")
		if err != nil || got.Account != "bob" || fmt.Sprint(got.Said) != "[one two]" {
			t.Errorf("%+v, %v", got, err)
		}
	})
}
