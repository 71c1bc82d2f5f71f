// Package mail sends the few mails there are: links to choose a new password, and words to the owner of an address.
//
//	Send ─► under way (bounded) ─► a free line ─► SMTP server   SMTP_URL is set
//	Send ─► standard error                                      no server, and people come by loopback
//	Send ─► mail_unavailable                                    no server, and they come from elsewhere
//
// # Invariants
//
//   - Send never waits for a server, so how long an answer took tells nobody whether a mail was sent.
//   - A password goes over an encrypted connection or, on the machine itself, not over the network at all.
//   - No text of a mail is ever logged: there are links in it that open accounts. Without a server it is shown to whoever
//     started the program, and only when nobody else can come by.
//
// It fails closed: with too many under way a mail is refused and counted, not kept for later without a bound. A mail that the
// server does not take is tried again twice, holding up no other, and then given up and counted.
//
// # Why not keep mails in the database until they are sent?
//
// The link is good for an hour, and its owner stands before the page: they ask again. A mail that comes after a restart would
// open what has been forgotten about.
package mail
