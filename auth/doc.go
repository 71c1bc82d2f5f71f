// Package auth decides who a caller is: it lets guests in, and knows them again by the token in their cookie.
//
// A Door is the whole of it. What must be remembered is kept by an Accounts, which the database implements; this package
// knows no HTTP and no SQL.
//
//	Guest ─► account + starting chips + session, in one transaction ─► token, told once
//	Session(token) ─► MAC right? ─no─► unauthenticated, no look-up
//	                     └─yes─► look up SHA-256(token) ─► there and not expired? ─► account
//
// # Invariants
//
//   - A token is 256 random bits and a MAC over them under the server's key. Who cannot forge the MAC cannot make this
//     package ask the database anything, and the limiter can tell an invented cookie from an issued one by itself.
//   - Only the SHA-256 of a token is kept. Who reads the database cannot sign in with what is there.
//   - A token is always drawn here, never taken from the caller: a cookie set beforehand stays worthless.
//   - An account never exists without its starting chips, nor the chips without the account.
//
// # Why not a signed token with the account inside, and no look-up?
//
// Because it could not be ended: logging out, or changing a password, must shut out whoever holds the token at once. The
// look-up is one row by its primary key.
//
// # Why not argon2id for the hash of a token?
//
// Slow hashes protect what people choose. There is nothing to guess in 256 random bits.
package auth
