package auth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"example.com/fullhouse/ratelimit/quota"
)

const resetTTL = time.Hour

// Forgot sends the account with that address a link to choose a new password. The answer is the same whether there is one: the
// look, too, happens after it. ErrMailUnavailable, for everybody, when no mail can be sent.
func (d *Door) Forgot(_ context.Context, _ Visit, email string) error {
	if err := d.deps.Mail.Ready(); err != nil {
		return fmt.Errorf("%w: %w", ErrMailUnavailable, err)
	}
	email, err := cleanEmail(email)
	if err != nil {
		return err
	}
	if !d.errands.begin("send a link to reset a password", func(ctx context.Context) error { return d.sendReset(ctx, email) }) {
		return fmt.Errorf("%w: too many mails at once", ErrMailUnavailable)
	}
	return nil
}

// sendReset does nothing, and says so to nobody, when there is no such account, or when it has had enough mails.
func (d *Door) sendReset(ctx context.Context, email string) error {
	return d.mailOwner(ctx, email, ClassForgot, func(a Account) (mail, error) {
		token, now := d.resets.issue(), time.Now()
		r := Reset{Account: a.ID, Hash: hashOf(token), Created: now, Expires: now.Add(resetTTL)}
		return resetMail(a.Name, d.cfg.PublicURL+"/reset#token="+token), d.accounts.AddReset(ctx, r)
	})
}

// warnOwner tells the owner of an address that somebody has registered with it.
func (d *Door) warnOwner(email string) {
	d.errands.begin("warn the owner of an address", func(ctx context.Context) error {
		return d.mailOwner(ctx, email, ClassWarn, func(a Account) (mail, error) { return takenMail(a.Name, d.cfg.PublicURL), nil })
	})
}

// mailOwner sends what write writes to the account that signs in with an address, if there is one that may still get mails. It
// goes to the address that the account has, which may differ in capitals from the one asked for.
func (d *Door) mailOwner(ctx context.Context, email, class string, write func(Account) (mail, error)) error {
	if err := d.deps.Mail.Ready(); err != nil {
		return nil // nobody waits for it
	}
	a, _, err := d.accounts.FindPassword(ctx, ByEmail, EmailKey(email))
	switch {
	case errors.Is(err, ErrNotFound):
		return nil
	case err != nil:
		return fmt.Errorf("find an account: %w", err)
	}
	err = d.try(ctx, class, a.ID, 1)
	if _, refused := errors.AsType[*SlowDownError](err); refused {
		return nil
	} else if err != nil {
		return err
	}
	giveBack, err := d.deps.Quota.Take(ctx, quota.Mails, quota.Caller{Account: a.ID})
	if _, exhausted := errors.AsType[*quota.ExhaustedError](err); exhausted {
		return nil
	} else if err != nil {
		return fmt.Errorf("charge a mail: %w", err)
	}
	m, err := write(a)
	if err == nil {
		err = d.deps.Mail.Send(ctx, a.Email, m.subject, m.text)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("send a mail: %w", err), giveBack(ctx))
	}
	return nil
}
