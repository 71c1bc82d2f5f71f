// Package lobby is the registry of live tables: it opens them, finds them, tells who is looking what is going on, and
// stops them all when the server does.
//
//	Create ─► slot ─► guards of the owner ─► row and its charge ─► table.Open ─► listed ─► ... ─► the table's goroutine ends
//	  │         │            │                      │                    │                                  │
//	  │    server_full  too_many_tables       quota_exhausted    Find, List, Watch       slot and guards back, unlisted
//	  └─► bad_request
//
// # Invariants
//
//   - A table holds its slot from before its row is written until its goroutine has ended, whatever ends it. So the number
//     of live tables never passes the cap, and the slot of a closed table is free at once.
//   - It holds the guards of its creator and of the address beside the slot, for as long. Those of guests are counted by address
//     once more, at ten times a guest's: a guest is an account that anybody makes for nothing.
//   - The day's allowance is charged with the row, after slot and guards are held, and comes back if the table does not open.
//   - A private table is there for its host, for who has a seat and for accounts that an invite has let in. The store remembers them
//     and is asked once for each; an admission grows and is never taken back while the table lives, so nothing goes stale.
//   - The cap refuses creating, never joining: one more player at a living table costs nearly nothing.
//   - A table tells the lobby about itself from its own goroutine, and never waits for it: it leaves a note under a lock that
//     is held for a map write. Encoding and sending is the feed's goroutine's work.
//   - What the feed sends is encoded once for everyone, at most every half second; a newcomer gets the whole list first.
//
// # How it fails
//
// Closed: a server that is full or about to stop refuses new tables with a code and goes on with those it has. The bounds of an
// account and of an address are closed for that owner alone. Who can't be looked up is not let in at a private table. The allowance is closed without its database. A table whose
// log can't be replayed is quarantined by a recorded step that gives its chips back, and the others are served.
//
// # Why not ask every table for its summary when somebody looks?
//
// Because looking would then cost the tables: a full lobby refreshing would put itself into the inbox of every running
// hand. Tables publish what they look like when it changes, which is far less often.
//
// # Why not one goroutine for the registry too?
//
// It holds a map and a flag. A mutex says that plainly, and finding a table, which every arriving socket does, does not
// have to wait for anything.
package lobby
