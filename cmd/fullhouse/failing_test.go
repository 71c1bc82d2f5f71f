package main

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"testing"
)

// A whole evening is played again and again, and each time another call of the database fails, once as if it had not been made
// and once with only its answer lost. The players do what their browsers do: they ask again. In the end nothing may have been
// lost or happened twice.
func TestF20_EveryStoreCallFailsOnce(t *testing.T) {
	t.Parallel()
	for _, database := range []string{"sqlite", "postgres"} {
		t.Run(database, func(t *testing.T) {
			well := &faults{}
			spendEvening(t, database, well)
			calls := well.calls.Load()
			for n := range chosen(calls) {
				for _, lost := range []bool{false, true} {
					t.Run(fmt.Sprintf("call %d of %d, made: %v", n, calls, lost), func(t *testing.T) {
						t.Parallel()
						spendEvening(t, database, &faults{n: n, lost: lost})
					})
				}
			}
		})
	}
}

// chosen are the calls to let fail: all of them with FULLHOUSE_FULL, else a few from the whole evening, by chance.
func chosen(calls int64) iter.Seq[int64] {
	parts := int64(12)
	if os.Getenv("FULLHOUSE_FULL") != "" {
		parts = calls
	}
	return func(yield func(int64) bool) {
		for i := range parts {
			first, end := 1+calls*i/parts, 1+calls*(i+1)/parts
			if !yield(first + rand.Int64N(end-first)) {
				return
			}
		}
	}
}
