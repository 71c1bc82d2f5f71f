package ws

import (
	"example.com/fullhouse/capacity"
	"example.com/fullhouse/table"
)

// guestsPerAddress is for how many accounts one address stands when it comes to guests. Anybody may become a guest again, so
// an account's bound alone would bound no guest.
const guestsPerAddress = 10

// bounds are how many sockets there may be: in all, of one account, from one address, and watching one table. What one socket
// takes of them it takes together or not at all. The hub's lock guards them.
type bounds struct {
	slots     *capacity.Slots
	reserve   int // of the slots: only those who hold a seat may take the last ones
	accounts  *capacity.Keyed
	guests    *capacity.Keyed // by address
	addresses *capacity.Keyed
	rooms     rooms
}

func newBounds(cfg Config) bounds {
	return bounds{
		slots:     capacity.NewSlots(CodeFull, cfg.MaxSockets),
		reserve:   cfg.SeatedReserve,
		accounts:  capacity.NewKeyed(CodeTooMany, cfg.MaxSocketsPerAccount),
		guests:    capacity.NewKeyed(CodeTooMany, guestsPerAddress*cfg.MaxSocketsPerAccount),
		addresses: capacity.NewKeyed(CodeTooMany, cfg.MaxSocketsPerAddress),
		rooms:     rooms{limit: int64(cfg.MaxWatchers), open: map[string]*room{}},
	}
}

// take takes all that a socket needs. Free gives it back, once; the error says which bound is reached, and nothing is taken.
func (b *bounds) take(s *session, seats seats) (free func(), err error) {
	spare := b.reserve
	if _, seated := seats[s.caller.Account]; seated {
		spare = 0
	}
	wanted := []func() (func(), error){
		func() (func(), error) { return b.slots.TryAcquireLeaving(spare) }, // first: it bounds how many owners are remembered
		func() (func(), error) { return b.accounts.TryAcquire(s.caller.Account) },
		func() (func(), error) { return b.addresses.TryAcquire(s.caller.Address) },
	}
	if s.caller.Guest {
		wanted = append(wanted, func() (func(), error) { return b.guests.TryAcquire(s.caller.Address) })
	}
	if s.at != nowhere {
		wanted = append(wanted, func() (func(), error) { return b.rooms.enter(s, seats) })
	}
	var held []func()
	free = func() {
		for _, release := range held {
			release()
		}
	}
	for _, take := range wanted {
		release, err := take()
		if err != nil {
			free()
			return nil, err
		}
		held = append(held, release)
	}
	return free, nil
}

// seats are who holds one at a table, by account; nil in the lobby.
type seats = map[string]table.Chips

// Denied is how many sockets one bound has kept out, those included that a plain request has only asked about.
type Denied struct {
	// Bound is which: "sockets", "account", "guests" (of an address), "address", "watchers", or "rate" when too many came at
	// once.
	Bound string
	Count int64
}

// denied needs the hub's lock.
func (h *Hub) denied() []Denied {
	return []Denied{
		{"sockets", h.bounds.slots.Stats().Refused},
		{"account", h.bounds.accounts.Refused()},
		{"guests", h.bounds.guests.Refused()},
		{"address", h.bounds.addresses.Refused()},
		{"watchers", h.bounds.rooms.refused},
		{"rate", h.churn.refused},
	}
}
