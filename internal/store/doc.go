// Package store is everything that speaks SQL: the tables' logs, the ledger, accounts and sessions, in one SQLite file.
// It implements what the other packages declare: table.Recorder, lobby.Tables and auth.Accounts.
//
//	actors, HTTP ──submit──► queue ──► writer: BEGIN ─ savepoint, write, release ─ savepoint, ... ─ COMMIT ──► answers
//	recovery, HTTP ────────► read pool (beside the writer, never waiting for it)
//
// # Invariants
//
//   - One goroutine makes every write, HTTP's too. What is asked for while a transaction is being committed goes into the
//     next one together, so that a busy server pays for one disk flush where it would have paid for a hundred.
//   - A write is answered after its commit, and only once. Each stands under a savepoint of its own: one that fails takes
//     nothing of the others with it and leaves nothing of itself.
//   - An append moves its table's (epoch, last_seq) in the statement that compares them. Whoever opened the table later has
//     raised the epoch, so an owner of yesterday is refused at its next write, whatever it believes.
//   - Every transfer sums to zero, a balance is the sum of its entries, and nobody but the mint goes below zero. Audit
//     recomputes all of it. Records and transfers of one command are in one transaction.
//   - One process has the data folder. The lock is the system's, so a killed process does not leave it behind.
//
// When the database can't write, every write is refused and says so (it fails closed); what was acknowledged stays.
//
// # Why not let SQLite's own lock order the writers?
//
// It would: by making them poll and wait, in no order, with one flush each. With one writer there is nothing to wait for,
// and the queue is a place where waiting can be bounded and seen.
//
// # Why not a savepoint only where a write has failed?
//
// A write that fails in the middle has already changed rows, and by then it is too late to set one.
//
// # Why not check a wallet before taking from it?
//
// Two buy-ins could both look first. The statement that takes the chips says how many must be left.
package store
