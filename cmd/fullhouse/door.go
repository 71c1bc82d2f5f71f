package main

import (
	"context"
	"io"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/internal/mail"
	"example.com/fullhouse/ratelimit"
)

// newDoor wires the way in: who keeps accounts, what holds hashing and guessing back, and how mail leaves.
func (a *app) newDoor(key []byte, names *ratelimit.Sessions, stderr io.Writer) (err error) {
	public := a.place.url.String()
	a.mail, err = mail.New(mail.Config{SMTP: a.cfg.SMTPURL, From: a.cfg.MailFrom, PublicURL: public, Local: stderr, Log: a.log})
	if err != nil {
		return err
	}
	a.door, err = auth.New(auth.Config{SessionTTL: a.cfg.SessionTTL, StartingChips: a.cfg.StartingChips, PublicURL: public},
		auth.Deps{Accounts: a.db, Gate: a.gates.hash, Throttle: auth.Throttled(a.callers.limiter, names), Quota: a.book, Mail: a.mail,
			Log: a.log, Key: key})
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
