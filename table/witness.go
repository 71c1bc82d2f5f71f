package table

import "context"

// Witness is what a table can tell when one person there reports another.
type Witness struct {
	Here    bool     // who asks has a seat or a connection
	Account string   // whose the name is; "" for a bot, and when nobody here has it
	Bot     bool     // the name is a bot's
	Said    []string // the last that was said under the name, oldest first
}

// testimony is a question for a witness and where the answer goes.
type testimony struct {
	by, name string
	answer   chan<- Witness // has room for the answer
	witness  Witness
}

// Witness tells an account what the table knows about somebody by the name that others see. ErrTableClosed when it has ended.
func (t *Table) Witness(ctx context.Context, by, name string) (Witness, error) {
	answer := make(chan Witness, 1)
	if err := t.send(testimony{by: by, name: name, answer: answer}); err != nil {
		return Witness{}, err
	}
	select {
	case w := <-answer:
		return w, nil
	case <-t.done:
		return Witness{}, ErrTableClosed
	case <-ctx.Done():
		return Witness{}, context.Cause(ctx)
	}
}

// witness answers a question from what is there now.
func (t *actor) witness(q testimony) *testimony {
	q.witness.Said, q.witness.Account = t.saidBy(q.name)
	q.witness.Here = t.connected(q.by) || t.state.seatOf(q.by) != NoSeat
	for _, v := range t.viewers {
		if v.player.Name() == q.name {
			q.witness.Account = v.player.Account()
		}
	}
	for _, p := range t.state.seats {
		if p.taken() && p.Name == q.name {
			q.witness.Account, q.witness.Bot = p.Account, p.Bot != ""
		}
	}
	return &q
}

// takesSeat tells the commands that need the permission to play.
func takesSeat(c Command) bool {
	switch c.(type) {
	case Hold, Sit:
		return true
	}
	return false
}
