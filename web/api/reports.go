package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
)

// Reports keeps what people tell the operator about others.
type Reports interface {
	// AddReport keeps a report together with the charges for it.
	AddReport(ctx context.Context, r lobby.Report, charges []quota.Charge) error
}

// errNotHere refuses reports of who has not been there.
const errNotHere refusal = "not_here"

// The bounds of a report.
const (
	maxReportText = 500 // characters
	maxReportName = 40
)

func reasons() []string { return []string{"chat", "cheating", "name", "other"} }

// typedReport is what somebody writes.
type typedReport struct {
	Who    string `json:"who"`
	Reason string `json:"reason"`
	Text   string `json:"text"`
}

func (t typedReport) check(by auth.Identity) error {
	switch {
	case t.Who == "" || utf8.RuneCountInString(t.Who) > maxReportName || !legible(t.Who):
		return badRequest{"who must be a name at the table"}
	case t.Who == by.Name:
		return badRequest{"who must be somebody else"}
	case !slices.Contains(reasons(), t.Reason):
		return badRequest{"reason must be " + strings.Join(reasons(), " or ")}
	case utf8.RuneCountInString(t.Text) > maxReportText || !legible(strings.ReplaceAll(t.Text, "\n", "")):
		return badRequest{fmt.Sprintf("text must be at most %d characters, without control characters but line breaks", maxReportText)}
	}
	return nil
}

// legible reports whether a text has no control characters.
func legible(text string) bool { return !strings.ContainsFunc(text, unicode.IsControl) }

// report tells the operator about somebody at a table: what was written, and what the table knows of it.
func (s *Server) report(w http.ResponseWriter, r *http.Request, who auth.Identity) error {
	var typed typedReport
	if err := readBody(w, r, s.cfg.MaxBodyBytes, &typed); err != nil {
		return err
	}
	t, err := s.tableFor(r, who.ID)
	if err != nil {
		return err
	}
	if err := typed.check(who); err != nil {
		return err
	}
	seen, err := t.Witness(r.Context(), who.ID, typed.Who)
	switch {
	case errors.Is(err, table.ErrTableClosed):
		return errNotFound
	case err != nil:
		return fmt.Errorf("ask table %s about a report: %w", t.ID(), err)
	case !seen.Here:
		return errNotHere
	}
	report := lobby.Report{Table: t.ID(), By: who.ID, Who: typed.Who, Account: seen.Account, Bot: seen.Bot, Reason: typed.Reason,
		Text: typed.Text, Said: seen.Said, At: time.Now()}
	err = s.deps.Quotas.Spend(quota.Reports, s.charged(r, who), func(charges []quota.Charge) error {
		return s.deps.Reports.AddReport(r.Context(), report, charges)
	})
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	s.reported.Add(1)
	nothing(w)
	return nil
}
