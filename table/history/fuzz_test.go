package history_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/history"
)

// Whatever is read must be sound: it can be replayed, and it is the same after being written in our form and read again.
func checkSound(t *testing.T, h *history.Hand) {
	t.Helper()
	if err := h.Check(); err != nil {
		t.Fatalf("a reader let pass what Check refuses: %v", err)
	}
	if _, err := history.Replay(h); err != nil && codeOf(err) != "unsupported_hand" {
		t.Fatalf("replay: %v", err)
	}
	written, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	for again, err := range history.ReadJSON(bytes.NewReader(written)) {
		if err != nil {
			t.Fatalf("read again: %v", err)
		}
		rewritten, err := json.Marshal(again)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(written, rewritten) {
			t.Fatalf("written again, it differs:\n%s\n%s", written, rewritten)
		}
	}
}

func FuzzReadPHH_YieldsSoundHandsOrErrors(f *testing.F) {
	for _, name := range []string{"raise.phh", "evening.phhs"} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(threeHanded))
	f.Add([]byte("[1]\nx = '''\n[2]'''\n[[3]]\ny = {a = [1,\n2]}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for h, err := range history.ReadPHH(bytes.NewReader(text)) {
			if (h == nil) == (err == nil) {
				t.Fatalf("got hand %v and error %v, want one of them", h, err)
			}
			if h != nil {
				checkSound(t, h)
			}
		}
	})
}

func FuzzReadJSON_YieldsSoundHandsOrErrors(f *testing.F) {
	f.Add([]byte(ours))
	f.Add([]byte(ours + " " + ours))
	f.Add([]byte(`{"version":1}[]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		for h, err := range history.ReadJSON(bytes.NewReader(text)) {
			if (h == nil) == (err == nil) {
				t.Fatalf("got hand %v and error %v, want one of them", h, err)
			}
			if h != nil {
				checkSound(t, h)
			}
		}
	})
}

// Records may say anything: seats out of turn, amounts out of range.
func FuzzReplay_NeverPanics(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3}, int64(50))
	f.Fuzz(func(t *testing.T, script []byte, to int64) {
		h := mustReadPHH(t, called)
		for i, b := range script {
			if i == len(h.Actions) {
				break
			}
			a := &h.Actions[i]
			a.Seat = table.Seat(b % 3)
			if a.Do == history.BetOrRaise {
				a.To = table.Chips(to)
			}
		}
		if _, err := history.Replay(h); err != nil && codeOf(err) == "" {
			t.Fatalf("an error without a code: %v", err)
		}
	})
}

func FuzzReadText_YieldsSoundHandsOrErrors(f *testing.F) {
	for _, kind := range kinds {
		text, err := os.ReadFile(filepath.Join("testdata", "exports", kind.name+".txt"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(abroad + heads))
	f.Fuzz(func(t *testing.T, text []byte) {
		for h, err := range history.ReadText(bytes.NewReader(text)) {
			if (h == nil) == (err == nil) {
				t.Fatalf("got hand %v and error %v, want one of them", h, err)
			}
			if h == nil {
				if codeOf(err) == "" {
					t.Fatalf("an error without a code: %v", err)
				}
				continue
			}
			checkSound(t, h)
			checkWritten(t, h)
		}
	})
}

// checkWritten writes a hand as text, if the rules agree with it, and reads it again.
func checkWritten(t *testing.T, h *history.Hand) {
	t.Helper()
	var text bytes.Buffer
	if err := history.WriteText(&text, h, about); err != nil {
		if codeOf(err) == "" {
			t.Fatalf("an error without a code: %v", err)
		}
		return
	}
	again := readOne(t, forms[2], text.Bytes())
	if got := replayed(t, again); len(got) > 0 {
		t.Fatalf("written as text, it is not by the rules any more: %q\n%s", got, &text)
	}
	for i, s := range h.Seats {
		if again.Seats[i].Name != s.Name {
			t.Fatalf("the name %q has become %q", s.Name, again.Seats[i].Name)
		}
	}
}
