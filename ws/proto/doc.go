// Package proto is the envelope of the wire: how messages are framed and named, which ones the sockets themselves add to a
// table's or the lobby's, and with which codes sockets are closed. What is inside the envelope belongs to the packages that
// say it: table/message.go, table/holdem/event.go and lobby/message.go. docs/protocol.md is generated from all of them.
//
//	server -> client   a text message is a JSON array of one or more objects, each with "type"
//	client -> server   a text message is one JSON object with "type"; commands also carry "id"
//
// # Invariants
//
//   - Decode takes what it knows exactly: known types, known fields, each once, none missing, none null, nothing behind.
//     Anything else is a BadMessage. So a field can get a meaning later without some client having sent it all along.
//   - Messages from the server may grow: clients ignore types and fields they do not know.
//   - An object is encoded once by who says it and goes out as it is: Frame only puts brackets and commas around.
//
// # Why arrays from the first version
//
// Every WebSocket message costs a write system call, which is half of what serving a player costs. When one command causes
// eight events, or a slow client has twenty waiting, they are one message. Adding that later would break every client.
//
// # Why scan the object before decoding it
//
// encoding/json forgives fields in other letters, null, and fields given twice, where the last one wins. These are ways to
// say one thing to whoever reads the log and another to the table. The scan also stops at a depth that no message needs.
package proto
