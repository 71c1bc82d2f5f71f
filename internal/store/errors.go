package store

// Error is a mistake of the caller. It has no code for the wire: a player can do nothing about it.
type Error string

func (e Error) Error() string { return string(e) }

const (
	ErrBadBatch    Error = "the records do not continue the log"
	ErrBadTransfer Error = "the entries do not make a double entry"
	ErrOutOfRange  Error = "an amount or a balance is beyond 2^53-1"
	ErrPosted      Error = "the transfer is posted already"
)
