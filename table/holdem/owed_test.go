package holdem_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

func TestOwed_InTheFirstHandOfATableEverybodyIsIn(t *testing.T) {
	story{"0n 3n 5np 7n: 0/3/5 in 0357"}.play(t, "four new players")
	story{"4n 6np: 4/4/6 in 46"}.play(t, "two new players")
}

func TestOwed_ANewcomerWaitsForTheBigBlindWhereverItSits(t *testing.T) {
	for name, e := range map[string]story{
		"next to it": {"0 2 4: 0/2/4 in 024", "0 2 4 5n: 2/4/5 in 0245"},
		"behind the button": {
			"0 2 4 6: 0/2/4 in 0246", "0 1n 2 4 6: 2/4/6 in 0246 1?100", "0 1n 2 4 6: 4/6/0 in 0246 1?100", "0 1n 2 4 6: 6/0/1 in 01246",
		},
		"in the small blind place": {
			"0 2 4 6: 0/2/4 in 0246", "0 2 3n 4 6: 2/4/6 in 0246 3?100", "0 2 3n 4 6: 4/6/0 in 0246 3?100",
			"0 2 3n 4 6: 6/0/2 in 0246 3?100", "0 2 3n 4 6: 0/2/3 in 02346",
		},
		"several": {
			"0 2 4: 0/2/4 in 024", "0 1n 2 3n 4 5n 6n: 2/4/5 in 0245 1?100 3?100 6?100", "0 1n 2 3n 4 5 6n: 4/5/6 in 02456 1?100 3?100",
			"0 1n 2 3n 4 5 6: 5/6/0 in 02456 1?100 3?100", "0 1n 2 3n 4 5 6: 6/0/1 in 012456 3?100",
			"0 1 2 3n 4 5 6: 0/1/2 in 012456 3?100", "0 1 2 3n 4 5 6: 1/2/3 in 0123456",
		},
	} {
		e.play(t, name)
	}
}

func TestOwed_ANewcomerMayPostButNotOnTheButtonNorInTheSmallBlindPlace(t *testing.T) {
	for name, e := range map[string]story{
		"left of the big blind":   {"0 2 4 6: 0/2/4 in 0246", "0 2 4 6 7np: 2/4/6 in 02467 7+100"},
		"before the button":       {"0 3 4 6: 0/3/4 in 0346", "0 3 4 6: 3/4/6 in 0346", "0 1np 3 4 6: 4/6/0 in 01346 1+100"},
		"in the old button":       {"0 2 4 6: 0/2/4 in 0246", "0np 2 4 6: 2/4/6 in 0246 0+100"},
		"in the big blind":        {"0 2 4 6: 0/2/4 in 0246", "0 2 4 5np 6: 2/4/5 in 02456"},
		"the button comes to it":  {"0 2 4 6: 0/2/4 in 0246", "0 1np 2 4 6: 2/4/6 in 0246 1?100", "0 1np 2 4 6: 4/6/0 in 01246 1+100"},
		"the small blind does":    {"0 2 4 6: 0/2/4 in 0246", "0 2 3np 4 6: 2/4/6 in 0246 3?100", "0 2 3np 4 6: 4/6/0 in 0246 3?100", "0 2 3np 4 6: 6/0/2 in 02346 3+100"},
		"both in turn":            {"0 2 4 6: 0/2/4 in 0246", "0 2 3n 4 6: 2/4/6 in 0246 3?100", "0 2 3np 4 6: 4/6/0 in 0246 3?100", "0 2 3np 4 6: 6/0/2 in 02346 3+100"},
		"several post, some wait": {"0 2 4 6: 0/2/4 in 0246", "0np 1np 2 4 6 7n 8np: 2/4/6 in 02468 0+100 8+100 1?100 7?100"},
		"a wish is no duty":       {"0 2 4 6: 0/2/4 in 0246", "0 2p 4p 6p: 2/4/6 in 0246"},
	} {
		e.play(t, name)
	}
}

// five players: the big blind is on 4, and on 6 and 8 next.
const five = "0 2 4 6 8: 0/2/4 in 02468"

