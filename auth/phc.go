package auth

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
)

// phc is a hash with all that is needed to compute it again, as the password hashing competition writes it:
// $argon2id$v=19$m=19456,t=2,p=1$salt$hash.
type phc struct {
	cost       Cost
	salt, hash []byte
}

func (p phc) String() string {
	return fmt.Sprintf("$argon2id$v=%d$%s$%s$%s", argon2.Version, p.cost, base64.RawStdEncoding.EncodeToString(p.salt),
		base64.RawStdEncoding.EncodeToString(p.hash))
}

func (c Cost) String() string { return fmt.Sprintf("m=%d,t=%d,p=%d", c.MemoryKiB, c.Passes, c.Threads) }

var errPHC = errors.New("auth: not an argon2id hash that this program would write")

// parsePHC reads what String writes and nothing else: text that would be written differently is refused.
func parsePHC(text string) (phc, error) {
	parts := strings.Split(text, "$")
	if len(parts) != 6 || len(text) > 256 {
		return phc{}, errPHC
	}
	var p phc
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &p.cost.MemoryKiB, &p.cost.Passes, &p.cost.Threads); err != nil {
		return phc{}, errPHC
	}
	var errs [2]error
	p.salt, errs[0] = base64.RawStdEncoding.DecodeString(parts[4])
	p.hash, errs[1] = base64.RawStdEncoding.DecodeString(parts[5])
	if errors.Join(errs[:]...) != nil || !p.cost.sane() || len(p.salt) < 8 || len(p.hash) < 16 || p.String() != text {
		return phc{}, errPHC
	}
	return p, nil
}
