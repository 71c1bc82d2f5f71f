package main

import (
	"context"
	"io"
	"runtime"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/capacity"
	"example.com/fullhouse/internal/mail"
	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/ratelimit"
	"example.com/fullhouse/ratelimit/quota"
)

// newDoor wires the way in: who keeps accounts, what holds hashing and guessing back, and how mail leaves.
func (a *app) newDoor(db *store.Store, key []byte, names *ratelimit.Sessions, stderr io.Writer) (err error) {
	allowances := map[quota.Kind]quota.Allowance{
		quota.Tables:  {Guest: 10, Account: 50},
		quota.Odds:    {Guest: 50, Account: 200},
		quota.Chips:   {Guest: 1, Account: 3},
		quota.Exports: {Guest: 20, Account: 100},
		quota.Mails:   {Guest: 0, Account: 5},
	}
	if a.book, err = quota.New(quota.Config{Allowances: allowances, Guests: 50}, db); err != nil {
		return err
	}
	public := a.place.url.String()
	if a.mail, err = mail.New(mail.Config{PublicURL: public, Local: stderr, Log: a.log}); err != nil {
		return err
	}
	a.hashing = capacity.NewGate("cpu_busy", max(1, runtime.NumCPU()/2), a.cfg.CPUWait)
	a.door, err = auth.New(auth.Config{SessionTTL: a.cfg.SessionTTL, StartingChips: a.cfg.StartingChips, PublicURL: public},
		auth.Deps{Accounts: db, Gate: a.hashing, Throttle: auth.Throttled(a.limiter, names), Quota: a.book, Mail: a.mail, Log: a.log, Key: key})
	return err
}

// closeDoor waits for what callers do not: mails, and the looks before them.
func (a *app) closeDoor() error {
	a.door.Close()
	ctx, cancel := context.WithTimeout(context.Background(), mailPatience)
	defer cancel()
	return a.mail.Close(ctx)
}

// mailPatience is how long a shutdown waits for mails that are on their way.
const mailPatience = 5 * time.Second