func TestOwed_WhoMissedBlindsPostsExactlyThemOrWaits(t *testing.T) {
	for name, e := range map[string]story{
		"nothing was missed": {five, "0o 2 4 6 8: 2/4/6 in 2468", "0 2 4 6 8: 4/6/8 in 02468"},
		"the button was":     {five, "0 2o 4 6 8: 4/6/8 in 0468", "0 2 4 6 8: 6/8/0 in 02468"},
		// The small blind passes over 4 in the second hand, the button in the third.
		"the small blind":        {five, "0 2 4o 6 8: 2/6/8 in 0268", "0 2 4p 6 8: 6/8/0 in 0268 4?50", "0 2 4p 6 8: 8/0/2 in 02468 4+50d"},
		"the small one, waiting": {five, "0 2 4o 6 8: 2/6/8 in 0268", "0 2 4 6 8: 6/8/0 in 0268 4?50", "0 2 4 6 8: 8/0/2 in 0268 4?50", "0 2 4 6 8: 0/2/4 in 02468"},
		// The big blind passes over 6 in the second hand, the small one in the third, the button in the fourth.
		"both": {
			five, "0 2 4 6o 8: 2/4/8 in 0248", "0 2 4 6o 8: 4/8/0 in 0248", "0 2 4 6p 8: 8/0/2 in 0248 6?150", "0 2 4 6p 8: 0/2/4 in 02468 6+100 6+50d",
		},
		"the small one while waiting": {five, "0 2 4 6o 8: 2/4/8 in 0248", "0 2 4 6p 8: 4/8/0 in 0248 6?150", "0 2 4 6p 8: 8/0/2 in 0248 6?150", "0 2 4 6p 8: 0/2/4 in 02468 6+100 6+50d"},
		// Heads-up the big blind alone passes over 4 in the third hand; then two new players come before it.
		"the big blind": {
			"0 4 6: 0/4/6 in 046", "0 4o 6: 6/6/0 in 06", "0 4o 6: 0/0/6 in 06", "0 1n 2n 4p 6: 6/0/1 in 016 2?100 4?100", "0 1 2n 4p 6: 0/1/2 in 01246 4+100",
		},
		"the big blind paid, nothing since": {five, "0o 2 4 6 8: 2/4/6 in 2468", "0o 2 4 6 8: 4/6/8 in 2468", "0 2 4 6 8: 6/8/0 in 02468"},
	} {
		e.play(t, name)
	}
}

func TestOwed_EachBlindIsOwedOnceHoweverManyWereMissed(t *testing.T) {
	out := story{five}
	for range 3 { // orbits
		out = append(out, "0 2 4 6o 8: 2/4/8 in 0248", "0 2 4 6o 8: 4/8/0 in 0248", "0 2 4 6o 8: 8/0/2 in 0248", "0 2 4 6o 8: 0/2/4 in 0248")
	}
	append(out, "0 2 4 6o 8: 2/4/8 in 0248", "0 2 4 6o 8: 4/8/0 in 0248", "0 2 4 6p 8: 8/0/2 in 0248 6?150", "0 2 4 6p 8: 0/2/4 in 02468 6+100 6+50d",
		"0 2 4 6 8: 2/4/6 in 02468").play(t, "posting")
	append(out, "0 2 4 6 8: 2/4/6 in 02468").play(t, "waiting")
}

func TestOwed_TheBigBlindClearsAllDebts(t *testing.T) {
	story{
		five, "0 2 4 6o 8: 2/4/8 in 0248", "0 2 4 6o 8: 4/8/0 in 0248", "0 2 4 6o 8: 8/0/2 in 0248", "0 2 4 6o 8: 0/2/4 in 0248",
		"0 2 4 6p 8: 2/4/6 in 02468", "0 2 4 6p 8: 4/6/8 in 02468",
	}.play(t, "though it would post")
}

func TestOwed_APostClearsAllDebts(t *testing.T) {
	story{
		five, "0 2 4 6o 8: 2/4/8 in 0248", "0 2 4 6o 8: 4/8/0 in 0248", "0 2 4 6o 8: 8/0/2 in 0248", "0 2 4 6p 8: 0/2/4 in 02468 6+100 6+50d",
		"0 2 4 6o 8: 2/4/8 in 0248", "0 2 4 6 8: 4/8/0 in 0248 6?150",
	}.play(t, "and new ones follow")
}

