package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"sync/atomic"

	"example.com/fullhouse/table/holdem"
)

// Gate hands out permits to use the processor. Acquire waits for a bounded time only.
type Gate interface {
	Acquire(ctx context.Context) (release func(), err error)
}

// Bots chooses moves for all the bots of a server. It is a table.Thinker, and safe to use from any goroutine.
type Bots struct {
	gate      Gate
	seed      uint64
	decisions atomic.Int64
	fallbacks atomic.Int64
}

// New returns bots that think inside the gate. What they would do at random follows from the seed and the view alone, so
// that a game between bots can be played again; give a random seed where people play.
func New(gate Gate, seed uint64) *Bots { return &Bots{gate: gate, seed: seed} }

// Stats counts moves since the start.
type Stats struct {
	Decisions int64 // all of them
	Fallbacks int64 // those made without thinking, for want of a permit or of time
}

// Stats is safe to call at any time.
func (b *Bots) Stats() Stats {
	return Stats{Decisions: b.decisions.Load(), Fallbacks: b.fallbacks.Load()}
}

// Think returns a move for the holder of the view, a *holdem.View. Without a permit, or when ctx ends first, it is the
// move that the clock would play: no table waits for a bot. The error is ErrNotItsTurn or ErrUnknownLevel.
func (b *Bots) Think(ctx context.Context, level string, view any) (json.RawMessage, error) {
	v, _ := view.(*holdem.View)
	if _, err := spotOf(v); err != nil {
		return nil, err
	}
	a, err := b.decide(ctx, level, v)
	if refused, ok := errors.AsType[Error](err); ok {
		return nil, refused
	}
	if err != nil {
		b.fallbacks.Add(1)
		a = holdem.DefaultAction(*v.Legal)
	}
	b.decisions.Add(1)
	return json.Marshal(a)
}

// decide holds a permit for as long as it thinks, and no longer.
func (b *Bots) decide(ctx context.Context, level string, v *holdem.View) (holdem.Action, error) {
	release, err := b.gate.Acquire(ctx)
	if err != nil {
		return holdem.Action{}, err
	}
	defer release()
	return Decide(ctx, level, v, b.random(v))
}

// random is the source for one decision.
func (b *Bots) random(v *holdem.View) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprint(h, v.Hand, v.You, v.Street, v.Pot)
	return rand.New(rand.NewPCG(b.seed, h.Sum64()))
}
