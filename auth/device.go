package auth

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"time"
)

// deviceTTL is how long a device is known after its last sign-in.
const deviceTTL = 365 * 24 * time.Hour

// A device cookie is when it was issued, whose device it is by a random id, and a MAC over both and the account, in base64url.
const (
	issuedBytes = 8
	deviceBytes = 16
	deviceRaw   = issuedBytes + deviceBytes + macBytes
)

// devices knows the browsers that have signed an account in. Who has the cookie still needs the password: it only spares its
// owner the limits that strangers have used up.
type devices struct{ stamp }

func (d devices) issue(id [deviceBytes]byte, account string, now time.Time) string {
	raw := make([]byte, 0, deviceRaw)
	raw = binary.BigEndian.AppendUint64(raw, uint64(now.Unix()))
	raw = append(raw, id[:]...)
	return base64.RawURLEncoding.EncodeToString(append(raw, d.macFor(raw, account)...))
}

// macFor binds a device to its account.
func (d devices) macFor(raw []byte, account string) []byte { return d.mac(raw, []byte(account)) }

// read returns the device's id if the cookie is one that this server has issued for the account within a year.
func (d devices) read(cookie, account string, now time.Time) (id string, known bool) {
	if account == "" || len(cookie) != base64.RawURLEncoding.EncodedLen(deviceRaw) {
		return "", false
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(cookie)
	if err != nil || len(raw) != deviceRaw {
		return "", false
	}
	signed := raw[:issuedBytes+deviceBytes]
	if !equalMAC(raw[len(signed):], d.macFor(signed, account)) {
		return "", false
	}
	issued := time.Unix(int64(binary.BigEndian.Uint64(signed)), 0)
	return string(signed[issuedBytes:]), now.Sub(issued) < deviceTTL
}

// renew is a cookie for another year. A device that is known keeps its id, so that signing in again and again gives no new
// bucket.
func (d devices) renew(cookie, account string, now time.Time) string {
	var id [deviceBytes]byte
	if old, known := d.read(cookie, account, now); known {
		copy(id[:], old)
	} else {
		rand.Read(id[:]) // never fails
	}
	return d.issue(id, account, now)
}
