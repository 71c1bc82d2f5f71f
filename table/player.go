package table

import (
	"context"
	"encoding/json"
)

// Player is one connection of someone at a table, seated or watching. All its methods return at once and are called only
// by the table's goroutine, in the order in which things happened.
type Player interface {
	// Account is the id of the account behind the connection.
	Account() string
	// Name is what the others see.
	Name() string
	// MayPlay reports whether the account may take a seat. Who may not only watches.
	MayPlay() bool
	// Deliver queues messages for the client, each a complete JSON object. The slice and the bytes are shared with other
	// players: nobody may change them.
	Deliver(messages ...[]byte)
	// Answer tells the outcome of the command that carried id: nil when it took effect.
	Answer(id string, err error)
	// Closed tells that nothing more will be delivered, because the table has ended or, with "kicked", because the host has shown
	// the player out.
	Closed(reason string)
}

// Thinker chooses moves for bots.
type Thinker interface {
	// Think returns a move for the seat whose view it gets. It runs outside the table's goroutine and stops with ctx. With
	// an error the table plays the game's default move.
	Think(ctx context.Context, level string, view any) (json.RawMessage, error)
}
