package holdem

import (
	"slices"

	"example.com/fullhouse/table"
)

// Where the button and the blinds go. The rules are those of Robert's Rules of Poker, version 11, "Button and Blind Use", with
// the moving button: "The button always moves forward to the next player and the blinds adjust accordingly." Who is not in the
// game yet, or has missed blinds, is not dealt in "between the big blind and the button" but waits until the button has passed.

// lineup is who is dealt in, and where the button and the blinds are.
type lineup struct {
	button, small, big table.Seat // NoSeat before the first hand
	in                 [table.MaxSeats]bool
}

// standing is where at the table a place may be dealt in.
type standing uint8

const (
	nowhere  standing = iota // it does not play
	atBig                    // it waits: only where the big blind is
	behind                   // it posts: also where it would come neither to the button nor to the small blind
	anywhere                 // it owes nothing
)

// standings are those of all seats.
type standings [table.MaxSeats]standing

// next is the first seat with at least such a standing, clockwise from the one after a seat, which comes last itself; NoSeat if
// there is none.
func (s *standings) next(after table.Seat, least standing) table.Seat {
	for i := range table.Seat(table.MaxSeats) {
		if at := (after + 1 + i) % table.MaxSeats; s[at] >= least {
			return at
		}
	}
	return table.NoSeat
}

// wanted are the seats that want to play.
func (s *standings) wanted() (in [table.MaxSeats]bool) {
	for seat := range in {
		in[seat] = s[seat] != nowhere
	}
	return in
}

// lineUp moves the button to the next player. Nobody posts the big blind twice in a row when another could: the button moves on
// once more then. That is rule 34 of the Tournament Directors Association, "Button in Heads-up": "the button may need to be
// adjusted to ensure no player has the big blind twice in a row." Posted is who had it last and is still there, or NoSeat.
func (s *standings) lineUp(last *lineup, posted table.Seat) lineup {
	first := s.lineUpFrom(s.next(last.button, anywhere), last)
	for l := first; ; {
		if l.big != posted {
			return l
		}
		if l = s.lineUpFrom(s.next(l.button, anywhere), last); l.button == first.button {
			return first
		}
	}
}

// lineUpFrom seats the blinds left of a button. Both it and the small blind go to players who owe nothing, the big blind to the
// next who wants to play, which is what the others wait for. Of two players the button posts small: "In heads-up play with two
// blinds, the small blind is on the button."
func (s *standings) lineUpFrom(button table.Seat, last *lineup) lineup {
	l := lineup{button: button, small: s.next(button, anywhere)}
	switch l.big = s.next(l.small, atBig); {
	case l.small == button: // one player and all others wait: the big blind goes to them in turn
		if l.big = s.next(last.big, atBig); l.big == button {
			l.big = s.next(button, atBig)
		}
	case l.big == button: // two players, and nobody waits where the big blind would be
		l.small, l.big = button, l.small
	default:
		for seat := range table.Seat(table.MaxSeats) {
			passed := !lies(seat, last.button, l.small) // by the button, and not reached by the small blind
			l.in[seat] = s[seat] == anywhere || s[seat] == behind && passed
		}
	}
	l.in[l.button], l.in[l.small], l.in[l.big] = true, true, true
	return l
}

// seats are the seats dealt in, in seat order.
func (l *lineup) seats() (list []table.Seat) {
	for seat, in := range l.in {
		if in {
			list = append(list, table.Seat(seat))
		}
	}
	return list
}

// players are the stacks of the seats dealt in, from the left of the button.
func (l *lineup) players(places []table.Place) (list []table.Stack) {
	for _, p := range places {
		if l.in[p.Seat] {
			list = append(list, table.Stack{Seat: p.Seat, Chips: p.Chips})
		}
	}
	slices.SortFunc(list, func(a, b table.Stack) int { return int(steps(l.button, a.Seat) - steps(l.button, b.Seat)) })
	return list
}

// lies reports whether a seat lies between two others, clockwise; from a seat to itself that is all of the table.
func lies(seat, from, to table.Seat) bool { return steps(from, seat) < steps(from, to) }

// steps is how many seats clockwise one is from another, 1 to MaxSeats.
func steps(from, to table.Seat) table.Seat {
	return (to-from+table.MaxSeats-1)%table.MaxSeats + 1
}
