// Package table runs one table: who sits where with how much, whose clock is running, what has happened, and who may know
// it. What is played there is a Game, which this package declares and never imports.
//
// One goroutine owns a table and everything in it. The others send typed commands through one bounded inbox; there is no
// lock inside and none is needed. All the logic is the plain method step(now, input), which returns what is to be done;
// run is the shell around it that carries inputs in and effects out, so that a simulation can drive a thousand tables from
// one seed in one goroutine.
//
//	command ─► step: play it on a copy ─► append ─► durable ─► adopt the copy ─► broadcast, answer, arm the clock
//	                                        └─► refused: drop the copy, answer why
//
// # Invariants
//
//   - Nothing is seen before it is durable. A command is played on a copy of the state; the copy becomes the state when the
//     recorder has answered. Until then the table is pending: joins, snapshots and chat are served from the last durable state, at
//     most maxWaiting commands wait, each no longer than maxWait, and then they are refused with table_busy.
//   - The state is exactly what its records give: the live path and recovery go through the same apply.
//   - When the outcome of an append is unknown, or the program has panicked, the state is rebuilt from the log; it is never
//     rolled back by hand. A second panic at the same record, or a log that can't be followed, ends the table: it is quarantined,
//     and the process and the other tables live.
//   - A hand in progress has exactly one armed deadline, or the table is pending or frozen; after a second it has said so. The
//     clock starts anew only when the turn moves: chatter and illegal moves buy no time.
//   - What a seat alone may know goes to the account that held the seat when it happened, not to whoever sits there later.
//   - Where the settings ask for a delay, who has no seat is served the state before the running hand, whole: no event, snapshot or
//     clock of the hand goes out to such a viewer until the hand is over.
//   - The inbox is bounded: a command that finds it full is refused with table_busy. Players' queues are theirs: Deliver
//     returns at once, and who falls behind is dropped by the sockets, never waited for.
//
// # Why not a mutex around a struct?
//
// Because a table waits for its log between a move and its broadcast. Holding a lock across that wait would block joins and
// snapshots on the database; giving it up would let a second move in between. A goroutine that is "pending" says exactly
// which inputs it takes meanwhile.
//
// # Why not log the events?
//
// Events are what people see, and change with what people should see. Records are the decisions from which the rules derive
// the events again, so one short record replaces a dozen events, and nothing hidden needs a public form.
package table
