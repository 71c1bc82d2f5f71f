package tabletest

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"example.com/fullhouse/table"
)

// Player is a table.Player that keeps what it was sent. Wait for things with its channels; look at the rest when the table
// stands still.
type Player struct {
	account, name string
	watches       bool // may not sit down

	mu       sync.Mutex // guards all below
	messages []Message
	answers  []Answer
	ended    string
	changed  chan struct{} // closed and renewed at each change
}

// Message is one message to a player.
type Message struct {
	Type string `json:"type"`
	Seq  int64  `json:"seq"`
	Raw  string `json:"-"`
}

// Answer is the outcome of a command.
type Answer struct {
	ID  string
	Err error
}

// NewPlayer returns a player of an account that has the same name.
func NewPlayer(account string) *Player {
	return &Player{account: account, name: account, changed: make(chan struct{})}
}

// NewNamed returns a player of an account with another name.
func NewNamed(account, name string) *Player {
	p := NewPlayer(account)
	p.name = name
	return p
}

// NewWatcher returns one who may only watch.
func NewWatcher(account string) *Player {
	p := NewPlayer(account)
	p.watches = true
	return p
}

// MayPlay implements table.Player.
func (p *Player) MayPlay() bool { return !p.watches }

// Account implements table.Player.
func (p *Player) Account() string { return p.account }

// Name implements table.Player.
func (p *Player) Name() string { return p.name }

// Deliver implements table.Player.
func (p *Player) Deliver(messages ...[]byte) {
	p.change(func() {
		for _, raw := range messages {
			m := Message{Raw: string(raw)}
			if err := json.Unmarshal(raw, &m); err != nil {
				panic(fmt.Sprintf("tabletest: %v in message %s", err, raw))
			}
			p.messages = append(p.messages, m)
		}
	})
}

// Answer implements table.Player.
func (p *Player) Answer(id string, err error) {
	p.change(func() { p.answers = append(p.answers, Answer{id, err}) })
}

// Closed implements table.Player.
func (p *Player) Closed(reason string) { p.change(func() { p.ended = reason }) }

func (p *Player) change(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
	close(p.changed)
	p.changed = make(chan struct{})
}

// Messages returns all messages so far.
func (p *Player) Messages() []Message { return p.Since(0) }

// Since returns the messages from the nth on.
func (p *Player) Since(n int) []Message {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.messages[n:])
}

// Last returns the newest message of a type, or false.
func (p *Player) Last(kind string) (Message, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range slices.Backward(p.messages) {
		if m.Type == kind {
			return m, true
		}
	}
	return Message{}, false
}

// Answers returns all answers so far.
func (p *Player) Answers() []Answer {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.answers)
}

// Ended is the reason given to Closed.
func (p *Player) Ended() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ended
}

// Await blocks until ok, called again after every change, returns true.
func (p *Player) Await(ok func() bool) {
	for {
		p.mu.Lock()
		changed := p.changed
		p.mu.Unlock()
		if ok() {
			return
		}
		<-changed
	}
}

// Decode reads a message's JSON into a value and panics when it does not fit: a fault of the test.
func (m Message) Decode(v any) {
	if err := json.Unmarshal([]byte(m.Raw), v); err != nil {
		panic(fmt.Sprintf("tabletest: %v in message %s", err, m.Raw))
	}
}

var _ table.Player = (*Player)(nil)