func TestOwed_WhoTakesAFreedSeatOwesNothingButItsEntry(t *testing.T) {
	missed := story{five, "0 2 4 6o 8: 2/4/8 in 0248", "0 2 4 6o 8: 4/8/0 in 0248", "0 2 4 6o 8: 8/0/2 in 0248"}
	append(missed, "0 2 4 6np 8: 0/2/4 in 02468 6+100").play(t, "at once")
	append(missed, "0 2 4 8: 0/2/4 in 0248", "0 2 4 6n 8: 2/4/6 in 02468").play(t, "a hand later")
	append(missed, "0 2 4 6no 8: 0/2/4 in 0248", "0 2 4 6no 8: 2/4/8 in 0248", "0 2 4 6no 8: 4/8/0 in 0248", "0 2 4 6n 8: 8/0/2 in 0248 6?100").play(t, "out at once")
	append(missed, "0 2 4 8: 0/2/4 in 0248", "0 2 4 6 8: 2/4/6 in 02468").play(t, "dealt in when the seat was empty")
}

func TestOwed_AtAPracticeTableEverybodyComesInAtOnce(t *testing.T) {
	story{
		"0f 2f 4f 6f 8f: 0/2/4 in 02468", "0f 2f 4f 6fo 8f: 2/4/8 in 0248", "0f 2f 4f 6fo 8f: 4/8/0 in 0248", "0f 1fn 2f 4f 6f 8f: 8/0/1 in 012468",
		"0f 1f 2f 4f 6f 8f: 0/1/2 in 012468", "0f 1f 2f 3fn 4f: 1/2/3 in 01234",
	}.play(t, "practice")
}

func TestOwed_TheGameStartsAfreshWhenNobodyIsLeftForTheButton(t *testing.T) {
	for name, e := range map[string]story{
		"all are new":       {five, "1n 3n: 1/1/3 in 13", "1 3: 3/3/1 in 13"},
		"three new ones":    {five, "1n 3n 5np: 1/3/5 in 135"},
		"all owe something": {five, "0 2 4o 6o 8: 2/8/0 in 028", "0 2 4o 6o 8: 8/0/2 in 028", "4 6: 4/4/6 in 46", "4 6: 6/6/4 in 46"},
		"others' debts are forgotten": {
			five, "0 2 4o 6o 8o: 2/2/0 in 02", "0 2 4o 6o 8o: 0/0/2 in 02", "4 6 8o: 4/4/6 in 46", "4 6 8: 6/8/4 in 468",
		},
		"one is left and the new ones come to the big blind in turn": {
			five, "0 1n 2n: 0/0/1 in 01 2?100", "0 1 2n: 1/1/0 in 01 2?100", "0 1 2n: 0/1/2 in 012",
		},
	} {
		e.play(t, name)
	}
}

func TestOwed_WhomTheBigBlindJumpsOverPostsItBehindTheButton(t *testing.T) {
	// The blinds leave, and so the big blind goes from 4 to 8, past 5 that was ready for it.
	jumped := story{"0 2 4 6 7 8: 0/2/4 in 024678", "0 5n 6 7 8: 6/7/8 in 0678 5?100"}
	append(jumped, "0 5n 6 7 8: 7/8/0 in 05678 5+100", "0 5 6 7 8: 8/0/5 in 05678").play(t, "a new player")
	append(jumped, "0 5no 6 7 8: 7/8/0 in 0678", "0 5n 6 7 8: 8/0/5 in 05678").play(t, "one that sits out now")
	append(jumped, "0 6 7 8: 7/8/0 in 0678", "0 5n 6 7 8: 8/0/5 in 05678").play(t, "one that has left")
	story{
		"0 2 4 5 6 7 8: 0/2/4 in 0245678", "0 2 4 5o 6 7 8: 2/4/6 in 024678", "0 2 4 5o 6 7 8: 4/6/7 in 024678", "0 2 4 5o 6 7 8: 6/7/8 in 024678",
		"0 2 4 5o 6 7 8: 7/8/0 in 024678", "0 2 4 5 6 7 8: 8/0/2 in 024678 5?150", "0 2 4 5 6 7 8: 0/2/4 in 024678 5?150",
		"0 5 6 7 8: 6/7/8 in 0678 5?100", "0 5 6 7 8: 7/8/0 in 05678 5+100",
	}.play(t, "one that had missed both blinds")
}

