package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Table is one live table. Its methods may be called from any goroutine.
type Table struct {
	cfg      Config
	inbox    chan input // from players and the lobby
	answers  chan input // from the recorder: at most one append or reload is under way
	thoughts chan input // from bots
	cancel   context.CancelFunc
	windUp   chan struct{} // closed by Finish
	finish   func()        // closes it
	done     chan struct{}
	summary  atomic.Pointer[Summary]
	helpers  sync.WaitGroup // thinking bots and looks at the log

	actor // everything else belongs to the table's goroutine
}

// Open builds a table from its log, which is empty for a new one, and starts its goroutine.
func Open(cfg Config, log []Record) (*Table, error) {
	t, err := build(cfg, log)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.cancel = cancel
	go t.run(ctx)
	return t, nil
}

// build makes a table that does not run yet.
func build(cfg Config, log []Record) (*Table, error) {
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	t := &Table{
		cfg:   cfg,
		inbox: make(chan input, cfg.Inbox), answers: make(chan input, 1), thoughts: make(chan input),
		done: make(chan struct{}), windUp: make(chan struct{}),
	}
	t.finish = sync.OnceFunc(func() { close(t.windUp) })
	s, out, err := rebuild(&t.cfg, log)
	if err != nil {
		return nil, err
	}
	t.actor = newActor(&t.cfg, s, out.events)
	t.publish()
	return t, nil
}

// ID is the table's id.
func (t *Table) ID() string { return t.cfg.ID }

// Host is the account that made the table.
func (t *Table) Host() string { return t.cfg.Host }

// Done is closed when the table's goroutine has ended and its slot is given back.
func (t *Table) Done() <-chan struct{} { return t.done }

// Summary is the table as the lobby shows it.
func (t *Table) Summary() Summary { return *t.summary.Load() }

// ShownOut reports whether the host has shown an account out and it has no seat any more.
func (t *Table) ShownOut(account string) bool {
	s := t.summary.Load()
	_, seated := s.Stacks[account]
	return !seated && slices.Contains(s.Out, account)
}

// Join makes p see the table from now on: the events after number after when they are still kept and after is not 0, else
// a snapshot. Joining again only sends again.
func (t *Table) Join(p Player, after int64) error { return t.send(join{p, after}) }

// Leave ends what Join began. The seat, if any, stays.
func (t *Table) Leave(p Player) { _ = t.send(leave{p}) } // a table that has ended has forgotten p already

// Do asks for something. The outcome comes as p.Answer(id, err). With ErrTableBusy, when the inbox is full, nothing was
// asked and no answer comes. ErrTableClosed tells that the table has ended; an answer that says the same may come as well.
func (t *Table) Do(p Player, id string, c Command) error {
	if t.over() {
		return ErrTableClosed
	}
	select {
	case t.inbox <- command{player: p, id: id, cmd: c, at: time.Now()}:
		return t.sent()
	default:
		return ErrTableBusy
	}
}

// Close ends the table after the running hand: everyone is paid and told why.
func (t *Table) Close(why string) error { return t.send(shutting{why}) }

// Finish ends the goroutine as soon as no hand is running, or nobody looks at the one that is. No other is dealt. As with Stop
// the log keeps the table open; players are told nothing.
func (t *Table) Finish() { t.finish() }

// Stop ends the goroutine as soon as no append is under way. The log keeps the table open; players are told nothing.
// Wait for Done to know that the last write is over.
func (t *Table) Stop() { t.cancel() }

// send puts an input that must not be lost into the inbox. The table never waits for anything while it holds the inbox, so
// this waits for the work in front of it at most.
func (t *Table) send(in input) error {
	if t.over() {
		return ErrTableClosed
	}
	select {
	case t.inbox <- in:
		return t.sent()
	case <-t.done:
		return ErrTableClosed
	}
}

// sent tells the truth about an input that is in the inbox: what came in before the end is played or answered by drain,
// what came in after it is not.
func (t *Table) sent() error {
	if t.over() {
		return ErrTableClosed
	}
	return nil
}

func (t *Table) over() bool {
	select {
	case <-t.done:
		return true
	default:
		return false
	}
}

// run is the shell around step.
func (t *Table) run(ctx context.Context) {
	defer t.end()
	clock := time.NewTimer(0)
	defer clock.Stop()
	stopped, windUp := ctx.Done(), t.windUp
	for !t.ended {
		var in input
		select {
		case in = <-t.inbox:
		case in = <-t.answers:
		case in = <-t.thoughts:
		case <-clock.C:
			in = timeOut{}
		case <-windUp:
			in, windUp = finishing{}, nil
		case <-stopped:
			in, stopped = stopping{}, nil
		}
		if cause := t.handle(ctx, in); cause != "" {
			t.do(ctx, t.survive(cause))
		}
		t.rearm(clock)
	}
}

