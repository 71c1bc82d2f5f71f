package history

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// WritePHH writes a finished hand as PHH, without a header: in a file of several, each needs one such as "[1]" before it. See
// the package's comment for what the format cannot say.
func WritePHH(w io.Writer, h *Hand, about About) error {
	rp, err := h.told()
	if err != nil {
		return err
	}
	p := &phhWriter{replay: rp, hand: h}
	p.field("variant", quoted(noLimit))
	p.stakes()
	p.field("actions", "[")
	p.dealHoles()
	for _, e := range rp.events {
		p.event(e)
	}
	for i, s := range h.Seats {
		if rp.showsUnasked(s) {
			p.action("p%d sm %s", i+1, run(s.Cards))
		}
	}
	p.out.WriteString("]\n")
	p.field("hand", p.id())
	p.about(about)
	p.result()
	_, err = w.Write(p.out.Bytes())
	return err
}

// phhWriter is a hand being written.
type phhWriter struct {
	*replay
	hand *Hand
	out  bytes.Buffer

	posting [table.MaxSeats]table.Chips // the stacks while antes and blinds are posted
}

func (p *phhWriter) field(name, value string) { fmt.Fprintf(&p.out, "%s = %s\n", name, value) }

// list is a field with something for each player.
func (p *phhWriter) list(name string, value func(i int, s Seat) string) {
	values := make([]string, len(p.hand.Seats))
	for i, s := range p.hand.Seats {
		values[i] = value(i, s)
	}
	p.field(name, "["+strings.Join(values, ", ")+"]")
}

// chips is a list of amounts.
func (p *phhWriter) chips(name string, value func(i int, s Seat) table.Chips) {
	p.list(name, func(i int, s Seat) string { return fmt.Sprint(value(i, s)) })
}

func (p *phhWriter) stakes() {
	cfg := p.hand.config()
	if cfg.AnteKind == holdem.AnteEach {
		p.field("ante_trimming_status", "true") // who could not pay all of it wins no more than that of the others
	}
	p.chips("antes", func(i int, _ Seat) table.Chips {
		if cfg.AnteKind == holdem.AnteEach || cfg.AnteKind == holdem.AnteBB && i == 1 {
			return cfg.Ante
		}
		return 0
	})
	p.chips("blinds_or_straddles", func(i int, _ Seat) table.Chips {
		if forced := []table.Chips{cfg.SmallBlind, cfg.BigBlind, cfg.Straddle}; i < len(forced) && !cfg.BombPot {
			return forced[i]
		}
		return 0
	})
	p.field("min_bet", fmt.Sprint(cfg.BigBlind))
	p.chips("starting_stacks", func(_ int, s Seat) table.Chips { return s.Chips })
	if cfg.BombPot {
		p.field("_small_blind", fmt.Sprint(cfg.SmallBlind))
	}
	if p.hand.Posts != nil {
		p.chips("_live_posts", func(_ int, s Seat) table.Chips { return p.hand.posted(s.Seat).Live })
		p.chips("_dead_posts", func(_ int, s Seat) table.Chips { return p.hand.posted(s.Seat).Dead })
	}
}

// posted is what a seat has posted, nothing if it has not.
func (h *Hand) posted(seat table.Seat) Post {
	for _, p := range h.Posts {
		if p.Seat == seat {
			return p
		}
	}
	return Post{}
}

// action writes one entry of the actions.
func (p *phhWriter) action(format string, args ...any) {
	fmt.Fprintf(&p.out, "  %s,\n", quoted(fmt.Sprintf(format, args...)))
}

// dealHoles tells the cards that are known from the start. Those that were shown follow when they were.
func (p *phhWriter) dealHoles() {
	for i, s := range p.hand.Seats {
		text := unknownCard + unknownCard
		if p.openly(s) {
			text = run(s.Cards)
		}
		p.action("d dh p%d %s", i+1, text)
		p.posting[s.Seat] = s.Chips
	}
}

// run is cards in one word.
func run(cards []deck.Card) string {
	var b strings.Builder
	for _, c := range cards {
		b.WriteString(c.String())
	}
	return b.String()
}

func (p *phhWriter) event(e table.Event) {
	switch e := e.(type) {
	case holdem.Posted:
		p.posting[e.Seat] = e.Stack
	case holdem.Dealt:
		if p.hand.BombPot != 0 {
			p.passRound()
		}
	case holdem.Acted:
		p.acted(e)
	case holdem.StreetDealt:
		if e.Run != 2 {
			p.action("d db %s", run(e.Board[len(e.Board)-len(e.Cards):]))
		}
	case holdem.Shown:
		p.show(e.Seat)
	case holdem.Mucked:
		p.action("p%d sm", p.hand.place(e.Seat)+1)
	}
}

// passRound fills in the betting round that the format has before the flop and a bomb pot has not: everyone checks.
func (p *phhWriter) passRound() {
	withChips := slices.DeleteFunc(slices.Clone(p.hand.Seats), func(s Seat) bool { return p.posting[s.Seat] == 0 })
	if len(withChips) < 2 {
		return
	}
	for _, s := range withChips {
		p.action("p%d cc # bomb pot", p.hand.place(s.Seat)+1)
	}
}

func (p *phhWriter) acted(e holdem.Acted) {
	place := p.hand.place(e.Seat) + 1
	switch e.Do {
	case holdem.Fold:
		p.action("p%d f", place)
	case holdem.Check, holdem.Call:
		p.action("p%d cc", place)
	default:
		p.action("p%d cbr %d", place, e.Bet)
	}
}

func (p *phhWriter) show(seat table.Seat) {
	place := p.hand.place(seat)
	if !p.tabled[seat] { // what was filled in is nobody's
		p.action("p%d sm", place+1)
		return
	}
	p.action("p%d sm %s", place+1, run(p.hand.Seats[place].Cards))
}

// id is a number where it is one, as the format would have it.
func (p *phhWriter) id() string {
	if n, err := strconv.ParseInt(string(p.hand.ID), 10, 64); err == nil && strconv.FormatInt(n, 10) == string(p.hand.ID) {
		return string(p.hand.ID)
	}
	return quoted(string(p.hand.ID))
}

func (p *phhWriter) about(a About) {
	p.list("seats", func(_ int, s Seat) string { return fmt.Sprint(s.Seat + 1) })
	p.field("seat_count", fmt.Sprint(a.seats()))
	p.list("players", func(_ int, s Seat) string { return quoted(s.Name) })
	if a.Table != "" {
		p.field("table", quoted(a.Table))
	}
	start := a.Start.UTC()
	p.field("time", start.Format("15:04:05"))
	p.field("time_zone_abbreviation", quoted("UTC"))
	p.field("day", fmt.Sprint(start.Day()))
	p.field("month", fmt.Sprint(int(start.Month())))
	p.field("year", fmt.Sprint(start.Year()))
}

func (p *phhWriter) result() {
	if p.hand.Board2 != nil {
		p.field("_second_board", quoted(run(p.hand.Board2)))
	}
	stacks := chipsBySeat(p.replay.hand.Stacks())
	p.chips("finishing_stacks", func(_ int, s Seat) table.Chips { return stacks[s.Seat] })
	p.chips("winnings", func(_ int, s Seat) table.Chips { return p.won[s.Seat] })
}

// quoted is a text as TOML has it.
func quoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case !strconv.IsPrint(r):
			fmt.Fprintf(&b, `\U%08X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
