package redisstore

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.com/fullhouse/internal/redisstore/redistest"
)

// certificate writes a certificate of localhost and its key, and returns who trusts it.
func certificate(t *testing.T) (certFile, keyFile string, trust *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"localhost"}, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, kind string, der []byte) string {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	trust = x509.NewCertPool()
	trust.AddCert(cert)
	return write("cert.pem", "CERTIFICATE", der), write("key.pem", "EC PRIVATE KEY", secret), trust
}

func TestStore_SpeaksTLSToWhomItTrusts(t *testing.T) {
	certFile, keyFile, trust := certificate(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	l.Close()
	redistest.Start(t, "--tls-port", port, "--tls-cert-file", certFile, "--tls-key-file", keyFile, "--tls-auth-clients", "no", "--requirepass", "secret")
	url := "rediss://:secret@localhost:" + port

	s, log := open(t, Config{URL: url, Timeout: patient})
	log.wait("certificate signed by unknown authority")
	if got := calls(t, limiter(t, s), 100, "write", caller(t, 1, "alice"), 1); got != 1 {
		t.Errorf("%d calls were admitted by a store that nobody trusts, want the degraded burst of 1", got)
	}

	opt, _, err := optionsOf(url)
	if err != nil {
		t.Fatal(err)
	}
	opt.TLSConfig.RootCAs = trust
	log = newEvents(t)
	s = start(Config{Timeout: patient}, opt, newLocal(t), slog.New(log))
	t.Cleanup(s.Close)
	log.wait(saysShared)
	if got := calls(t, limiter(t, s), 100, "write", caller(t, 1, "alice"), 1); got != 30 {
		t.Errorf("%d calls were admitted, want 30", got)
	}
}
