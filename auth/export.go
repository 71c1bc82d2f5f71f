package auth

import (
	"context"
	"fmt"
	"time"

	"example.com/fullhouse/ratelimit/quota"
)

// Export is all that is kept about an account. Its hands are counted here; each is to be had by itself.
type Export struct {
	Account   Account       `json:"account"`
	Created   time.Time     `json:"created_at"`
	Sessions  []SessionInfo `json:"sessions"`
	Transfers []Transfer    `json:"transfers"` // of the wallet, the oldest first
	Hands     int64         `json:"hands"`     // how many it was dealt into, of those that are kept
	Today     []Used        `json:"today"`     // of the day's allowances
}

// Used is what has been used of one of today's allowances.
type Used struct {
	Kind  quota.Kind `json:"kind"`
	Used  int64      `json:"used"`
	Limit int64      `json:"limit"`
}

// Export collects what is kept about the caller.
func (d *Door) Export(ctx context.Context, who Identity) (Export, error) {
	sessions, err := d.Sessions(ctx, who)
	if err != nil {
		return Export{}, err
	}
	past, err := d.accounts.History(ctx, who.ID)
	if err != nil {
		return Export{}, fmt.Errorf("read an account's history: %w", err)
	}
	left, err := d.deps.Quota.Usage(ctx, quota.Caller{Account: who.ID, Guest: who.Guest})
	if err != nil {
		return Export{}, fmt.Errorf("read an account's quotas: %w", err)
	}
	all := Export{Account: who.Account, Created: past.Created.UTC(), Sessions: sessions, Transfers: past.Transfers, Hands: past.Hands}
	for _, l := range left {
		all.Today = append(all.Today, Used{l.Kind, l.Used, l.Limit})
	}
	return all, nil
}
