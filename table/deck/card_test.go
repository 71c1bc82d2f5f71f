package deck

import (
	"encoding/json"
	"errors"
	"testing"
)

func TestCard_ReadsWhatItWrites(t *testing.T) {
	for c := range Card(Cards) {
		got, err := ParseCard(c.String())
		if err != nil || got != c {
			t.Errorf("ParseCard(%q) = %v, %v, want the same card", c.String(), got, err)
		}
	}
}

func TestParseCard_RefusesWhatIsNoCard(t *testing.T) {
	for _, text := range []string{"", "A", "As ", "1s", "Ax", "as", "AS", "10s", "♠A"} {
		if got, err := ParseCard(text); !errors.Is(err, ErrNotACard) {
			t.Errorf("ParseCard(%q) = %v, %v, want %v", text, got, err, ErrNotACard)
		}
	}
}

func TestCard_IsAStringInJSON(t *testing.T) {
	got, err := json.Marshal([]Card{0, 33, 51})
	if want := `["2c","Td","As"]`; err != nil || string(got) != want {
		t.Errorf("JSON = %s, %v, want %s", got, err, want)
	}
	if got, err := json.Marshal(Card(52)); err == nil {
		t.Errorf("Card(52) marshals to %s, want a refusal", got)
	}
	var c Card
	if err := json.Unmarshal([]byte(`"Zz"`), &c); !errors.Is(err, ErrNotACard) {
		t.Errorf("reading Zz: %v, want %v", err, ErrNotACard)
	}
}

func TestCheck_RefusesCardsThatCannotLieTogether(t *testing.T) {
	if err := Check(0, 51, 7); err != nil {
		t.Errorf("three cards: %v, want nil", err)
	}
	if err := Check(0, 51, 0); !errors.Is(err, ErrDuplicateCard) {
		t.Errorf("2c twice: %v, want %v", err, ErrDuplicateCard)
	}
	if err := Check(52); !errors.Is(err, ErrNotACard) {
		t.Errorf("card 52: %v, want %v", err, ErrNotACard)
	}
}

func TestCard_RefusesJSONThatIsNoCard(t *testing.T) {
	for _, bad := range []string{`null`, `""`, `"As`, `7`, `["As"]`, `"as"`, `"A"`, `{}`} {
		c := Card(51)
		if err := json.Unmarshal([]byte(bad), &c); err == nil {
			t.Errorf("%s was read as %v", bad, c)
		}
	}
	var pair [2]Card
	if err := json.Unmarshal([]byte(`[null,"As"]`), &pair); err == nil {
		t.Errorf("a missing card was read as %v", pair[0])
	}
}
