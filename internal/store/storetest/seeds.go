package storetest

// Seeds are scripts that get somewhere, for a fuzzer to vary.
func Seeds() [][]byte {
	// Choices: who or which, how many chips (see amounts), the session's end, charges.
	guest := func(n int) []any { return []any{"add guest", n, 9, 3, 0} }
	open := func(n int) []any { return []any{"create", n, n, 0} }
	// The table, its owner, its end; one record, of the kind; the transfers; whether it closes.
	plain := func(n, kind int) []any { return []any{"append", n, 0, 0, 1, 0, kind, 0, 0} }
	buy := func(n, who, seat, amount int) []any {
		return []any{"append", n, 0, 0, 1, 0, 1, 2, 0, who, seat, amount, 0}
	}
	settle := func(n int, lost ...int) []any { return []any{"append", n, 0, 0, 1, 0, 2, 2, 3, lost[0], lost[1], 0, 0} }
	account := func(n int) []any { return []any{"register", n, n, n, 0, 3} }
	tell := func(stories ...[]any) (script []byte) {
		for _, story := range stories {
			script = append(script, Script(story...)...)
		}
		return script
	}
	hand := [][]any{guest(0), guest(1), open(0), buy(0, 0, 0, 8), buy(0, 1, 1, 8), plain(0, 0), plain(0, 1), settle(0, 2, 3)}
	return [][]byte{
		nil,
		tell(hand...),
		tell(append(hand, settle(0, 9, 9), []any{"audit"}, []any{"history", 0})...),
		tell(append(hand, []any{"take over"}, plain(0, 1), []any{"append", 0, 7, 0, 1, 0, 1, 0, 0})...),
		tell(append(hand, []any{"quarantine", 0, 0}, []any{"records", 0}, []any{"undo quarantine", 0}, []any{"take over"}, plain(0, 1))...),
		tell(append(hand, []any{"quarantine", 0, 0}, []any{"erase", 0, 3}, []any{"undo quarantine", 0})...),
		tell(append(hand, []any{"refill", 0, 9, 0}, []any{"refill", 1, 9, 1, 1, 1, 0, 1, 2})...),
		tell(guest(0), []any{"charge", 2, 0, 0, 0, 1, 2, 0, 0, 1, 1}, []any{"create", 0, 0, 1, 0, 0, 0, 1, 2},
			[]any{"create", 1, 0, 1, 0, 0, 0, 1, 2}, []any{"undo", 0, 0, 1, 0, 0, 0, 1, 2}, []any{"give back", 0, 1, 0, 0, 0, 1, 2}),
		tell(account(0), account(1), []any{"sign in", 0, 0, 3}, []any{"change password", 0, 0, 1, 3}, []any{"sign in", 0, 0, 3},
			[]any{"add reset", 0, 0, 3}, []any{"use reset", 0, 0, 2, 3}, []any{"use reset", 0, 0, 2, 3}, []any{"erase", 0, 2}),
		tell(guest(0), guest(1), []any{"upgrade", 0, 1, 0, 1, 3}, []any{"rename", 1, 1, 0}, []any{"touch session", 1, 1},
			[]any{"find session", 1}, []any{"revoke session", 1, 2}, []any{"end session", 1}, guest(2)),
		tell(append(hand, []any{"compact", 1}, []any{"records", 0}, []any{"take over"}, plain(0, 1), []any{"append", 0, 0, 0, 1, 0, 1, 0, 63},
			[]any{"compact", 0}, []any{"records", 0}, []any{"audit"})...),
		tell([]any{"add guest", 0, 9, 1, 0}, []any{"add guest", 1, 9, 1, 0}, open(1), []any{"add guest", 2, 10, 3, 0}, []any{"forget sessions"},
			[]any{"forget guests", 2}, []any{"add guest", 0, 10, 3, 0}, []any{"audit"}),
		tell(guest(0), guest(1), open(0), []any{"invite", 0, 1, 0, 3}, []any{"accept", 0, 0, 0, 1}, []any{"invite", 0, 0, 1, 3},
			[]any{"accept", 0, 0, 1, 1}, []any{"accept", 0, 0, 1, 0}, []any{"accept", 0, 0, 1, 2}, []any{"invite", 0, 0, 2, 0},
			[]any{"accept", 0, 0, 1, 2}, []any{"forget doors"}, []any{"quarantine", 0, 0}, []any{"accept", 0, 0, 2, 1},
			[]any{"forget doors"}, []any{"undo quarantine", 0}, []any{"take over"}, []any{"append", 0, 0, 0, 1, 0, 1, 0, 63}, []any{"forget doors"}),
		tell(append(hand, []any{"end hand", 0, 0, 0, 2, 2, 1}, []any{"hands", 0, 3}, []any{"tally", 1}, []any{"sittings", 0}, []any{"end hand", 0, 0, 1, 1, 0, 2},
			[]any{"erase", 0, 3}, []any{"hands", 1, 0}, []any{"forget hands", 1}, []any{"hands", 1, 3}, []any{"audit"})...),
		tell([]any{"key", 0}, []any{"key", 0}, []any{"key", 1}),
	}
}
