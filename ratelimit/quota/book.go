package quota

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Config is how much a day allows.
type Config struct {
	Allowances map[Kind]Allowance // of every kind but Guests
	Guests     int64              // how many guests one address may become
}

// guestsPerAddress is how many guests' worth all guests of one address get together: a family's, not a farm's.
const guestsPerAddress = 10

// patience is how long giving back may take, whatever has become of the request. A unit that does not come back is lost.
const patience = time.Second

// Book says what a use is charged to, and counts how that went. Its methods may be called from any goroutine.
type Book struct {
	cfg   Config
	store Store
	tally map[Kind]*results // never changed after New
}

// New returns a book over a store.
func New(cfg Config, store Store) (*Book, error) {
	b := &Book{cfg: cfg, store: store, tally: map[Kind]*results{Guests: {}}}
	if cfg.Guests < 0 || cfg.Guests > maxAllowance {
		return nil, fmt.Errorf("quota: %d guests of an address", cfg.Guests)
	}
	for _, kind := range accountKinds() {
		a, ok := cfg.Allowances[kind]
		if !ok {
			return nil, fmt.Errorf("quota: no allowance of %s", kind)
		}
		if a.Guest < 0 || a.Account < 0 || a.Guest > maxAllowance || a.Account > maxAllowance {
			return nil, fmt.Errorf("quota: an allowance of %d or %d %s", a.Guest, a.Account, kind)
		}
		b.tally[kind] = &results{}
	}
	if len(cfg.Allowances) != len(accountKinds()) {
		return nil, errors.New("quota: an allowance of something that accounts have none of")
	}
	return b, nil
}

// accountKinds are those with an allowance per account, in the order in which they are shown.
func accountKinds() []Kind { return []Kind{Tables, Odds, Chips, Exports, Mails, Reports} }

// Charges is what one use is charged to. A kind that is not known has a limit of 0.
func (b *Book) Charges(kind Kind, who Caller) []Charge {
	allowed := b.cfg.Allowances[kind]
	switch {
	case kind == Guests:
		return []Charge{{ofAddress(who), kind, 1, b.cfg.Guests}}
	case who.Guest:
		return []Charge{
			{ofAccount(who), kind, 1, allowed.Guest},
			{ofAddress(who), kind, 1, allowed.Guest * guestsPerAddress},
		}
	default:
		return []Charge{{ofAccount(who), kind, 1, allowed.Account}}
	}
}

func ofAccount(who Caller) string { return "account:" + who.Account }
func ofAddress(who Caller) string { return "address:" + who.Address }

// Take charges one use in a transaction of its own. The refusals are an *ExhaustedError and those of the store. What was taken
// comes back by giveBack, when the box refuses after all; it does so once, and also when the request is over.
func (b *Book) Take(ctx context.Context, kind Kind, who Caller) (giveBack func(context.Context) error, err error) {
	var day time.Time
	var taken []Charge
	err = b.Spend(kind, who, func(charges []Charge) (err error) {
		taken = charges
		day, err = b.store.Charge(ctx, charges)
		return err
	})
	if err != nil {
		return nil, err
	}
	var once sync.Once
	return func(ctx context.Context) (err error) {
		once.Do(func() { err = b.giveBack(ctx, kind, day, taken) })
		return err
	}, nil
}

// giveBack is not tried twice: after an error nobody knows whether it was done, and twice would mint a unit.
func (b *Book) giveBack(ctx context.Context, kind Kind, day time.Time, taken []Charge) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	if err := b.store.GiveBack(ctx, day, taken); err != nil {
		b.count(kind, failed)
		return err
	}
	b.Returned(kind)
	return nil
}

// Spend charges one use in a transaction of the caller's: write gets the charges and makes them together with what they pay
// for. Its error is passed on.
func (b *Book) Spend(kind Kind, who Caller, write func([]Charge) error) error {
	err := write(b.Charges(kind, who))
	if _, exhausted := errors.AsType[*ExhaustedError](err); exhausted {
		b.count(kind, refused)
	} else if err != nil {
		b.count(kind, failed)
	} else {
		b.count(kind, charged)
	}
	return err
}

// Returned notes that what Spend charged has been given back, in a transaction of the caller's.
func (b *Book) Returned(kind Kind) { b.count(kind, givenBack) }

// Left is what remains of one allowance: Limit less Used.
type Left struct {
	Kind  Kind
	Used  int64 // by a guest, also what other guests of the address have left them too little of
	Limit int64
	Reset time.Time // when nothing is used again
}

// Usage is what an account has used of each allowance today.
func (b *Book) Usage(ctx context.Context, who Caller) ([]Left, error) {
	own, reset, err := b.store.Used(ctx, ofAccount(who))
	if err != nil {
		return nil, err
	}
	var shared map[Kind]int64
	if who.Guest {
		if shared, reset, err = b.store.Used(ctx, ofAddress(who)); err != nil {
			return nil, err
		}
	}
	var all []Left
	for _, kind := range accountKinds() {
		charges := b.Charges(kind, who)
		l := Left{Kind: kind, Used: min(own[kind], charges[0].Limit), Limit: charges[0].Limit, Reset: reset}
		if who.Guest {
			remains := max(0, charges[1].Limit-shared[kind])
			l.Used = max(l.Used, l.Limit-remains)
		}
		all = append(all, l)
	}
	return all, nil
}
