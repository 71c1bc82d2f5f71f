// Package auth decides who a caller is: it lets guests in, keeps accounts with passwords, and knows callers again by the token
// in their cookie.
//
// A Door is the whole of it. What must be remembered is kept by Accounts, which the database implements; mail, quotas, limits
// and the bound on hashing come in as small interfaces, too. This package knows no HTTP and no SQL.
//
//	Guest ───────► charge the address + account + chips + session, in one transaction ─► token, told once
//	Register ────► clean ─► hash ─► account, or the guest's made into one ─────────────► token, device cookie
//	Login ───────► clean ─► one look ─► limits ─► one hash, of something in any case ──► token, device cookie
//	Forgot ──────► answered at once ┄┄► one look ─► limit ─► quota ─► link by mail
//	Reset ───────► MAC right? ─► one look ─► hash ─► take the permission away ─────────► token, device cookie
//	Session ─────► MAC right? ─no─► unauthenticated, no look-up
//	                  └─yes─► look up SHA-256(token) ─► there and not expired? ────────► identity
//
// # Invariants
//
//   - A token is 256 random bits and a MAC over them under the server's key. Who cannot forge the MAC cannot make this
//     package ask the database anything, and the limiter can tell an invented cookie from an issued one by itself. Each
//     purpose (session, reset, device) has a key of its own, so that none passes for another.
//   - Only the SHA-256 of a token is kept. Who reads the database cannot sign in with what is there.
//   - A token is always drawn here, never taken from the caller: a cookie set beforehand stays worthless. Registering, signing
//     in, changing and resetting a password each begin a new session.
//   - A password that is changed or reset ends every session of the account, and so does registering a guest. Which ones is
//     returned, for their sockets. A sign-in by the old password that is under way meanwhile comes too late.
//   - Known and unknown names and addresses get the same answers after the same work and under the same limits. Names are
//     public, so that one is taken is told; addresses are not, so that is not.
//   - An account never exists without its starting chips, nor the chips without the account, and what is deleted goes back to
//     the mint.
//   - What somebody typed is brought into one form, and bounded, before anything is computed from it.
//
// # How each part fails
//
//   - Hashing fails closed: without a permit within the gate's patience nobody is let in, and the refusal is the gate's.
//   - Limits fail closed: what the limiter cannot decide is no attempt. A refused owner waits, and is never locked out.
//   - Sessions fail closed, but a session that cannot be made longer just now is good all the same.
//   - Guests fail closed: no charge, no guest.
//   - Mails fail silently, except for there being no mail at all: whether one is sent must not be told.
//
// # Slowed, never locked out
//
// A limit on the attempts at an account is a way to lock its owner out: a stranger only has to use it up. Here the account's
// own limit never refuses anybody. While it is used up, an attempt costs its address all that the two of them have together,
// an attempt in half an hour; the owner's address is as good as any, so they get in at the first or the second try. A device
// that has signed in before has a bucket that no stranger can touch. What that leaves to a thousand addresses is two thousand
// guesses an hour, which is little against eight characters. A success clears nothing, or an attacker would sign in to an
// account of their own now and then.
//
// # Why not a signed token with the account inside, and no look-up?
//
// Because it could not be ended: logging out, or changing a password, must shut out whoever holds the token at once. The
// look-up is one row by its primary key.
//
// # Why not argon2id for the hash of a token?
//
// Slow hashes protect what people choose. There is nothing to guess in 256 random bits.
//
// # Why not keep the 19 MiB of a hash for the next one?
//
// The library allocates them itself and takes none. The gate bounds them all the same: there is one block for each permit, and
// what the collector has not come to yet.
//
// # Why not refuse an address that another account has?
//
// Then anybody could ask who plays here. So the account is made, shows the address to the one who typed it, and signs in by
// its name; the address keeps its owner, who is told.
//
// # Why not the tables of look-alikes that Unicode has?
//
// They are for any text. A name here is in one script in everyday use, so what is left to confuse is a few letters of four
// alphabets, which fit on a page and can be read.
package auth
