package storetest

import (
	"fmt"
	"time"
)

// all is more than scripts ever make.
const all = 1 << 20

// compact takes away all that may go. The records are as old as the script, so it is told that later is now.
func (p *player) compact(r *reader) string {
	sum, limit := 0, []int{all, 2}[r.pick(2)]
	for {
		n, err := p.Compact(p.t.Context(), time.Now().Add(time.Hour), limit)
		if sum += n; err != nil || n == 0 {
			return fmt.Sprintf("%d, %s", sum, kindOf(err))
		}
	}
}

func (p *player) forgetSessions(*reader) string {
	n, err := p.ForgetSessions(p.t.Context(), p.tick(), all)
	return fmt.Sprintf("%d, %s", n, kindOf(err))
}

func (p *player) forgetGuests(r *reader) string {
	n, err := p.ForgetGuests(p.t.Context(), p.tick(), 1+r.pick(few))
	return fmt.Sprintf("%d, %s", n, kindOf(err))
}
