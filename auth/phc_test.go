package auth

import "testing"

func TestParsePHC_ReadsWhatOthersWrite(t *testing.T) {
	// Made by the reference implementation: echo -n password | argon2 somesalt -id -t 2 -k 19456 -p 1 -l 32 -e
	const text = "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
	p, err := parsePHC(text)
	if err != nil || p.cost != defaultCost || string(p.salt) != "somesalt" || len(p.hash) != 32 {
		t.Errorf("read as %+v, %v", p, err)
	}
}

func TestParsePHC_RefusesWhatWouldTakeThisProcessDown(t *testing.T) {
	const salt, hash = "c29tZXNhbHQ", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
	for what, text := range map[string]string{
		"nothing":           "",
		"another algorithm": "$argon2i$v=19$m=19456,t=2,p=1$" + salt + "$" + hash,
		"another version":   "$argon2id$v=16$m=19456,t=2,p=1$" + salt + "$" + hash,
		"4 TiB":             "$argon2id$v=19$m=4294967295,t=2,p=1$" + salt + "$" + hash,
		"no passes":         "$argon2id$v=19$m=19456,t=0,p=1$" + salt + "$" + hash,
		"no threads":        "$argon2id$v=19$m=19456,t=2,p=0$" + salt + "$" + hash,
		"endless passes":    "$argon2id$v=19$m=19456,t=4000000000,p=1$" + salt + "$" + hash,
		"overflow":          "$argon2id$v=19$m=99999999999,t=2,p=1$" + salt + "$" + hash,
		"a short hash":      "$argon2id$v=19$m=19456,t=2,p=1$" + salt + "$AAAA",
		"a short salt":      "$argon2id$v=19$m=19456,t=2,p=1$AAAA$" + hash,
		"padding":           "$argon2id$v=19$m=19456,t=2,p=1$" + salt + "=$" + hash,
		"something behind":  "$argon2id$v=19$m=19456,t=2,p=1x$" + salt + "$" + hash,
		"a leading zero":    "$argon2id$v=19$m=019456,t=2,p=1$" + salt + "$" + hash,
		"one part more":     "$argon2id$v=19$m=19456,t=2,p=1$" + salt + "$" + hash + "$",
	} {
		if p, err := parsePHC(text); err == nil {
			t.Errorf("%s: read as %+v", what, p)
		}
	}
}

func FuzzParsePHC_WritesWhatItRead(f *testing.F) {
	f.Add("$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
	f.Add("$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parsePHC(text)
		if err == nil && (p.String() != text || !p.cost.sane()) {
			t.Errorf("%q is read as %q", text, p)
		}
	})
}
