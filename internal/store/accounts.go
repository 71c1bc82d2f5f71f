package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
)

// AddGuest keeps a new account, the chips in its wallet and its first session, and makes the charges: all of them or nothing.
func (s *Store) AddGuest(ctx context.Context, a auth.Account, chips int64, session auth.Session, charges ...quota.Charge) error {
	return s.write(ctx, func(t *tx) error {
		if err := charge(t, charges); err != nil {
			return err
		}
		if err := addAccount(t, a, "", chips, session.Created); err != nil {
			return err
		}
		return addSession(t, a.ID, session)
	})
}

// addAccount keeps an account, which has a password unless the hash is empty, and its starting chips.
func addAccount(t *tx, a auth.Account, hash string, chips int64, at time.Time) error {
	n, err := t.exec(`INSERT INTO accounts (id, name, name_key, guest, email, password, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (name_key) DO NOTHING`, a.ID, a.Name, auth.Skeleton(a.Name), a.Guest, orNull(a.Email), orNull(hash), at.UnixMilli())
	if err != nil {
		return err
	}
	if n == 0 {
		return auth.ErrNameTaken
	}
	if chips == 0 {
		return nil
	}
	return post(t, &table.Transfer{ID: "start:" + a.ID, Kind: "starting_chips", Entries: []table.Entry{
		{Account: table.Mint, Amount: -table.Chips(chips)},
		{Account: table.Wallet(a.ID), Amount: table.Chips(chips)},
	}}, at.UnixMilli())
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// Rename gives an account another name.
func (s *Store) Rename(ctx context.Context, account, name string) error {
	return s.write(ctx, func(t *tx) error {
		n, err := t.exec(`UPDATE accounts SET name = ?, name_key = ? WHERE id = ? AND erased_at IS NULL`, name, auth.Skeleton(name), account)
		return oneRow(n, err, auth.ErrUnauthenticated)
	})
}

// oneRow is the answer to an UPDATE of one account: missing when it has found none, ErrNameTaken when another has the name.
func oneRow(n int64, err, missing error) error {
	switch {
	case isDuplicate(err):
		return auth.ErrNameTaken
	case err == nil && n == 0:
		return missing
	}
	return err
}

// erasedName is what is shown for an account that is nobody's. Its key contains what no skeleton does.
const erasedName = "Deleted account"

// Erase makes an account nobody's, if its password still is the one whose hash is given.
func (s *Store) Erase(ctx context.Context, account, hash string, at time.Time) (ended []string, err error) {
	err = s.write(ctx, func(t *tx) (err error) {
		n, err := t.exec(`UPDATE accounts SET name = ?, name_key = ?, guest = ?, email = NULL, password = NULL, erased_at = ?
			WHERE id = ? AND erased_at IS NULL AND coalesce(password, '') = ?`,
			erasedName, "erased:"+account, true, at.UnixMilli(), account, hash)
		if err := oneRow(n, err, auth.ErrBadCredentials); err != nil {
			return err
		}
		if _, err := t.exec(`DELETE FROM addresses WHERE account = ?`, account); err != nil {
			return err
		}
		if ended, err = endAll(t, account); err != nil {
			return err
		}
		if err := leaveHands(t, account); err != nil {
			return err
		}
		return giveUpChips(t, account, at)
	})
	if err != nil {
		return nil, err
	}
	return ended, nil
}

// giveUpChips returns what is in a wallet to the mint.
func giveUpChips(t *tx, account string, at time.Time) error {
	var chips table.Chips // stays 0 for one that never had any
	if _, err := t.row(`SELECT amount FROM balances WHERE account = ?`, []any{string(table.Wallet(account))}, &chips); err != nil {
		return err
	}
	if chips == 0 {
		return nil
	}
	return post(t, &table.Transfer{ID: "erase:" + account, Kind: "erased", Entries: []table.Entry{
		{Account: table.Wallet(account), Amount: -chips},
		{Account: table.Mint, Amount: chips},
	}}, at.UnixMilli())
}

// History is what is kept about an account besides itself and its sessions.
func (s *Store) History(ctx context.Context, account string) (auth.History, error) {
	var past auth.History
	var created int64
	found, err := s.row(ctx, `SELECT created_at FROM accounts WHERE id = ?`, []any{account}, &created)
	switch {
	case err != nil:
		return past, fmt.Errorf("read account %s: %w", account, err)
	case !found:
		return past, auth.ErrNotFound
	}
	if _, err := s.row(ctx, `SELECT count(*) FROM hand_seats WHERE account = ?`, []any{account}, &past.Hands); err != nil {
		return past, fmt.Errorf("count the hands of %s: %w", account, err)
	}
	past.Created, past.Transfers = time.UnixMilli(created).UTC(), []auth.Transfer{}
	err = s.each(ctx, func(rows *sql.Rows) error {
		var t auth.Transfer
		var at int64
		err := rows.Scan(&t.ID, &t.Kind, &at, &t.Amount)
		t.At = time.UnixMilli(at).UTC()
		past.Transfers = append(past.Transfers, t)
		return err
	}, `SELECT t.id, t.kind, t.at, e.amount FROM transfer_entries e JOIN transfers t ON t.id = e.transfer
		WHERE e.account = ? ORDER BY t.at, t.id`, string(table.Wallet(account)))
	if err != nil {
		return past, fmt.Errorf("read the transfers of %s: %w", account, err)
	}
	return past, nil
}
