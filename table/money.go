package table

import "fmt"

// Chips is an amount of play money. Every amount on any path lies between -MaxChips and MaxChips, so that a browser's
// numbers hold it exactly.
type Chips int64

// MaxChips is 2^53-1, the largest integer that a JSON number carries without loss everywhere.
const MaxChips Chips = 1<<53 - 1

// Account names one side of a transfer.
type Account string

// Mint is where chips come from and where destroyed chips go: what is owed to it is what has been minted. It is the only
// account that may be negative.
const Mint Account = "mint"

// Wallet is the account of a player's chips away from any table.
func Wallet(account string) Account { return Account("wallet:" + account) }

// Escrow is the account of the chips a seat has at its table. It moves when chips are bought in, cashed out or settled at
// the end of a hand; bets within a hand do not touch it.
func Escrow(table string, seat Seat) Account { return Account(fmt.Sprintf("seat:%s:%d", table, seat)) }

// Transfer is one immutable double entry: the amounts of its entries sum to zero. Its id makes posting it twice harmless.
type Transfer struct {
	ID      string
	Kind    string // "buy_in", "cash_out", "settlement", "starting_chips", "refill"
	Entries []Entry
}

// Entry is what a transfer adds to (or, when negative, takes from) one account.
type Entry struct {
	Account Account
	Amount  Chips
}
