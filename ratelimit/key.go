package ratelimit

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"net/netip"
)

// Key names whose bucket it is: an address or a session. The zero Key is nobody's. It prints as what it is and not as whose,
// because a session's key is never logged.
type Key struct {
	hi uint64 // kind (8 bits), class (8 bits), 48 bits of a session's hash
	lo uint64 // an IPv4 address, the first 64 bits of an IPv6 address, or 64 more bits of the hash
}

// Kind is what a Key is made from.
type Kind uint8

const (
	NoKind      Kind = iota // of the zero Key: nobody
	AddressKind             // the address that a request comes from
	SessionKind             // a session whose cookie carries a valid MAC
	AccountKind             // an account by its name, which anybody may have typed
	kinds
)

func (k Kind) String() string { return [...]string{"none", "address", "session", "account"}[k] }

// The tags keep the spaces apart: 1.2.3.4 is not ::102:304.
const (
	tagIPv4 = iota + 1
	tagIPv6
	tagSession
	tagNamed
	tagShift   = 56
	classShift = 48
	hashMask   = 1<<classShift - 1
)

// AddressKey is the key of an address. IPv4 counts by itself, in every spelling that IPv6 has for it; IPv6 counts by /64,
// because that is what one subscriber gets; a zone is nobody's name. It fails with ErrNoAddress if there is none.
func AddressKey(addr netip.Addr) (Key, error) {
	if !addr.IsValid() {
		return Key{}, ErrNoAddress
	}
	addr = addr.WithZone("").Unmap()
	if addr.Is4() {
		four := addr.As4()
		return Key{hi: tagIPv4 << tagShift, lo: uint64(binary.BigEndian.Uint32(four[:]))}, nil
	}
	sixteen := addr.As16()
	return Key{hi: tagIPv6 << tagShift, lo: binary.BigEndian.Uint64(sixteen[:8])}, nil
}

// Sessions makes the keys of sessions. Processes that share a store share the secret too.
type Sessions struct{ secret [sha256.Size]byte }

// NewSessions makes session keys under the secret.
func NewSessions(secret []byte) *Sessions {
	return &Sessions{secret: sha256.Sum256(append([]byte("fullhouse/ratelimit/session/1"), secret...))}
}

// Key is the key of a session, made from the whole value of its cookie. Call it only for a cookie whose MAC is valid: any
// other is no session. The empty cookie has no key.
//
// The hash is SHA-256 over secret and cookie. That is enough here: it is cut to 112 bits and never shown, so nobody can
// extend it or look for a second cookie with the same one.
func (s *Sessions) Key(cookie string) Key {
	if cookie == "" {
		return Key{}
	}
	var space [256]byte // a cookie of ours fits, so that nothing is allocated
	sum := sha256.Sum256(append(append(space[:0], s.secret[:]...), cookie...))
	return Key{
		hi: tagSession<<tagShift | binary.BigEndian.Uint64(sum[:8])&hashMask,
		lo: binary.BigEndian.Uint64(sum[8:16]),
	}
}

// Address is a keyed hash of an address's key, as hex digits, for rows that must not tell where somebody lives.
func (s *Sessions) Address(key Key) string {
	sum := sha256.Sum256(key.AppendTo(append([]byte("address/1"), s.secret[:]...)))
	return hex.EncodeToString(sum[:16])
}

// Kind says what the key is made from.
func (k Key) Kind() Kind {
	switch k.hi >> tagShift {
	case tagIPv4, tagIPv6:
		return AddressKind
	case tagSession:
		return SessionKind
	case tagNamed:
		return AccountKind
	}
	return NoKind
}

func (k Key) String() string { return k.Kind().String() }

// AppendTo appends whose key it is, as 32 hex digits, for a store outside this process. The class is not in it: its number
// depends on the order of a table, its name does not.
func (k Key) AppendTo(b []byte) []byte {
	var raw [16]byte
	binary.BigEndian.PutUint64(raw[:8], k.hi&^(0xff<<classShift))
	binary.BigEndian.PutUint64(raw[8:], k.lo)
	return hex.AppendEncode(b, raw[:])
}

// in is the key of the same caller's bucket for another class.
func (k Key) in(class uint8) Key {
	k.hi |= uint64(class) << classShift
	return k
}

// class is the number of the class whose bucket it names.
func (k Key) class() uint8 { return uint8(k.hi >> classShift) }