func TestOwed_InABombPotEverybodyIsInAndNobodyMissesABlind(t *testing.T) {
	g := extraGame(t, "")
	bomb := func(text string) (places []table.Place) {
		for _, p := range parsePlaces(t, text) {
			p.Wishes = []string{holdem.WishBombPot}
			places = append(places, p)
		}
		return places
	}
	for i, hand := range []struct {
		places []table.Place
		want   string
	}{
		{parsePlaces(t, "0 2 4 6 8"), "0/2/4 in 02468"},
		{parsePlaces(t, "0 2 4 6o 8"), "2/4/8 in 0248"},
		{parsePlaces(t, "0 2 4 6o 8"), "4/8/0 in 0248"},
		{parsePlaces(t, "0 2 4 6 8"), "8/0/2 in 0248 6?150"},
		{bomb("0 2o 4 6 7n 8p"), "0/-1/-1 in 04678"},
		{parsePlaces(t, "0 2 4 6 7 8"), "4/6/7 in 024678"}, // the big blind counts as had by 6
	} {
		dealing := begin(t, g, i, hand.places...)
		if got := outline(dealing); got != hand.want {
			t.Errorf("hand %d: %s, want %s", i+1, got, hand.want)
		}
		foldOut(t, g)
	}
}

func TestOwed_AShortStackPostsWhatItHas(t *testing.T) {
	for chips, want := range map[table.Chips]string{
		400: "0/2/4 in 02468 6+100 6+50d", 150: "0/2/4 in 02468 6+100 6+50d", 120: "0/2/4 in 02468 6+100 6+20d",
		100: "0/2/4 in 02468 6+100", 70: "0/2/4 in 02468 6+70", 1: "0/2/4 in 02468 6+1",
	} {
		g := newGame(t, nil)
		for i, text := range []string{"0 2 4 6 8", "0 2 4 6o 8", "0 2 4 6o 8", "0 2 4 6o 8", "0 2 4 6p 8"} {
			places := parsePlaces(t, text)
			places[3].Chips = chips
			dealing := begin(t, g, i, places...)
			foldOut(t, g)
			if got := outline(dealing); i == 4 && got != want {
				t.Errorf("with %d chips: %s, want %s", chips, got, want)
			}
		}
	}
}

func TestOwed_WhoPostsDoesNotStraddle(t *testing.T) {
	g := extraGame(t, "")
	for i, text := range []string{"0 2 4 6 8", "0 2 4 6 7np 8"} {
		places := parsePlaces(t, text)
		places[len(places)-2].Wishes = []string{holdem.WishStraddle} // 6 in the first hand, left of the big blind; then 7
		dealing := begin(t, g, i, places...)
		want := []string{"2 small_blind 50, 4 big_blind 100, 6 straddle 200, ", "4 small_blind 50, 6 big_blind 100, 7 post 100, "}[i]
		if got := posted(dealing.Events); got != want {
			t.Errorf("hand %d: posted %s, want %s", i+1, got, want)
		}
		foldOut(t, g)
	}
}

func TestGame_ReadsWhatAnOlderServerHadSaved(t *testing.T) {
	g := newGame(t, json.RawMessage(`{"button":2,"number":7}`))
	dealing := begin(t, g, 8, parsePlaces(t, "0 2 4 5o 6 7n")...)
	if got, want := outline(dealing), "4/6/7 in 02467"; got != want || dealing.Events[0].(holdem.HandStarted).Number != 8 {
		t.Errorf("hand %+v, %s; want the eighth, %s", dealing.Events[0], got, want)
	}
	if _, err := holdem.New(json.RawMessage(stakes), json.RawMessage(`{"button":2,"number":7,"owed":[{"seat":9,"big":true}]}`)); err == nil {
		t.Error("went on with the debt of a seat that no table has")
	}
}

func TestGame_ARefusedStartLeavesTheDebtsAsTheyWere(t *testing.T) {
	g := newGame(t, nil)
	begin(t, g, 1, parsePlaces(t, "0 2 4 6 8")...)
	foldOut(t, g)
	before := string(g.Save())
	places := parsePlaces(t, "0 2 4 6o 8")
	places[0].Chips = table.MaxChips // more than there can be
	secret, err := g.Shuffle(rand.NewChaCha8([32]byte{}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Start("t-2", places, secret); err == nil {
		t.Fatal("dealt more chips than there can be")
	}
	if after := string(g.Save()); after != before {
		t.Errorf("a refused start has changed %s to %s", before, after)
	}
}
