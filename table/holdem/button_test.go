package holdem_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

// story is hands in a row at one table, each as "places: what becomes of them". A place is a seat with letters: n for new, o
// for sitting out, p for would rather post, f for free. What becomes of them is the button, the small and the big blind, then who
// is dealt in, what is posted besides ("4+100" live, "4+50d" dead), and who waits with what it owes ("2?150").
//
//	"0 1 2n 3p: 0/1/2 in 0123 3+100"
type story []string

// play plays the hands of a story, each on a game that was saved after the one before, and on a copy of it.
func (e story) play(t *testing.T, name string) {
	t.Helper()
	g := newGame(t, nil)
	for i, hand := range e {
		places, want, _ := strings.Cut(hand, ": ")
		twins := []table.Game{g.Clone(nil), newGame(t, g.Save())}
		for _, twin := range twins {
			dealing := begin(t, twin, i, parsePlaces(t, places)...)
			if got := outline(dealing); got != want {
				t.Errorf("%s: hand %d of %s: %s, want %s", name, i+1, places, got, want)
			}
			if waiting := twin.View(table.NoSeat).(*holdem.View).Waiting; !slices.Equal(waiting, dealing.Events[0].(holdem.HandStarted).Waiting) {
				t.Errorf("%s: hand %d: in the view %v wait", name, i+1, waiting)
			}
			foldOut(t, twin)
		}
		g = twins[i%2]
	}
}

func parsePlaces(t *testing.T, text string) (places []table.Place) {
	t.Helper()
	for word := range strings.FieldsSeq(text) {
		seat, err := strconv.Atoi(word[:1])
		if err != nil {
			t.Fatal(err)
		}
		places = append(places, table.Place{
			Seat: table.Seat(seat), Chips: 1000, In: !strings.Contains(word, "o"), New: strings.Contains(word, "n"),
			Free: strings.Contains(word, "f"), Post: strings.Contains(word, "p"),
		})
	}
	return places
}

// outline is what becomes of the places, as in a story.
func outline(d table.Dealing) string {
	started := d.Events[0].(holdem.HandStarted)
	text := fmt.Sprintf("%d/%d/%d in ", started.Button, started.SmallBlind, started.BigBlind)
	for _, seat := range d.In {
		text += strconv.Itoa(int(seat))
	}
	for _, e := range d.Events {
		if p, ok := e.(holdem.Posted); ok && p.Kind == holdem.PostLive {
			text += fmt.Sprintf(" %d+%d", p.Seat, p.Amount)
		} else if ok && p.Kind == holdem.PostDead {
			text += fmt.Sprintf(" %d+%dd", p.Seat, p.Amount)
		}
	}
	for _, w := range started.Waiting {
		text += fmt.Sprintf(" %d?%d", w.Seat, w.Owes)
	}
	return text
}

func TestButton_MovesToTheNextSeatDealtInAndTheTwoNextPost(t *testing.T) {
	for name, e := range map[string]story{
		"around":            {"0 3 5: 0/3/5 in 035", "0 3 5: 3/5/0 in 035", "0 3 5: 5/0/3 in 035", "0 3 5: 0/3/5 in 035"},
		"heads-up":          {"2 7: 2/2/7 in 27", "2 7: 7/7/2 in 27", "2 7: 2/2/7 in 27"},
		"the button leaves": {"0 1 2 3 4: 0/1/2 in 01234", "1 2 3 4: 1/2/3 in 1234"},
		"the small leaves":  {"0 1 2 3 4: 0/1/2 in 01234", "0 2 3 4: 2/3/4 in 0234"},
		"the big leaves":    {"0 1 2 3 4: 0/1/2 in 01234", "0 1 3 4: 1/3/4 in 0134"},
		"both blinds leave": {"0 1 2 3 4: 0/1/2 in 01234", "0 3 4: 3/4/0 in 034"},
		"over who is out":   {"0 1 2 3 4: 0/1/2 in 01234", "0 1 2o 3 4: 1/3/4 in 0134"},
	} {
		e.play(t, name)
	}
}

func TestButton_FromThreeToTwoNobodyPostsTheBigBlindTwiceInARow(t *testing.T) {
	for name, e := range map[string]story{
		"the button leaves":       {"0 4 8: 0/4/8 in 048", "4 8: 8/8/4 in 48", "4 8: 4/4/8 in 48"},
		"the small blind leaves":  {"0 4 8: 0/4/8 in 048", "0 8: 8/8/0 in 08", "0 8: 0/0/8 in 08"},
		"the big blind leaves":    {"0 4 8: 0/4/8 in 048", "0 4: 4/4/0 in 04", "0 4: 0/0/4 in 04"},
		"the button sits out":     {"0 4 8: 0/4/8 in 048", "0o 4 8: 8/8/4 in 48", "0o 4 8: 4/4/8 in 48"},
		"from four, two leave":    {"0 2 4 8: 0/2/4 in 0248", "4 8: 4/4/8 in 48"},
		"from four, others leave": {"0 2 4 8: 0/2/4 in 0248", "2 4: 4/4/2 in 24"},
	} {
		e.play(t, name)
	}
}

func TestButton_FromTwoToThreeTheNewPlayerComesInWhereverItSits(t *testing.T) {
	for name, e := range map[string]story{
		// The button is on 2 and the big blind on 6: it goes to 2 if nobody comes, and to the new player between them if one does.
		"between button and big blind":             {"2 6: 2/2/6 in 26", "2 4n 6: 6/2/4 in 246", "2 4 6: 2/4/6 in 246"},
		"between big blind and button":             {"2 6: 2/2/6 in 26", "2 6 8n: 6/6/2 in 26 8?100", "2 6 8n: 2/6/8 in 268"},
		"between big blind and button, past zero":  {"2 6: 2/2/6 in 26", "0n 2 6: 6/6/2 in 26 0?100", "0n 2 6: 2/6/0 in 026"},
		"posting between button and big blind":     {"2 6: 2/2/6 in 26", "2 4np 6: 6/2/4 in 246"},
		"posting between big blind and button":     {"2 6: 2/2/6 in 26", "2 6 8np: 6/6/2 in 26 8?100", "2 6 8np: 2/6/8 in 268"},
		"two at once":                              {"2 6: 2/2/6 in 26", "2 4n 6 8n: 6/2/4 in 246 8?100", "2 4 6 8n: 2/4/6 in 246 8?100", "2 4 6 8n: 4/6/8 in 2468"},
		"who was out comes back without a debt":    {"2 4 6: 2/4/6 in 246", "2 4o 6: 6/6/2 in 26", "2 4 6: 2/4/6 in 246"},
		"who was out comes back after a big blind": {"2 4 6: 2/4/6 in 246", "2 4o 6: 6/6/2 in 26", "2 4o 6: 2/2/6 in 26", "2 4 6: 6/2/4 in 246"},
	} {
		e.play(t, name)
	}
}
