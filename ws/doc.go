// Package ws serves the sockets: of a table, and of the lobby. It lets a socket in or says why not, carries messages both
// ways, and ends it with a reason that tells the client whether to come back.
//
//	GET ─► origin ─► subprotocol ─► table ─► account ─► slot ─► upgrade ─► session (holds the slot) ─► close code
//	                                                              │
//	                                                           handler returns: the request's in-flight slot comes back here
//
//	session    reader ─► proto.Decode ─► table.Do                    one goroutine reads, and is the session
//	           writer ◄─ outbox ◄─ Deliver, Answer, Closed           one writes, alone
//
// # Invariants
//
//   - A socket slot is taken before the upgrade, so that a full server still answers with a status and a reason, and comes
//     back exactly once however it ends: refused, failed upgrade, panic, client gone, drain.
//   - The session outlives its request. It never looks at the request's context, which ends with the handler.
//   - Nobody waits for a client. Deliver puts into a bounded outbox and returns; an outbox that is full when something comes
//     closes the socket with fell_behind, and the client resumes from the last event it has.
//   - What waits in the outbox goes out as one message. A delivery of several events counts once, and one delivery may
//     exceed the bound in bytes, or else a client that missed much could never resume.
//   - A socket that sends faster than its rate is answered rate_limited, and what it asks is not done: what a message costs
//     the table is then bounded by how many sockets there are.
//   - The newest socket of an account at a table wins. The old one is closed with replaced, and its slot is shared until it
//     has gone: so a player gets back in also when all slots are taken. No slot is ever shared by more than two.
//   - Every end of a session goes through end: the first reason stays. The writer sends what is still queued, then the close
//     frame.
//
// # Deadlines
//
// A socket on which nothing has been heard for the heartbeat and ten seconds is closed as idle: that is how a connection
// is found whose other end has lost its power. A write that does not get through in five seconds ends the socket as
// fell_behind. They are deadlines of the network connection, set before each read and write, and cost no timer or goroutine.
//
// # Why keep the network connection beside the WebSocket
//
// The library bounds reads and writes by contexts, each of which costs an allocation and a callback, and its close handshake
// discards what the peer still sends without any bound: a peer that announces an endless frame and drips would hold its slot
// for ever. A deadline on the connection covers all of it.
//
// # Why no compression
//
// It costs hundreds of kilobytes a socket and the latency of a flush, to save a fifth of messages that fit in one packet.
package ws
