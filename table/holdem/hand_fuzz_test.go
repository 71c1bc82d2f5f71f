package holdem_test

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// FuzzHand_ConservesChips plays arbitrary moves in arbitrary hands. Whatever is refused must leave no trace, and every hand
// must come to an end.
func FuzzHand_ConservesChips(f *testing.F) {
	f.Add(uint64(1), []byte{0, 1, 2})
	f.Add(uint64(2), []byte("\x05\x05\x04\x10\x04\x90\x01\x01\x03"))
	f.Add(uint64(3), []byte{6, 6, 6, 6, 6, 6, 6, 6})
	for seed := range uint64(50) {
		script := make([]byte, 60)
		binary.LittleEndian.PutUint64(script, seed)
		rand.NewChaCha8([32]byte(script)).Read(script)
		f.Add(seed, script)
	}
	f.Fuzz(func(t *testing.T, seed uint64, script []byte) {
		playScript(t, randomConfig(rand.New(rand.NewPCG(seed, 1))), shuffled(seed), script)
	})
}

func playScript(t tester, cfg holdem.Config, d *deck.Deck, script []byte) {
	h, _, err := holdem.Deal(cfg, d)
	if err != nil {
		t.Fatalf("%+v: %v", cfg, err)
	}
	total := sumOf(cfg.Players)
	most := len(script) + 5*table.MaxSeats // without a raise a street takes one decision of each, and so does a vote
	for played := 0; !h.Over(); {
		var a holdem.Action
		if len(script) > 0 {
			a, script = actionFrom(h.Legal(), script)
		} else {
			a = holdem.DefaultAction(h.Legal())
		}
		before := *h
		if _, err := h.Apply(h.Turn(), a); err != nil && *h != before {
			t.Fatalf("%+v was refused (%v) and left a trace", a, err)
		} else if err == nil {
			played++
		} else if len(script) == 0 && a == holdem.DefaultAction(h.Legal()) {
			t.Fatalf("the default move %+v was refused: %v", a, err)
		}
		checkInvariants(t, h, total)
		if played > most {
			t.Fatalf("the hand goes on after %d decisions", played)
		}
	}
}

// checkInvariants looks at what holds after every step.
func checkInvariants(t tester, h *holdem.Hand, total table.Chips) {
	if got := h.Chips(); got != total {
		t.Fatalf("%d chips on the table, want %d", got, total)
	}
	var inStacks, inPots table.Chips
	for _, s := range h.Stacks() {
		if s.Chips < 0 {
			t.Fatalf("seat %d has %d chips", s.Seat, s.Chips)
		}
		inStacks += s.Chips
	}
	for _, p := range h.Pots() {
		inPots += p.Amount
	}
	if h.Over() && (inStacks != total || inPots != h.Pot()) {
		t.Fatalf("over with %d chips in stacks and %d in pots, want %d and %d", inStacks, inPots, total, h.Pot())
	}
	if l := h.Legal(); !h.Over() && (l.Seat != h.Turn() || l.Call < 0 || l.MinTo > l.MaxTo || l.MaxTo > total) {
		t.Fatalf("seat %d may %+v", h.Turn(), l)
	}
}

// actionFrom turns script bytes into a move that is often, but not always, a legal one.
func actionFrom(l holdem.Legal, script []byte) (holdem.Action, []byte) {
	b := script[0]
	script = script[1:]
	passive := holdem.Call
	switch {
	case l.Vote != "":
		passive = holdem.Twice
	case l.Call == 0:
		passive = holdem.Check
	}
	switch b % 8 {
	case 0:
		return holdem.Action{Do: holdem.Fold}, script
	case 1, 2:
		return holdem.Action{Do: passive}, script
	case 3:
		return holdem.Action{Do: l.Raise, To: l.MinTo}, script
	case 4:
		return holdem.Action{Do: l.Raise, To: l.MinTo + (l.MaxTo-l.MinTo)*table.Chips(b/8)/32}, script
	case 5:
		return holdem.Action{Do: l.Raise, To: l.MaxTo}, script
	case 6:
		return holdem.Action{Do: holdem.Raise, To: table.Chips(b) - 100}, script
	}
	verbs := []holdem.Verb{holdem.Fold, holdem.Check, holdem.Call, holdem.Bet, holdem.Raise, holdem.Twice, holdem.Once, "", "all-in"}
	return holdem.Action{Do: verbs[int(b/8)%len(verbs)], To: table.Chips(b % 3)}, script
}

// randomConfig makes hands of every kind, short stacks and huge ones among them.
func randomConfig(r *rand.Rand) holdem.Config {
	seats := r.Perm(table.MaxSeats)[:2+r.IntN(table.MaxSeats-1)]
	small := 1 + r.Int64N(100)
	cfg := holdem.Config{SmallBlind: table.Chips(small), BigBlind: table.Chips(small + r.Int64N(small+1))}
	cfg.AnteKind = []holdem.AnteKind{holdem.AnteNone, holdem.AnteEach, holdem.AnteBB, ""}[r.IntN(4)]
	if cfg.AnteKind == holdem.AnteEach || cfg.AnteKind == holdem.AnteBB {
		cfg.Ante = table.Chips(r.Int64N(3 * small))
	}
	depth := []int64{3, 30, 300, int64(table.MaxChips) / table.MaxSeats / small}[r.IntN(4)]
	for _, seat := range seats {
		cfg.Players = append(cfg.Players, table.Stack{Seat: table.Seat(seat), Chips: table.Chips(1 + r.Int64N(depth*small))})
	}
	addPosts(&cfg, func() int { return r.IntN(8) })
	addExtras(&cfg, r.IntN(6))
	return cfg
}

// addPosts lets some who have no blind post the big one live, the small one dead, or both.
func addPosts(cfg *holdem.Config, owes func() int) {
	for _, p := range cfg.Players[2:] {
		post := holdem.Post{Seat: p.Seat}
		switch owes() {
		case 0:
			post.Live = cfg.BigBlind
		case 1:
			post.Dead = cfg.SmallBlind
		case 2:
			post.Live, post.Dead = cfg.BigBlind, cfg.SmallBlind
		default:
			continue
		}
		cfg.Posts = append(cfg.Posts, post)
	}
}

// addExtras makes the hand a bomb pot, or straddled where that can be, and lets every other run twice.
func addExtras(cfg *holdem.Config, kind int) {
	cfg.RunTwice = kind%2 == 1
	plain := *cfg
	switch kind / 2 {
	case 1:
		cfg.BombPot, cfg.AnteKind, cfg.Ante, cfg.Posts = true, holdem.AnteEach, 3*cfg.BigBlind, nil
	case 2:
		cfg.Straddle = 2 * cfg.BigBlind
		if _, _, err := holdem.Deal(*cfg, deck.Stacked()); err != nil { // too few players, or the third has too little or posts
			*cfg = plain
		}
	}
}

func shuffled(seed uint64) *deck.Deck {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	d, err := deck.Shuffle(rand.NewChaCha8(key))
	if err != nil {
		panic(err) // the generator never fails
	}
	return d
}

func sumOf(stacks []table.Stack) (sum table.Chips) {
	for _, s := range stacks {
		sum += s.Chips
	}
	return sum
}

// tester is what testing.T and rapid.T have in common here.
type tester interface {
	Fatal(...any)
	Fatalf(string, ...any)
}
