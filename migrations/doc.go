// Package migrations brings a database to the schema this program needs.
//
// One folder a dialect holds numbered files, each with the statements of one step. They are part of the binary, so a
// program and its schema can't come apart. A step that has been released is never edited: the next one mends it.
//
//	sqlite/00001_first.sql   ─► 00002_... ─┐
//	postgres/00001_first.sql ─► 00002_... ─┴► what the program expects
//
// Files of the same name mean the same: the program's SQL is written once, for both.
//
// Invariant: a step is applied whole or not at all, together with the note that it was applied, so a process killed in
// the middle starts again where it was. A database from a newer program is refused, not guessed at.
//
// # Why not steps back?
//
// Going back would drop what people have won since. Who must return to an older program restores a backup.
package migrations
