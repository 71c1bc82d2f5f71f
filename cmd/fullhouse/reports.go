package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/lobby"
)

const reportsUsage = `
Usage: fullhouse reports
       fullhouse reports done ID

Lists what people at tables have reported about others and nobody has looked after yet, the oldest first: the report's number,
when and why, at which table, who about whom, what was written, and the last lines that the reported said there. With done
it closes the report of that number; closed ones are removed after FULLHOUSE_LOG_RETENTION. A server may have the database open.

Exits 0 when that went well, 1 when it did not, 2 on bad use.

Example:
    $ fullhouse reports
    report 17 at 2026-11-30T21:14:05Z: chat, at table k7q2mfrggzdfmztwq2lknnwg23
        by Brave Otter 12 (account mfzxi5dhobxw4zlsmvqw4ztpoi)
        about Rude Heron 3 (account ovzgkidbmfzxg5dpojsxezlsnu)
        wrote: "insults everybody"
        said: "you all play like sheep"
    $ fullhouse reports done 17
    report 17 is closed
`

func reports(ctx context.Context, c call) int {
	switch {
	case len(c.args) == 0:
		return c.listReports(ctx)
	case len(c.args) == 2 && c.args[0] == "done":
		if id, err := strconv.ParseInt(c.args[1], 10, 64); err == nil {
			return c.closeReport(ctx, id)
		}
	}
	fmt.Fprintf(c.stderr, "fullhouse reports: takes nothing or done ID, but got %q; see fullhouse reports -h\n", c.args)
	return exitUse
}

func (c call) listReports(ctx context.Context) int {
	db, code := c.reader(ctx)
	if db == nil {
		return code
	}
	defer db.Close()
	all, err := db.Reports(ctx)
	if err != nil {
		return c.failed(err)
	}
	for _, r := range all {
		fmt.Fprintf(c.stdout, "report %d at %s: %s, at table %s\n", r.ID, r.At.Format(time.RFC3339), printable(r.Reason), printable(r.Table))
		fmt.Fprintf(c.stdout, "    by %s (account %s)\n", orGone(r.ByName), printable(r.By))
		fmt.Fprintf(c.stdout, "    about %s (%s)\n", printable(r.Who), accountOf(r))
		if r.Text != "" {
			fmt.Fprintf(c.stdout, "    wrote: %s\n", strconv.QuoteToGraphic(r.Text))
		}
		for _, line := range r.Said {
			fmt.Fprintf(c.stdout, "    said: %s\n", strconv.QuoteToGraphic(line))
		}
	}
	return exitGood
}

// orGone is a name, or what is said of an account that has none any more.
func orGone(name string) string {
	if name == "" {
		return "somebody who is gone"
	}
	return printable(name)
}

// accountOf is whose name was reported.
func accountOf(r lobby.Report) string {
	if r.Account == "" {
		return "no account"
	}
	return "account " + printable(r.Account)
}

func (c call) closeReport(ctx context.Context, id int64) int {
	cfg, ok := c.config()
	if !ok {
		return exitUse
	}
	err := store.CloseReport(ctx, cfg.DatabaseURL, cfg.DataDir, id, time.Now())
	switch {
	case errors.Is(err, store.ErrNoReport):
		fmt.Fprintf(c.stderr, "fullhouse: there is no open report %d\n", id)
		return exitNot
	case err != nil:
		return c.notOpened(err)
	}
	fmt.Fprintf(c.stdout, "report %d is closed\n", id)
	return exitGood
}

// reportsShown is how many open reports the admin listener shows at most.
const reportsShown = 1000

// reportView is a report as the admin listener shows it.
type reportView struct {
	ID      int64     `json:"id"`
	At      time.Time `json:"at"`
	Table   string    `json:"table"`
	By      string    `json:"by"` // an account
	ByName  string    `json:"by_name"`
	Who     string    `json:"who"`
	Account string    `json:"account"` // of who; "" for a bot, or nobody's
	Reason  string    `json:"reason"`
	Text    string    `json:"text"`
	Said    []string  `json:"said"`
}

// debugReports shows the open reports, the oldest first.
func (a *app) debugReports(w http.ResponseWriter, r *http.Request) {
	all, err := a.db.Reports(r.Context(), reportsShown)
	if err != nil {
		a.log.Warn("reports were not read", "error", err)
		http.Error(w, "the database does not answer", http.StatusServiceUnavailable)
		return
	}
	views := make([]reportView, 0, len(all))
	for _, r := range all {
		views = append(views, reportView{r.ID, r.At, r.Table, r.By, r.ByName, r.Who, r.Account, r.Reason, r.Text, r.Said})
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(map[string][]reportView{"reports": views}) // the operator has gone: nobody to tell
}

// watchReports counts the open reports until ctx ends.
func (a *app) watchReports(ctx context.Context) {
	ticks := time.NewTicker(ledgerEvery)
	defer ticks.Stop()
	for {
		switch n, err := a.db.OpenReports(ctx); {
		case ctx.Err() != nil:
			return
		case err != nil:
			a.log.Warn("reports were not counted", "error", err)
		default:
			a.reports.Store(n)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
	}
}
