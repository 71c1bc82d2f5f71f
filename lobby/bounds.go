package lobby

import (
	"slices"

	"example.com/fullhouse/capacity"
	"example.com/fullhouse/ratelimit/quota"
)

// guestsPerAddress is how many guests' worth of tables all guests of one address have together: guest accounts are free, so the
// bound on each of them alone would be none.
const guestsPerAddress = 10

// bounds hold the number of live tables: all of them, those of one creator and those made from one address.
type bounds struct {
	slots     *capacity.Slots
	accounts  *capacity.Keyed
	addresses *capacity.Keyed
	guests    *capacity.Keyed // those of guests, by address
}

func newBounds(cfg Config) *bounds {
	perAccount, perAddress := cfg.MaxPerAccount, cfg.MaxPerAddress
	if perAccount == 0 {
		perAccount = cfg.MaxTables
	}
	if perAddress == 0 {
		perAddress = cfg.MaxTables
	}
	return &bounds{
		slots:     capacity.NewSlots(CodeFull, cfg.MaxTables),
		accounts:  capacity.NewKeyed(CodeTooMany, perAccount),
		addresses: capacity.NewKeyed(CodeTooMany, perAddress),
		guests:    capacity.NewKeyed(CodeTooMany, perAccount*guestsPerAddress),
	}
}

// acquire takes what a new table needs, or nothing. The slot comes first: it bounds how many owners are remembered.
func (b *bounds) acquire(by quota.Caller) (release func(), err error) {
	slot, err := b.slots.TryAcquire()
	if err != nil {
		return nil, err
	}
	held := guards{slot}
	for _, bound := range b.of(by) {
		guard, err := bound.keyed.TryAcquire(bound.owner)
		if err != nil {
			held.release()
			return nil, err
		}
		held = append(held, guard)
	}
	return held.release, nil
}

// overbook counts a table that is there already, whatever the bounds say now. Whether its creator was a guest then is not
// known any more.
func (b *bounds) overbook(row Row) (release func()) {
	held := guards{b.slots.Overbook()}
	for _, bound := range b.of(quota.Caller{Account: row.Creator, Address: row.Address}) {
		held = append(held, bound.keyed.Overbook(bound.owner))
	}
	return held.release
}

// owned is a bound on what one owner has.
type owned struct {
	keyed *capacity.Keyed
	owner string
}

func (b *bounds) of(by quota.Caller) []owned {
	all := []owned{{b.accounts, by.Account}, {b.addresses, by.Address}}
	if by.Guest {
		all = append(all, owned{b.guests, by.Address})
	}
	return all
}

// guards are what one table holds.
type guards []func()

// release gives all of them back, the slot last: whoever finds it free finds the rest free as well.
func (g guards) release() {
	for _, guard := range slices.Backward(g) {
		guard()
	}
}
