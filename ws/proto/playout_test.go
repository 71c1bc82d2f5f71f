package proto_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
	"example.com/fullhouse/table/tabletest"
)

// tableID is that of the table in the examples.
const tableID = "mfrggzdfmztwq2lknnwg23tpoa"

// playout is a table at which everything happens that can, in virtual time and with a fixed deck: the same every time.
type playout struct {
	*testing.T
	table   *table.Table
	log     *tabletest.Log
	rules   *rand.Rand // what players choose
	people  []*tabletest.Player
	watcher *tabletest.Player
	read    int   // messages of the watcher looked at
	turn    *turn // the running turn
	hands   int   // dealt so far
	ids     int   // commands sent so far

	messages []json.RawMessage
	summary  table.Summary
}

type turn struct {
	Hand    table.HandID `json:"hand"`
	Turn    int          `json:"turn"`
	Seat    table.Seat   `json:"seat"`
	Price   table.Chips  `json:"price"`
	Options holdem.Legal `json:"options"`
}

// playOut plays and returns every message that somebody at the table got.
func playOut(t *testing.T) *playout {
	p := &playout{T: t, log: tabletest.NewLog(), rules: rand.New(rand.NewPCG(1, 2)), watcher: tabletest.NewPlayer("watcher")}
	synctest.Test(t, func(*testing.T) {
		p.open()
		synctest.Wait() // the bot sits
		p.join(p.watcher)
		for i, name := range []string{"Brave Otter 12", "Calm Heron 7", "Quick Lynx 31"} {
			player := tabletest.NewPlayer(name)
			p.people = append(p.people, player)
			p.join(player)
			p.do(player, table.Hold{Seat: table.Seat(2 * i)})
			p.do(player, table.Sit{Seat: new(table.Seat(2 * i)), BuyIn: 10000})
		}
		p.until(80)
		p.summary = p.table.Summary()
		p.thinkLong()
		p.playAround()
		p.comeAndGo()
		p.freeze()
		p.talk()
		p.host()
		p.end()
	})
	for _, player := range append(p.people, p.watcher) {
		for _, m := range player.Messages() {
			p.messages = append(p.messages, json.RawMessage(m.Raw))
		}
	}
	return p
}

func (p *playout) open() {
	game, err := json.Marshal(holdem.Stakes{SmallBlind: 50, BigBlind: 100, AnteKind: holdem.AnteBB, Ante: 100, RunTwice: true, Straddle: true, RabbitHunt: true})
	if err != nil {
		p.Fatal(err)
	}
	p.table, err = table.Open(table.Config{
		ID: tableID, Epoch: 1, NewGame: holdem.New, Recorder: p.log, Random: rand.NewChaCha8([32]byte{'d', 'e', 'c', 'k'}),
		Log: slog.New(slog.DiscardHandler), Inbox: 64, Idle: time.Hour, Unjoined: time.Hour, Beat: time.Second,
		Away: 30 * time.Second, Hold: 20 * time.Second, SitOut: 10 * time.Minute, Pause: 10 * time.Minute, Host: "Brave Otter 12",
		Settings: table.Settings{
			Name: "Friday night", Seats: 6, BuyInMin: 4000, BuyInMax: 10000, Bots: 1, BotLevel: "calling", ActionMS: 15000,
			BankMS: 30000, RefillMS: 3000, Chat: "all", Game: game,
		},
	}, nil)
	if err != nil {
		p.Fatal(err)
	}
}

func (p *playout) join(player *tabletest.Player) {
	p.sent(p.table.Join(player, 0))
}

func (p *playout) do(player *tabletest.Player, c table.Command) {
	p.ids++
	p.sent(p.table.Do(player, fmt.Sprint("k3J9-", p.ids), c))
}

func (p *playout) sent(err error) {
	if err != nil {
		p.Fatal(err)
	}
	p.look()
}

// look catches up with what has happened.
func (p *playout) look() {
	synctest.Wait()
	all := p.watcher.Messages()
	for _, m := range all[p.read:] {
		switch m.Type {
		case "turn":
			p.turn = new(turn)
			m.Decode(p.turn)
		case "hand_started":
			p.hands++
		case "hand_ended":
			p.turn = nil
		}
	}
	p.read = len(all)
}

// until plays on until so many hands have been dealt and the last one is over.
func (p *playout) until(hands int) {
	for p.hands < hands || p.turn != nil {
		player, ok := p.onTurn()
		if !ok || p.rules.IntN(40) == 0 { // a bot, the pause, or someone who has fallen asleep
			time.Sleep(time.Second)
			p.look()
			continue
		}
		p.rebuy()
		p.do(player, table.Act{Hand: p.turn.Hand, Turn: p.turn.Turn, Price: p.turn.Price, Move: p.move()})
	}
}

func (p *playout) onTurn() (*tabletest.Player, bool) {
	if p.turn == nil {
		p.rebuy()
		return nil, false
	}
	seat := int(p.turn.Seat)
	if seat%2 != 0 {
		return nil, false
	}
	return p.people[seat/2], true
}

// rebuy brings everyone back into the game who has dropped out of it. What is not needed is refused.
func (p *playout) rebuy() {
	for _, player := range p.people {
		for _, kind := range []string{"sat_out", "stood"} {
			if m, ok := player.Last(kind); ok && m.Seq > p.lastSeq(player, "came_back", "sat") && p.turn == nil {
				p.do(player, table.BuyIn{Amount: 6000})
				p.do(player, table.ComeBack{})
			}
		}
	}
}