// handle takes one input and does what follows from it. When the program fails on it, the cause says how.
func (t *Table) handle(ctx context.Context, in input) (cause string) {
	defer func() {
		if p := recover(); p != nil {
			cause = fmt.Sprint(p)
			t.cfg.Log.Error("table panicked", "table", t.cfg.ID, "panic", cause, "stack", string(debug.Stack()))
		}
	}()
	t.do(ctx, t.step(time.Now(), in))
	return ""
}

// end is the last thing the goroutine does, also after a panic while it recovered from one.
func (t *Table) end() {
	if p := recover(); p != nil {
		t.fail(fmt.Sprint(p))
	}
	t.cancel() // tells thinking bots
	t.helpers.Wait()
	if t.failed != "" {
		t.giveUp()
	}
	t.cfg.Release()
	close(t.done)
	t.drain()
}

// giveUp has a failed table taken out of play and then tells its players, who will ask what has become of their chips. One whose
// connection is what fails must not keep the table's slot.
func (t *Table) giveUp() {
	defer func() {
		if p := recover(); p != nil {
			t.cfg.Log.Error("table panicked", "table", t.cfg.ID, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
		}
	}()
	t.cfg.Failed(t.failed)
	t.farewell()
}

// drain answers what was still in the inbox at the end.
func (t *Table) drain() {
	for {
		select {
		case in := <-t.inbox:
			switch in := in.(type) {
			case command:
				in.player.Answer(in.id, ErrTableClosed)
			case join:
				if t.why != "" {
					in.player.Closed(t.why)
				}
			}
		default:
			return
		}
	}
}

// rearm sets the one timer to the earliest thing that is due.
func (t *Table) rearm(clock *time.Timer) {
	if at := t.wake(); at != t.armed {
		t.armed = at
		if at.IsZero() {
			clock.Stop()
		} else {
			clock.Reset(time.Until(at))
		}
	}
}

// do carries out what step asked for.
func (t *Table) do(ctx context.Context, fx *effects) {
	for _, s := range fx.sends {
		s.to.Deliver(s.messages...)
	}
	if !fx.received.IsZero() {
		t.cfg.Observe(time.Since(fx.received))
	}
	if fx.changed {
		t.publish() // before the answers: whose command has taken effect finds it in the summary
	}
	for _, a := range fx.answers {
		a.to.Answer(a.id, a.err)
	}
	for _, p := range fx.closed {
		p.Closed(whyKicked)
	}
	if fx.append != nil {
		t.asked = true
		t.cfg.Recorder.Append(*fx.append, func(err error) { t.answers <- appended{err} })
	}
	if fx.reload {
		t.asked = true
		t.helpers.Go(func() { t.reload(ctx) })
	}
	if q := fx.think; q != nil {
		t.helpers.Go(func() { t.think(ctx, q) })
	}
	if q := fx.witness; q != nil {
		q.answer <- q.witness
	}
	if t.ended && t.failed == "" {
		t.farewell()
	}
}

// publish makes the summary current and tells the lobby.
func (t *Table) publish() {
	s := t.summarize()
	t.summary.Store(&s)
	t.cfg.Changed(s)
}

// think lets a bot choose and brings its move back as an ordinary input, which step ignores if it comes late.
func (t *Table) think(ctx context.Context, q *question) {
	move, err := t.askThinker(ctx, q)
	select {
	case t.thoughts <- thought{hand: q.hand, turn: q.turn, move: move, err: err}:
	case <-ctx.Done():
	}
}

// askThinker is a call of the thinker that survives its faults.
func (t *Table) askThinker(ctx context.Context, q *question) (move json.RawMessage, err error) {
	ctx, cancel := context.WithTimeout(ctx, q.patience)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			t.cfg.Log.Error("bot failed", "table", t.cfg.ID, "panic", fmt.Sprint(p))
			err = errors.New("table: the bot panicked")
		}
	}()
	return t.cfg.Thinker.Think(ctx, q.level, q.view)
}

// reload reads the log after a pause.
func (t *Table) reload(ctx context.Context) {
	select {
	case <-time.After(reloadEvery):
	case <-ctx.Done():
	}
	ctx, cancel := context.WithTimeout(ctx, 5*reloadEvery)
	defer cancel()
	log, err := t.cfg.Recorder.Records(ctx, t.cfg.ID)
	t.answers <- reloaded{log, err}
}
