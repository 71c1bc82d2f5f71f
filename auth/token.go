package auth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
)

// A token is 32 random bytes followed by the first 16 of their MAC, in base64url: 64 characters without padding.
const (
	randomBytes = 32
	macBytes    = 16 // a guess is right once in 2^128, and each costs a request
	tokenChars  = 64
)

// TokenHash is what is kept of a token.
type TokenHash [sha256.Size]byte

func hashOf(token string) TokenHash { return sha256.Sum256([]byte(token)) }

// stamp makes tokens and knows its own.
type stamp struct{ key []byte }

// newStamp derives a key for one purpose, so that a token issued for another under the server's key never passes.
func newStamp(serverKey []byte, purpose string) stamp {
	mac := hmac.New(sha256.New, serverKey)
	mac.Write([]byte("fullhouse/" + purpose + "/1"))
	return stamp{mac.Sum(nil)}
}

func (s stamp) issue() string {
	raw := make([]byte, randomBytes, randomBytes+macBytes)
	rand.Read(raw) // never fails
	return base64.RawURLEncoding.EncodeToString(append(raw, s.mac(raw)...))
}

func (s stamp) genuine(token string) bool {
	if len(token) != tokenChars {
		return false // also keeps the work bounded, whatever is sent
	}
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) != randomBytes+macBytes {
		return false // the decoder skips line breaks, so the length is looked at again
	}
	return equalMAC(raw[randomBytes:], s.mac(raw[:randomBytes]))
}

// mac is over the parts, all of which but the last have a fixed length.
func (s stamp) mac(parts ...[]byte) []byte {
	mac := hmac.New(sha256.New, s.key)
	for _, part := range parts {
		mac.Write(part)
	}
	return mac.Sum(nil)[:macBytes]
}

// equalMAC takes the same time wherever the two differ.
func equalMAC(a, b []byte) bool { return hmac.Equal(a, b) }
