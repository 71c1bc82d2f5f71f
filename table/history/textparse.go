package history

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"example.com/fullhouse/table"
)

// textParser follows the lines of one hand.
type textParser struct {
	hand  *Hand
	names []string // as written, longest first
	seats map[string]table.Seat
	over  bool // the summary has come: it tells nothing new

	street string
	run    int // of the showdown
	posts  textPosts
	stacks [table.MaxSeats]table.Chips
	bets   [table.MaxSeats]table.Chips // on this street
	dealt  []table.Seat                // whose cards were told before anyone showed any
	pots   []textPot
	gone   []table.Stack // went back uncalled
}

// textPot is a pot with its place among the others of its run.
type textPot struct {
	Pot
	index int
}

// stakes reads a header, from the number on: "123:  Hold'em No Limit (50/100) - 2026/12/01 20:30:00 UTC".
func (p *textParser) stakes(header string) error {
	_, rest, found := strings.Cut(header, ":")
	game, limits, open := strings.Cut(rest, "(")
	if !found || !open {
		return malformed("the header has no number or no stakes")
	}
	if !strings.Contains(game, "Hold'em No Limit") {
		return VariantError{Variant: strings.TrimSpace(game)}
	}
	limits, _, _ = strings.Cut(limits, ")")
	limits, _, _ = strings.Cut(limits, " ") // the currency
	small, big, found := strings.Cut(limits, "/")
	if !found {
		return malformed("%q are not stakes", limits)
	}
	var err error
	if p.hand.Game.SmallBlind, err = textChips("small blind", small); err != nil {
		return err
	}
	p.hand.Game.BigBlind, err = textChips("big blind", big)
	return err
}

// textChips reads an amount, with or without the sign of a currency and commas between thousands.
func textChips(field, text string) (table.Chips, error) {
	return parseChips(field, strings.ReplaceAll(strings.TrimLeft(text, "$€£"), ",", ""))
}

// line reads one after the header.
func (p *textParser) line(line string) error {
	switch {
	case p.hand.Button == table.NoSeat && strings.HasPrefix(line, "Table "):
		return p.table(line)
	case p.seats == nil && strings.HasPrefix(line, "Seat ") && strings.Contains(line, " in chips)"):
		return p.seat(line)
	}
	if err := p.seatUp(); err != nil {
		return err
	}
	if name, ok := p.speaker(line); ok {
		return p.says(p.seats[name], line[len(name)+2:])
	}
	if section, ok := strings.CutPrefix(line, "*** "); ok {
		return p.section(section)
	}
	if rest, ok := strings.CutPrefix(line, "Dealt to "); ok {
		return p.dealtTo(rest)
	}
	if rest, ok := strings.CutPrefix(line, "Uncalled bet ("); ok {
		return p.uncalled(rest)
	}
	if at := strings.LastIndex(line, " collected "); at >= 0 {
		return p.collected(line[:at], line[at+len(" collected "):])
	}
	return nil // who comes, goes and talks is no part of the hand
}

// table reads "Table 'Name' 6-max (Play Money) Seat #3 is the button".
func (p *textParser) table(line string) error {
	at := strings.LastIndex(line, "Seat #")
	if at < 0 {
		return malformed("it does not tell who has the button")
	}
	number, _, _ := strings.Cut(line[at+len("Seat #"):], " ")
	seat, err := seatOf(number)
	p.hand.Button = seat
	return err
}

// seatOf is the seat of a number from 1.
func seatOf(number string) (table.Seat, error) {
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > table.MaxSeats {
		return table.NoSeat, malformed("%q is not the number of a seat, 1 to %d", number, table.MaxSeats)
	}
	return table.Seat(n - 1), nil
}

// seat reads "Seat 3: Ann (1000 in chips)". Who sits out is not dealt in.
func (p *textParser) seat(line string) error {
	number, rest, _ := strings.Cut(strings.TrimPrefix(line, "Seat "), ": ")
	rest, note, ends := cutLast(rest, " in chips)")
	name, chips, found := cutLast(rest, " (")
	if !ends || !found {
		return malformed("it does not tell a name and a stack")
	}
	if note != "" {
		return nil
	}
	seat, err := seatOf(number)
	if err != nil {
		return err
	}
	stack, err := textChips("stack", chips)
	if err != nil {
		return err
	}
	if len(p.hand.Seats) == table.MaxSeats || slices.Contains(p.names, name) {
		return malformed("too many seats, or two of that name")
	}
	p.names = append(p.names, name)
	p.hand.Seats = append(p.hand.Seats, Seat{Seat: seat, Name: name, Chips: stack})
	return nil
}

// cutLast is strings.Cut around the last of several.
func cutLast(text, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(text, sep); i >= 0 {
		return text[:i], text[i+len(sep):], true
	}
	return text, "", false
}

// seatUp brings the seats in order once all are known, and the names in the order in which to try them.
func (p *textParser) seatUp() error {
	if p.seats != nil {
		return nil
	}
	p.seats = map[string]table.Seat{}
	for i := range p.hand.Seats {
		s := &p.hand.Seats[i]
		p.seats[s.Name], p.stacks[s.Seat] = s.Seat, s.Chips
		s.Name = unescape(s.Name)
	}
	slices.SortFunc(p.names, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	slices.SortFunc(p.hand.Seats, func(a, b Seat) int { return cmp.Compare(a.Seat, b.Seat) })
	button := p.hand.place(p.hand.Button)
	if button < 0 {
		return unsupported("the button is at a seat that was not dealt in")
	}
	p.hand.Seats = slices.Concat(p.hand.Seats[button+1:], p.hand.Seats[:button+1])
	return p.hand.checkSeats()
}

// speaker is the name of the player that a line is about: "Ann: folds".
func (p *textParser) speaker(line string) (string, bool) {
	for _, name := range p.names {
		if len(line) > len(name)+1 && line[:len(name)] == name && line[len(name):len(name)+2] == ": " {
			return name, true
		}
	}
	return "", false
}

// finish puts together what the lines have told.
func (p *textParser) finish() error {
	if err := p.seatUp(); err != nil {
		return err
	}
	if err := p.posts.finish(p.hand); err != nil {
		return err
	}
	if len(p.dealt) == 1 {
		p.hand.Viewer = p.dealt[0]
	}
	if p.hand.Board2 != nil {
		p.hand.voteTwice()
	}
	if p.pots != nil {
		p.hand.Result = p.result()
	}
	return p.hand.Check()
}

// result is the end by the amounts that the lines have told.
func (p *textParser) result() *Result {
	r := &Result{Uncalled: append([]table.Stack{}, p.gone...)}
	for _, s := range p.hand.Seats {
		r.Stacks = append(r.Stacks, table.Stack{Seat: s.Seat, Chips: p.stacks[s.Seat]})
	}
	slices.SortStableFunc(p.pots, func(a, b textPot) int { return cmp.Or(cmp.Compare(a.Run, b.Run), cmp.Compare(a.index, b.index)) })
	for _, pot := range p.pots {
		slices.SortFunc(pot.Winners, func(a, b table.Stack) int { return cmp.Compare(p.hand.place(a.Seat), p.hand.place(b.Seat)) })
		r.Pots = append(r.Pots, pot.Pot)
	}
	return r
}
