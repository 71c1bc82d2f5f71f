package holdem

import (
	"slices"

	"example.com/fullhouse/table"
)

// What it costs to come in. The rules are those of Robert's Rules of Poker, version 11, "Button and Blind Use": a new player may
// "wait for the big blind" or "post an amount equal to the big blind and immediately be dealt a hand"; "a player who misses any
// or all blinds can resume play by either posting all the blinds missed or waiting for the big blind", and of what is posted "an
// amount up to the size of the minimum opening bet is live. The remainder [...] is not part of your bet."

// blinds is what a game remembers of button and blinds from one hand to the next.
type blinds struct {
	last lineup // of the running or last hand
	owed [table.MaxSeats]debt
}

// debt is what a seat has missed, each blind once at most.
type debt struct {
	Big   bool `json:"big,omitempty"`
	Small bool `json:"small,omitempty"`
	// Passed is set when the seat was ready and the big blind has passed over it, because players between had left. Then it
	// posts that blind as soon as the button has passed, which clears it of the rest: it has waited for its turn. A seat that
	// is left and taken again before the next hand keeps it.
	Passed bool `json:"passed,omitempty"`
}

// next is what the blinds are in a hand dealt to these places, and who comes in behind the button with what.
//
// When nobody is left who could have the button, the game starts afresh, and so it does with its first hand: all who want to
// play do, and nobody owes anything. In a bomb pot all who want to play do too. Its ante is more than anyone can owe, and there
// are no blinds that could be missed.
func (b *blinds) next(places []table.Place, stakes *Stakes, bomb bool) (n blinds, posts []Post) {
	n.owed = b.stillOwed(places)
	all := n.standings(places)
	afresh := b.last.button == table.NoSeat || all.next(table.NoSeat, anywhere) == table.NoSeat
	if afresh {
		n.owed = [table.MaxSeats]debt{}
		all = everyone(places)
	}
	n.last = all.lineUp(&b.last, b.posted(places))
	switch {
	case bomb:
		n.last.in = all.wanted()
	case !afresh:
		posts = n.posts(places, &all, stakes)
		n.miss(places, &b.last)
	}
	for seat, in := range n.last.in {
		if in {
			n.owed[seat] = debt{}
		}
	}
	return n, posts
}

// stillOwed forgets what was owed by players who have left, and what does not count any more. A new player owes nothing but its
// entry.
func (b *blinds) stillOwed(places []table.Place) (owed [table.MaxSeats]debt) {
	for _, p := range places {
		if p.Free {
			continue
		}
		d := b.owed[p.Seat]
		owed[p.Seat] = debt{Big: d.Big && !p.New, Small: d.Small && !p.New, Passed: d.Passed && p.In}
	}
	return owed
}

func (b *blinds) standings(places []table.Place) (s standings) {
	for _, p := range places {
		d := b.owed[p.Seat]
		switch {
		case !p.In:
		case p.Free, !p.New && d == debt{}:
			s[p.Seat] = anywhere
		case p.Post || d.Passed:
			s[p.Seat] = behind
		default:
			s[p.Seat] = atBig
		}
	}
	return s
}

// everyone are the standings when nobody owes anything.
func everyone(places []table.Place) (s standings) {
	for _, p := range places {
		if p.In {
			s[p.Seat] = anywhere
		}
	}
	return s
}

// posted is the seat that has posted the last big blind, if its player is still there.
func (b *blinds) posted(places []table.Place) table.Seat {
	if slices.ContainsFunc(places, func(p table.Place) bool { return p.Seat == b.last.big && !p.New }) {
		return b.last.big
	}
	return table.NoSeat
}

// posts are what those put in who are dealt in behind the button.
func (b *blinds) posts(places []table.Place, all *standings, stakes *Stakes) (posts []Post) {
	for _, p := range places {
		if b.last.in[p.Seat] && all[p.Seat] == behind && p.Seat != b.last.big {
			posts = append(posts, b.owes(p, stakes))
		}
	}
	return posts
}

// owes is what a place puts in to come in behind the button.
func (b *blinds) owes(p table.Place, stakes *Stakes) Post {
	post, d := Post{Seat: p.Seat}, b.owed[p.Seat]
	if p.New || d.Passed || d.Big {
		post.Live = stakes.BigBlind
	}
	if d.Small && !d.Passed {
		post.Dead = stakes.SmallBlind
	}
	return post
}

// miss notes which blinds have passed over players that are not dealt in since the last hand.
func (b *blinds) miss(places []table.Place, last *lineup) {
	for _, p := range places {
		if p.Free || b.last.in[p.Seat] {
			continue
		}
		big := passes(last.big, b.last.big, p.Seat)
		small := passes(last.small, b.last.small, p.Seat)
		d := &b.owed[p.Seat]
		d.Passed = d.Passed || big && p.In
		d.Big = d.Big || big && !p.New
		d.Small = d.Small || small && !p.New
	}
}

// passes reports whether a blind that moves has passed over a seat.
func passes(from, to, seat table.Seat) bool {
	return from != table.NoSeat && from != to && lies(seat, from, to)
}

// waiting are those who want to play and are not dealt in, with what they could post instead of waiting.
func (b *blinds) waiting(places []table.Place, stakes *Stakes) (list []Waiting) {
	for _, p := range places {
		if p.In && !b.last.in[p.Seat] {
			post := b.owes(p, stakes)
			list = append(list, Waiting{Seat: p.Seat, Owes: post.Live + post.Dead})
		}
	}
	return list
}
