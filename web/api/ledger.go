package api

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/go-chi/chi/v5"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/table"
)

// LedgerLine is what one has brought to a table and taken away. Accounts are told by their names alone.
type LedgerLine struct {
	Name string      `json:"name"`           // "" for the bots
	Bots bool        `json:"bots,omitempty"` // the bots, all together
	You  bool        `json:"you,omitempty"`  // the one who asks
	In   table.Chips `json:"in"`             // bought in, over all seats and times
	Out  table.Chips `json:"out"`            // cashed out
	Now  table.Chips `json:"now"`            // at the table, as of the last hand's end
	Net  table.Chips `json:"net"`            // out + now - in
}

// ledger tells who has bought in at a table for what and left it with what: to those who have or had a seat there, and to the one
// who made it. For everybody else there is no such ledger.
func (s *Server) ledger(w http.ResponseWriter, r *http.Request, who auth.Identity) error {
	id := chi.URLParam(r, "id")
	if !isID(id) {
		return errNotFound
	}
	host, all, found, err := s.deps.Past.Sittings(r.Context(), id)
	if err != nil {
		return fmt.Errorf("read a ledger: %w", err)
	}
	own := func(l table.Sitting) bool { return l.Account == who.ID }
	if !found || host != who.ID && !slices.ContainsFunc(all, own) {
		return errNotFound
	}
	lines := []LedgerLine{}
	for _, l := range all {
		lines = append(lines, LedgerLine{Name: l.Name, Bots: l.Account == "", You: own(l), In: l.In, Out: l.Out, Now: l.Now, Net: l.Net()})
	}
	writeJSON(w, http.StatusOK, "application/json", struct {
		Table string       `json:"table"`
		Lines []LedgerLine `json:"lines"`
	}{id, lines})
	return nil
}
