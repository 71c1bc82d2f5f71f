// Package quota answers one question: has this account used its allowance of today? How fast the account goes is the
// question of the package above it, and whether the box is full is package capacity's.
//
//	Book.Take ───► charges ──► Store.Charge, a transaction of its own
//	Book.Spend ──► charges ──► the caller's transaction: a table's row, a guest's account, a refill of chips
//	                   │
//	                   │ an account's:  account:…                      its tier's limit
//	                   │ a guest's:     account:…  and  address:…      a guest's limit, and ten times that
//	                   │ of guests:                     address:…      the address's limit
//	                   ▼
//	          one row per day, subject and kind:  used = used + n, where that stays within the limit
//
// # Invariants
//
//   - A use is counted by the statement that compares it with the limit. N callers at the edge get exactly what remains.
//   - All charges of a use are made, or none: a guest who is refused for the address is not charged either.
//   - The day is that of the database's clock, in UTC, and begins with nothing used. A restart changes nothing.
//   - What comes back goes to the day it was charged to, once. So a crash between charging and giving back may lose a unit, and
//     nothing ever mints one.
//   - A guest account is a key that the caller chooses. So a guest's uses are charged to the guest's address as well, at ten
//     times a guest's allowance: a thousand guests of one address get ten guests' worth.
//
// # How it fails
//
// Closed: when the database does not answer, the use is refused with the database's code, and a use of a kind that nobody has
// configured is refused as well.
//
// # Why not Redis?
//
// Because there are only a few uses a day, and each must be counted together with what it pays for: a table's unit is charged
// in the transaction that writes the table. The shared limiter's store is fast and may forget; a day's allowance that is
// forgotten is handed out twice.
//
// # Why not count the rows of the day?
//
// Because most of what is allowed leaves none: a question about odds, an export, a mail. Where there are rows, counting them and
// adding one are two statements, and two callers can both count before either adds. And the count would cost more the more
// somebody has used.
package quota
