package odds

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func TestMonteCarlo_StaysWithinItsStatedError(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, row := range []struct {
		hands, board string
		share        float64
	}{
		{"AsAh KdKc", "", 0.812555},
		{"AhKh 2s2c", "", 0.500842},
		{"AsKs 8h8d", "8s5s2cJd", 7. / 44},
		{"AsAh ??", "", 0.852037}, // published: aces against any hand
	} {
		beyond := 0
		for range 50 {
			r, err := MonteCarlo(context.Background(), 2_000, random, hands(t, row.hands), cards(t, row.board))
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(r.Hands[0].Share-row.share) > 2*r.Hands[0].StdErr {
				beyond++
			}
		}
		if beyond > 7 { // one in twenty is expected
			t.Errorf("%s: %d of 50 answers lie beyond two standard errors, want about 2", row.hands, beyond)
		}
	}
}

func TestMonteCarlo_NeverClaimsCertainty(t *testing.T) {
	r, err := MonteCarlo(context.Background(), 10, rand.New(rand.NewPCG(1, 2)), hands(t, "AsAh AdKc"), cards(t, "AcKsKh2d"))
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Hands[0]; got.Wins != 10 || got.StdErr < 0.05 {
		t.Errorf("ten of ten: %+v, want an error that shows how little ten is", got)
	}
}

func TestMonteCarlo_RepeatsUnderTheSameSeed(t *testing.T) {
	ask := func() string {
		r, err := MonteCarlo(context.Background(), 500, rand.New(rand.NewPCG(7, 7)), hands(t, "AsKd ?? ??"), cards(t, "2c3c4d"))
		return fmt.Sprint(r, err)
	}
	if a, b := ask(), ask(); a != b {
		t.Errorf("first %s, then %s", a, b)
	}
}

func BenchmarkMonteCarlo_10000AgainstFiveUnknown(b *testing.B) {
	hs := hands(b, "AsAh ?? ?? ?? ?? ??")
	random := rand.New(rand.NewPCG(1, 2))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := MonteCarlo(context.Background(), 10_000, random, hs, nil); err != nil {
			b.Fatal(err)
		}
	}
}
