// Package tabletest helps to test tables without a real game, database or socket: Draw, a game small enough to follow by
// eye; Log, a recorder in memory that can be slow, fail or lie; and Player, a connection that keeps what it was sent.
package tabletest
