package quota

import (
	"fmt"
	"strconv"
	"strings"
)

// Allowance is how much of a kind an account may use in a day, by its tier.
type Allowance struct {
	Guest   int64 // without a name or password; at the address, guestsPerAddress times as much for all of them
	Account int64
}

// maxAllowance keeps the multiplied limits of addresses exact in everybody's numbers.
const maxAllowance = 1_000_000_000

// MarshalText writes the allowance as UnmarshalText reads it.
func (a Allowance) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "guest:%d,account:%d", a.Guest, a.Account), nil
}

// UnmarshalText reads "guest:10,account:50", as settings have it. Nothing else will do: a tier that is left out would be one
// that somebody has to guess.
func (a *Allowance) UnmarshalText(text []byte) error {
	guest, account, _ := strings.Cut(string(text), ",")
	g, err := tier(guest, "guest:")
	if err != nil {
		return fmt.Errorf("quota: allowance %q: %w", text, err)
	}
	n, err := tier(account, "account:")
	if err != nil {
		return fmt.Errorf("quota: allowance %q: %w", text, err)
	}
	*a = Allowance{Guest: g, Account: n}
	return nil
}

// tier takes plain digits after the name: no sign, no spaces.
func tier(text, name string) (int64, error) {
	digits, ok := strings.CutPrefix(text, name)
	n, err := strconv.ParseUint(digits, 10, 63)
	if !ok || err != nil || n > maxAllowance {
		return 0, fmt.Errorf("want guest:N,account:N, like guest:10,account:50, with N from 0 to %d", maxAllowance)
	}
	return int64(n), nil
}
