package holdem_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
	"example.com/fullhouse/table/tabletest"
)

// TestWish_StraddlesAsLongAsItIsWishedForAndPlaysABombPotOnce asks for both at a real table.
func TestWish_StraddlesAsLongAsItIsWishedForAndPlaysABombPotOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tbl := open(t, tabletest.NewLog())
		chance := rand.New(rand.NewPCG(1, 1))
		var people []*viewer
		for i := range 4 {
			v := &viewer{Player: tabletest.NewPlayer(fmt.Sprint("p", i))}
			if err := tbl.Join(v.Player, 0); err != nil {
				t.Fatal(err)
			}
			v.do(tbl, table.Sit{BuyIn: 10000, Post: true})
			v.do(tbl, table.Wish{Wish: holdem.WishStraddle, On: true})
			people = append(people, v)
		}
		play := func(hands int64) {
			for until := tbl.Summary().Hands + hands; tbl.Summary().Hands < until; synctest.Wait() {
				time.Sleep(time.Second)
				for _, v := range people {
					v.move(tbl, chance)
					v.do(tbl, table.BuyIn{Amount: 10000}) // refused unless it is broke
				}
			}
		}
		play(10)
		for _, v := range people {
			v.do(tbl, table.Wish{Wish: holdem.WishBombPot, On: true})
		}
		play(10)
		for _, v := range people {
			v.do(tbl, table.Wish{Wish: holdem.WishStraddle})
		}
		play(1) // the running hand
		read := len(people[0].Messages())
		play(10)
		bombs, straddles, late := 0, 0, 0
		for i, m := range people[0].Messages() {
			var e struct {
				Kind    holdem.PostKind
				BombPot bool `json:"bomb_pot"`
			}
			m.Decode(&e)
			switch {
			case e.BombPot && m.Type == "hand_started":
				bombs++
			case e.Kind == holdem.PostStraddle && i < read:
				straddles++
			case e.Kind == holdem.PostStraddle:
				late++
			}
		}
		if bombs != 1 || straddles < 12 || late > 0 {
			t.Errorf("%d bomb pots, %d straddles and %d when nobody wished any more; want 1, at least 12 and 0", bombs, straddles, late)
		}
		tbl.Stop()
		<-tbl.Done()
	})
}
