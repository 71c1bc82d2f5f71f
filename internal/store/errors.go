package store

import (
	"database/sql"
	"errors"
	"fmt"

	"example.com/fullhouse/table"
)

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
	// ErrNotQuarantined says of a table that it is not in quarantine, so that there is nothing to undo.
	ErrNotQuarantined Error = "the table is not in quarantine"
	// ErrPosted refuses a transfer whose id has been used: nothing moves twice.
	ErrPosted Error = "the transfer is posted already"
	// ErrKept refuses a hand that is in the history: none ends twice.
	ErrKept Error = "the hand is kept already"
)

// explain gives errors that say "the database can't, just now" the code for it. Others are left alone: they are faults of
// this program, and must not look like a bad day of the disk.
func explain(err error) error {
	if err == nil || errors.Is(err, table.ErrUnavailable) {
		return err
	}
	if errors.Is(err, sql.ErrConnDone) || errors.Is(err, errSlow) || errors.Is(err, errClosed) || isDiskOutage(err) ||
		isServerOutage(err) {
		return fmt.Errorf("%w: %w", table.ErrUnavailable, err)
	}
	return err
}

// unsure is the end of a transaction whose outcome nobody knows: the answer to its COMMIT is lost. It has no code, because
// whoever got one could believe that nothing was written.
type unsure struct{ err error }

func (e unsure) Error() string { return "commit: " + e.err.Error() }
func (e unsure) Unwrap() error { return e.err }

// Unsure tells this error from all others.
func (e unsure) Unsure() {}
