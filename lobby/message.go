package lobby

import "example.com/fullhouse/table"

// CapacityView is how full the server is, as everyone may know it.
type CapacityView struct {
	Used   int64  `json:"used"`   // live tables; above cap only after a restart with a lower cap
	Cap    int64  `json:"cap"`    // how many there may be
	Create Create `json:"create"` // whether a new one would be opened now
}

// Create says whether new tables are opened.
type Create string

const (
	CreateOpen     Create = "open"     // there is room for one more, at this moment
	CreateFull     Create = "full"     // all are in use; joining one is still open
	CreateDraining Create = "draining" // the server is about to restart
)

// The messages of the lobby's socket.
type (
	// List ("lobby") is everything a watcher needs to begin with.
	List struct {
		Type     string          `json:"type"`
		Capacity CapacityView    `json:"capacity"`
		Tables   []table.Summary `json:"tables"` // the public ones, the newest last
	}
	// Changes ("tables") is what has changed since the message before, at most twice a second.
	Changes struct {
		Type     string          `json:"type"`
		Capacity CapacityView    `json:"capacity"`
		Changed  []table.Summary `json:"changed"` // new or changed, whole; new ones go to the end of the list
		Gone     []Gone          `json:"gone"`
	}
)

// Gone is a table that is no longer listed.
type Gone struct {
	ID     string `json:"id"`
	Reason string `json:"reason"` // that of the table's "closed"; "draining" when it goes on after the server's restart
}