// lastSeq is the newest of some types.
func (p *playout) lastSeq(player *tabletest.Player, kinds ...string) (seq int64) {
	for _, kind := range kinds {
		if m, ok := player.Last(kind); ok {
			seq = max(seq, m.Seq)
		}
	}
	return seq
}

// move chooses any legal move, calls more often than not.
func (p *playout) move() json.RawMessage {
	o := p.turn.Options
	a := holdem.Action{Do: holdem.Call}
	if o.Call == 0 {
		a.Do = holdem.Check
	}
	switch n := p.rules.IntN(10); {
	case o.Vote != "":
		a.Do = holdem.Twice
	case n == 0:
		a.Do = holdem.Fold
	case n <= 3 && o.Raise != "":
		a.Do, a.To = o.Raise, o.MinTo
		if n == 1 {
			a.To = o.MaxTo
		}
	}
	raw, err := json.Marshal(a)
	if err != nil {
		p.Fatal(err)
	}
	return raw
}

// playAround chooses a move in advance, wishes for something, and looks at cards when a hand is over.
func (p *playout) playAround() {
	p.do(p.people[0], table.Wish{Wish: holdem.WishStraddle, On: true})
	for before := p.hands; p.hands < before+2 || p.turn != nil; {
		player, ok := p.onTurn()
		if !ok {
			time.Sleep(time.Second)
			p.look()
			continue
		}
		for _, other := range p.people { // refused where it means nothing
			p.do(other, table.Plan{Hand: p.turn.Hand, Move: json.RawMessage(`{"do":"check_fold","street":"preflop"}`)})
		}
		p.do(player, table.Act{Hand: p.turn.Hand, Turn: p.turn.Turn, Price: p.turn.Price, Move: json.RawMessage(`{"do":"fold"}`)})
		for _, who := range p.people {
			hand := table.HandID(fmt.Sprint(tableID, "-", p.hands))
			p.do(who, table.After{Hand: hand, Move: json.RawMessage(`{"do":"show","cards":"left"}`)})
			p.do(who, table.After{Hand: hand, Move: json.RawMessage(`{"do":"rabbit"}`)})
		}
	}
}

// thinkLong draws on a time bank, by hand and by the clock.
func (p *playout) thinkLong() {
	player, ok := p.onTurn()
	for ; !ok; player, ok = p.onTurn() {
		time.Sleep(time.Second)
		p.look()
	}
	p.do(player, table.Bank{Hand: p.turn.Hand, Turn: p.turn.Turn})
	time.Sleep(35 * time.Second)
	p.look()
	p.until(p.hands)
}

// comeAndGo has one player sit out and come back, and one leave in mid-hand, reconnect and resume.
func (p *playout) comeAndGo() {
	first, second := p.people[0], p.people[1]
	p.do(first, table.SitOut{})
	p.do(first, table.ComeBack{})
	p.until(p.hands + 1)
	for p.turn == nil {
		time.Sleep(time.Second)
		p.look()
	}
	p.table.Leave(second)
	p.look()
	before := p.lastSeq(p.watcher, "hand_started")
	again := tabletest.NewPlayer(second.Account())
	p.people[1] = again
	p.sent(p.table.Join(again, before))
	p.join(first) // a snapshot in mid-hand
	p.do(first, table.Stand{})
	p.until(p.hands)
	p.messages = append(p.messages, raws(second)...)
}

func raws(player *tabletest.Player) (all []json.RawMessage) {
	for _, m := range player.Messages() {
		all = append(all, json.RawMessage(m.Raw))
	}
	return all
}

// freeze makes the database silent once.
func (p *playout) freeze() {
	p.log.Behave(func(table.Batch) tabletest.Behaviour { return tabletest.Behaviour{Err: errors.New("no answer")} })
	for _, player := range p.people { // whether it plays, sits out or is broke, something is to be written
		p.do(player, table.SitOut{})
		p.do(player, table.ComeBack{})
		p.do(player, table.BuyIn{Amount: 6000})
	}
	p.log.Behave(nil)
	time.Sleep(5 * time.Second)
	p.look()
	if !slices.ContainsFunc(p.watcher.Messages(), func(m tabletest.Message) bool { return m.Type == "frozen" }) {
		p.Error("the table did not freeze")
	}
}

// talk has everybody say something, one mute another, and one come back to what was said.
func (p *playout) talk() {
	for _, player := range append(p.people, p.watcher) {
		p.do(player, table.Say{Text: "nice hand"})
	}
	p.do(p.people[2], table.Mute{Who: "Calm Heron 7", On: true})
	p.do(p.people[2], table.Mute{Who: "", On: true})
	p.table.Leave(p.people[2])
	p.sent(p.table.Join(p.people[2], p.lastSeq(p.watcher, "turn", "sat", "stood")))
	p.join(p.people[2])
}

// host is what a host can do, to the end of the table.
func (p *playout) host() {
	host := p.people[0]
	p.do(host, table.Silence{Who: "Calm Heron 7", On: true})
	p.do(host, table.Silence{Who: "Calm Heron 7", On: false})
	p.do(host, table.Silence{Who: "watcher", On: true})
	p.do(host, table.Pause{})
	p.join(host)
	p.do(host, table.Resume{})
	p.do(host, table.Pause{})
	time.Sleep(10 * time.Minute)
	p.look()
	p.do(host, table.Kick{Who: "Quick Lynx 31"})
	p.do(host, table.Kick{Who: "watcher"})
	p.do(host, table.End{})
}

// end closes the table.
func (p *playout) end() {
	_ = p.table.Close("idle") // an error says that it has closed
	for {
		select {
		case <-p.table.Done():
			synctest.Wait()
			return
		default:
			time.Sleep(time.Second)
		}
	}
}
