// Package crashpoint names the instants at which a server is killed by tests, to prove that nothing is lost there. In a server
// that is built as usual reaching one does nothing and costs nothing. One that is built with the tag crashpoints kills itself,
// as kill -9 would, when it reaches the point that the environment names:
//
//	FULLHOUSE_CRASH_AT=before-append:17    at the seventeenth time
package crashpoint

// Point is such an instant.
type Point string

const (
	BeforeAppend     Point = "before-append"     // a table has decided, and nothing is written
	AfterAppend      Point = "after-append"      // it is durable, and nobody knows
	BeforeBroadcast  Point = "before-broadcast"  // it is durable, and its table is about to hear of it
	InsideSettlement Point = "inside-settlement" // the chips of a hand are moved in part, in a transaction that is open
	InsideMigration  Point = "inside-migration"  // a step has changed the schema, in a transaction that is open
)

// All are the points there are.
func All() []Point {
	return []Point{BeforeAppend, AfterAppend, BeforeBroadcast, InsideSettlement, InsideMigration}
}
