package store

// Error is a mistake of the caller. It has no code for the wire: a player can do nothing about it.
type Error string

func (e Error) Error() string { return string(e) }

const (
	// ErrBadBatch refuses a batch without records, or whose records are not numbered on from the one before them.
	ErrBadBatch Error = "the records do not continue the log"
	// ErrBadTransfer refuses a transfer that does not move chips between at least two accounts, each once, with a sum of 0.
	ErrBadTransfer Error = "the entries do not make a double entry"
	// ErrOutOfRange refuses what a client in another language could not read exactly.
	ErrOutOfRange Error = "an amount or a balance is beyond 2^53-1"
	// ErrPosted refuses a transfer whose id has been used: nothing moves twice.
	ErrPosted Error = "the transfer is posted already"
)
