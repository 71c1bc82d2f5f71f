package ws

import (
	"fmt"
	"time"

	"example.com/fullhouse/ratelimit"
)

// churn is how fast sockets may be opened by everybody together. A server that comes back is reached for by all of its
// clients in one second; each of them costs a look-up, a handshake and a snapshot, which running tables would feel. The
// seated come first: others may use up only four fifths of the burst, so that the rest, and all that comes back while it is
// gone, is for those who hold a seat where they go. The hub's lock guards it.
type churn struct {
	seated, others ratelimit.Policy
	tat            int64 // the one instant of GCRA, which both policies share
	refused        int64
}

func newChurn(p ratelimit.Policy) churn {
	others := p
	others.Burst = max(1, p.Burst-(p.Burst+4)/5)
	return churn{seated: p, others: others}
}

// next is the instant to keep once one more socket is let in. It is not kept yet, because other bounds may still refuse: a
// socket that is kept out takes nothing from those that come in.
func (c *churn) next(seated bool, now int64) (tat int64, err error) {
	p := c.others
	if seated {
		p = c.seated
	}
	d, err := ratelimit.Decide(p, c.tat, now, 1)
	if err != nil { // not with a policy that was validated: fails closed
		return 0, fmt.Errorf("ws: rate of new sockets: %w", err)
	}
	if !d.Allowed {
		c.refused++
		return 0, &RushError{d.Wait}
	}
	return d.TAT, nil
}

// RushError refuses a socket because too many are being opened at once.
type RushError struct {
	// Wait is how long it takes until one more is let in. All who were refused are told the same, so it is nothing to come
	// back by without a draw.
	Wait time.Duration
}

func (e *RushError) Error() string {
	return fmt.Sprintf("ws: %s: too many are being opened, the next in %v", CodeFull, e.Wait)
}

// Code is the refusal's name on the wire. To the client it is the same as having no room.
func (e *RushError) Code() string { return CodeFull }
