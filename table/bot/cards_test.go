package bot

import (
	"testing"

	"example.com/fullhouse/table/deck"
)

func cards(t testing.TB, text string) (cs []deck.Card) {
	t.Helper()
	for i := 0; i+1 < len(text); i += 2 {
		c, err := deck.ParseCard(text[i : i+2])
		if err != nil {
			t.Fatal(err)
		}
		cs = append(cs, c)
	}
	return cs
}

func TestStartValue_IsChensFormulaDoubled(t *testing.T) {
	for _, row := range []struct {
		cards string
		want  int
	}{
		{"AsAh", 40}, {"KsKh", 32}, {"QsQh", 28}, {"JsJh", 24}, {"5s5h", 10}, {"2s2h", 10},
		{"AsKs", 24}, {"KsAs", 24}, {"AsKh", 20}, {"JsTs", 18}, {"Ts8s", 14}, {"7s5h", 7}, {"7s2h", -3}, {"AsQs", 22},
	} {
		if got := startValue([2]deck.Card(cards(t, row.cards))); got != row.want {
			t.Errorf("%s: %d, want %d", row.cards, got, row.want)
		}
	}
}

func TestGradeOf_CountsOnlyWhatOurCardsAdd(t *testing.T) {
	for _, row := range []struct {
		own, board string
		want       grade
	}{
		{"As7h", "Kd9c2s", nothing},
		{"As7h", "KdKc2s", nothing}, // the pair is everyone's
		{"As7h", "KdKc2s2h", nothing},
		{"As7h", "9s8s7s6s5s", nothing}, // so is the straight flush
		{"As7s", "Ks9s2h", draw},
		{"8s7h", "9d6c2s", draw},
		{"8s7h", "9d6c2sKcKd", nothing}, // no card to come
		{"As2h", "3d4cKs", nothing},     // a gutshot
		{"2c3d", "9s8s7s6s", nothing},   // a draw for everyone
		{"As7h", "Kd7c2s", weakPair},
		{"3s3h", "Kd7c2s", weakPair},
		{"AsKh", "Kd7c2s", topPair},
		{"QsQh", "Jd7c2s", topPair},
		{"QsQh", "7d7c2s", topPair}, // two pair, but one is everyone's
		{"Ks7h", "Kd7c2s", strong},
		{"7s7h", "Kd7c2s", strong},
		{"Ks7h", "7d7c2s", strong},
		{"8s7h", "9d6cTs", monster},
		{"As7s", "Ks9s2s", monster},
		{"7s7h", "7d2c2s", monster},
		{"AsTh", "9s8s5s3s2s", strong}, // a better flush than the board's
	} {
		own, board := [2]deck.Card(cards(t, row.own)), cards(t, row.board)
		if got := gradeOf(own, board); got != row.want {
			t.Errorf("%s on %s: %d, want %d", row.own, row.board, got, row.want)
		}
	}
}
