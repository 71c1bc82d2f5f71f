package auth

import (
	"strings"
	"testing"
)

func TestCleanEmail_TakesAddresses(t *testing.T) {
	for typed, want := range map[string]string{
		"alice@example.org":             "alice@example.org",
		"  Alice@Example.ORG ":          "Alice@Example.ORG",
		"a.b+poker@mail.example.co":     "a.b+poker@mail.example.co",
		"user@localhost":                "user@localhost",
		"j\u00f6rg@b\u00fccher.example": "j\u00f6rg@b\u00fccher.example",
	} {
		if got, err := cleanEmail(typed); err != nil || got != want {
			t.Errorf("%q becomes %q, %v, want %q", typed, got, err, want)
		}
	}
}

func TestCleanEmail_RefusesWhatIsNoAddressOrMoreThanOne(t *testing.T) {
	for _, typed := range []string{
		"", "alice", "@example.org", "alice@", "a@b@c", "a b@example.org", "alice@example.org, bob@example.org", "Alice <alice@example.org>",
		"<alice@example.org>", "alice@example.org\r\nBcc: all@example.org", "\"a b\"@example.org", "alice(comment)@example.org",
		"alice@[192.0.2.1]", "al\u200bice@example.org", "alice@exam\u202eple.org", "alice@example.org\x00", "a\xff@example.org",
		strings.Repeat("a", 65) + "@example.org", "a@" + strings.Repeat("b.", 130) + "org", strings.Repeat("a", 1<<20),
	} {
		if got, err := cleanEmail(typed); err == nil {
			t.Errorf("%.60q is taken as %q", typed, got)
		}
	}
}

func TestEmailKey_FoldsOnlyTheCapitalsOfASCII(t *testing.T) {
	if got, want := EmailKey("Alice@Example.ORG"), "alice@example.org"; got != want {
		t.Errorf("key = %q, want %q", got, want)
	}
	for _, other := range []string{"m\u0131ke@example.org", "\uff4dike@example.org", "M\u0130KE@example.org"} {
		if EmailKey(other) == EmailKey("mike@example.org") {
			t.Errorf("%q has the key of another's mailbox", other)
		}
	}
}

func FuzzCleanEmail_IsItsOwnForm(f *testing.F) {
	f.Add("alice@example.org")
	f.Add(" J\u006f\u0308rg@B.example\t")
	f.Fuzz(func(t *testing.T, typed string) {
		email, err := cleanEmail(typed)
		if err != nil {
			return
		}
		if again, err := cleanEmail(email); err != nil || again != email {
			t.Errorf("%q becomes %q, and that %q, %v", typed, email, again, err)
		}
		if len(email) > 254 || strings.ContainsAny(email, "\r\n\x00 <>,") || EmailKey(EmailKey(email)) != EmailKey(email) {
			t.Errorf("%q is taken as an address", email)
		}
	})
}
