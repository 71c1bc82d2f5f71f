// Package ws serves the sockets: of a table, and of the lobby. It lets a socket in or says why not, carries messages both
// ways, and ends it with a reason that tells the client whether to come back.
//
//	GET ─► origin ─► subprotocol ─► table ─► account ─► guards ─► upgrade ─► session (holds them) ─► close code
//	                                                                │
//	                                                             handler returns: the request's in-flight slot comes back here
//
//	session    reader ─► proto.Decode ─► table.Do                    one goroutine reads, and is the session
//	           writer ◄─ outbox ◄─ Deliver, Answer, Closed           one writes, alone
//
// # Invariants
//
//   - The guards of a socket are taken together and before the upgrade, so that a full server still answers with a status and
//     a reason, and come back exactly once however it ends: refused, failed upgrade, panic, client gone, drain.
//   - The session outlives its request. It never looks at the request's context, which ends with the handler.
//   - Nobody waits for a client. Deliver puts into a bounded outbox and returns; an outbox that is full when something comes
//     closes the socket with fell_behind, and the client resumes from the last event it has.
//   - What waits in the outbox goes out as one message. A delivery of several events counts once, and one delivery may
//     exceed the bound in bytes, or else a client that missed much could never resume.
//   - A socket that sends faster than its rate is answered rate_limited, and what it asks is not done: what a message costs
//     the table is then bounded by how many sockets there are.
//   - The newest socket of an account at a table wins. The old one is closed with replaced, and its guards are shared until it
//     has gone: so a player gets back in at every cap. No guard is ever shared by more than two.
//   - Once SignOut has returned, nothing more is done for a session that matched, and within a second none of its sockets is
//     left, those included that were on their way in.
//   - Every end of a session goes through end: the first reason stays. The writer sends what is still queued, then the close
//     frame.
//
// # The guards, and how each fails
//
// All of them fail closed: the newcomer is refused at once, before the upgrade, and those who are in notice nothing. In the
// order in which they are asked:
//
//   - The rate of new sockets refuses with sockets_full whoever comes while too many are being opened; strangers are refused
//     from four fifths of the burst on, so that those who hold a seat where they go come first.
//   - The slots refuse strangers with sockets_full from SeatedReserve below the top on, and the seated only at the top: a player
//     whose connection broke gets back in while strangers are kept out.
//   - The account's and the address's bounds refuse that owner with too_many_sockets, and nobody else notices. A guest counts
//     also among the guests of the address, since anybody may become a guest again.
//   - The watchers' bound refuses with watchers_full who holds no seat at that table. Sitting down frees the place at once; who
//     stands up when all are taken stays.
//
// Looking and taking is one step under the hub's lock. The lobby has no seats, so no reserve either. A plain request without
// Upgrade takes and gives back the same guards in the same order and gets the same answer. It asks the rate without being
// charged, and so does a socket that another guard refuses: otherwise those who are kept out, and ask why, would keep out
// those for whom there is room. What asking costs is bounded by the rate of each caller.
//
// # Why leave word of a sign-out with whoever is on the way in
//
// A session may end between its look-up and the start of its socket. Looking it up a second time would double the reads of a
// reconnect storm; remembering who signed out for a while needs a guess how long a while is. So each request on its way in is
// known before it looks, and SignOut tells all of them. It costs a map entry a request, and is exact.
//
// # Deadlines
//
// The way in, and the first message, together have the time for a handshake: the request's context ends with it, and so does
// the patience for that message. The request's header comes before that, which is for the HTTP server to bound.
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
