// Package store is everything that speaks SQL: the tables' logs and who may enter them, hands, the ledger, allowances, accounts
// and sessions, reports, in one SQLite file or in a Postgres database. It implements what the other packages declare:
// table.Recorder, lobby.Tables, lobby.Doors, quota.Store, auth.Accounts and api.Reports. Both databases pass one suite,
// storetest; the SQL is written once, and where they part is in dialect.go.
//
//	tables ──► queue ──► writer: BEGIN ─ savepoint, write, release ─ savepoint, ... ─ COMMIT ──► answers
//	                     under Postgres: BEGIN ─ all appends that wait, in one statement ─ COMMIT
//	recovery ──────────► play pool: reads (beside the writer, never waiting for it)
//	HTTP ──► gate ─────► HTTP pool: reads, and under Postgres writes, each in a transaction of its own
//	                 └─► under SQLite, which has one writer: the queue
//
// # Invariants
//
//   - One goroutine makes the tables' writes. What is asked for while a transaction is being committed goes into the next one
//     together, so that a busy server pays for one disk flush where it would have paid for a hundred.
//   - A write is answered after its commit, and only once. Each stands under a savepoint of its own: one that fails takes
//     nothing of the others with it and leaves nothing of itself. Appends that were one statement come to the same in halves:
//     a statement that fails is tried again in two.
//   - An append moves its table's (epoch, last_seq) in the statement that compares them. Whoever opened the table later has
//     raised the epoch, so an owner of yesterday is refused at its next write, whatever it believes. An append and a raise that
//     meet are one after the other: the second waits for the row.
//   - Every transfer sums to zero, a balance is the sum of its entries, and nobody but the mint goes below zero. Audit
//     recomputes all of it. Records, transfers and the finished hand of one command are in one transaction: so a hand is in the
//     history if and only if its settlement counts.
//   - Of a hand that somebody asks for, only their own seat has an account and what it alone was told. The rest does not leave
//     this package, so that nothing above can let it out.
//   - Locks are taken in one order: allowances, sorted; then accounts and tables, these by id where an append has several; hands;
//     the ledger last, by the mint's row.
//   - One process has the database. The lock is the system's or the server's, so a killed process does not leave it behind. A
//     lock lost with its connection leaves the fence, and Ping takes it again.
//   - HTTP holds a permit for as long as it holds a connection or waits for the writer. The tables have connections and a gate
//     of their own, so HTTP at its most takes nothing from them.
//
// When the database can't write, every write is refused and says so (it fails closed); what was acknowledged stays. After an
// answer to COMMIT was lost nobody knows, and the error has no code: Records waits for the decision and has the truth. A server
// that is gone is asked again by itself, four times a second.
//
// # Why not let SQLite's own lock order the writers?
//
// It would: by making them poll and wait, in no order, with one flush each. With one writer there is nothing to wait for,
// and the queue is a place where waiting can be bounded and seen.
//
// # Why not a savepoint only where a write has failed?
//
// A write that fails in the middle has already changed rows, and by then it is too late to set one. A transaction of one
// statement needs none: it can begin again.
//
// # Why not one statement for SQLite, too?
//
// It is for the way to the server: each statement is a wait for its answer. SQLite is in this process, where there is no way, and
// a table's own statements are the plainer ones.
//
// # Why not check a wallet before taking from it?
//
// Two buy-ins could both look first. The statement that takes the chips says how many must be left.
//
// # Why is READ COMMITTED enough?
//
// For the same reason: nothing is read first and written later. A statement that says what must hold waits for a row that
// another transaction is changing, and then looks at it again. A stricter level would turn that wait into an error to try
// again.
//
// # Why not a pooler before Postgres?
//
// The lock is a session's. A pooler that hands one session to many clients, as PgBouncer does for transactions, gives it away.
//
// # What wiping a secret means
//
// SQLite overwrites it. Postgres keeps old versions of a row until it is vacuumed, and copies in its write-ahead log; who can
// read those files can read the cards of running hands as well.
package store
