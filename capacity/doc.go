// Package capacity bounds how much one box does at once. It knows nothing of who is asking: fairness between callers is
// another package's question, this one is only about staying alive.
//
//	Slots  how many things may live at once    tables, sockets, requests    full: refuses at once
//	Keyed  how many of one owner's             tables, sockets              full: refuses that owner at once
//	Gate   how much may be computed at once    bots, odds, hashing          full: waits a short, bounded time, then refuses
//
// # The invariant
//
// A slot is a guard you hold. Taking one returns the function that gives it back:
//
//	release, err := sockets.TryAcquire()
//	if err != nil {
//		return err // a refusal with a code, nothing is held
//	}
//	defer release() // or hand it to the goroutine that will call it
//
// Every guard comes back exactly once on every way out: return, panic, client gone, failed upgrade, shutdown. Calling
// release a second time does nothing, so a path that may already have released can release again.
//
// # How each fails
//
//   - Slots fail closed: when all are taken the newcomer is refused at once, and those who hold one notice nothing. Some can be
//     kept for callers who matter more: TryAcquireLeaving refuses the others before all are taken.
//   - Keyed fails closed for the owner who has as many as allowed, and nobody else notices.
//   - A Gate fails closed after its patience: who finds no permit within the wait is refused, and those computing are not slowed.
//
// # Why not golang.org/x/sync/semaphore
//
// It queues without bound, in order, until the context ends. A queue hides overload until everyone in it is too late:
// a player has a clock of 15 seconds that a queue cannot see. Refusing at once is honest and costs nothing.
//
// # Why not count with a mutex
//
// It would do. One atomic word is as short here, cannot be held by a goroutine that is descheduled, and makes the check and
// the increment one step, which is the whole point: a check followed by an increment lets two racers past the last slot.
package capacity
