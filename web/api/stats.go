package api

import (
	"fmt"
	"net/http"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/table"
)

// Numbers are the caller's own. Nobody else gets to see them.
type Numbers struct {
	Hands    int64       `json:"hands"`        // dealt in
	Net      table.Chips `json:"net"`          // won altogether, or lost when negative
	VPIP     Share       `json:"vpip"`         // of the hands: those in which they put chips in before the flop by choice
	PFR      Share       `json:"pfr"`          // of the hands: those in which they raised before the flop
	Showdown Share       `json:"showdown"`     // of the hands: those that they saw the showdown of
	Won      Share       `json:"won_showdown"` // of the showdowns: those that they won chips at
}

// Share is how many of some things are of a kind.
type Share struct {
	Count int64   `json:"count"` // of the kind
	Ratio float64 `json:"ratio"` // 0 when there are none of either
}

func ratioOf(count, all int64) Share {
	if all == 0 {
		return Share{Count: count}
	}
	return Share{count, float64(count) / float64(all)}
}

// ownStats answers with the caller's own numbers, over all hands that are kept or those of one table.
func (s *Server) ownStats(w http.ResponseWriter, r *http.Request, who auth.Identity) error {
	at, err := tableAsked(r)
	if err != nil {
		return err
	}
	sum, err := s.deps.Past.Tally(r.Context(), who.ID, at)
	if err != nil {
		return fmt.Errorf("count hands: %w", err)
	}
	seen := sum.Marks["showdown"]
	writeJSON(w, http.StatusOK, "application/json", Numbers{
		Hands: sum.Hands, Net: sum.Net,
		VPIP: ratioOf(sum.Marks["vpip"], sum.Hands), PFR: ratioOf(sum.Marks["pfr"], sum.Hands),
		Showdown: ratioOf(seen, sum.Hands), Won: ratioOf(sum.Marks["won_showdown"], seen),
	})
	return nil
}

// tableAsked is the table that a list is narrowed to; "" when it is not.
func tableAsked(r *http.Request) (string, error) {
	at := r.URL.Query().Get("table")
	if at != "" && !isID(at) {
		return "", badRequest{"table is not the id of one"}
	}
	return at, nil
}

// maxID bounds the ids of tables and hands.
const maxID = 64

// isID reports whether there can be a table or a hand of that id: what is none is not looked for in the database.
func isID(text string) bool {
	for _, c := range []byte(text) {
		if c != '-' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return text != "" && len(text) <= maxID
}
