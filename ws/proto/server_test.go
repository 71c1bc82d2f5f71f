package proto_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/ws/proto"
)

func TestNewError_TellsTheCodeTheLimitsAndNothingElse(t *testing.T) {
	for _, c := range []struct {
		err   error
		want  string
		known bool
	}{
		{table.ErrStaleAction, `{"type":"error","id":"a1","code":"stale_action"}`, true},
		{fmt.Errorf("sit: %w", table.ErrSeatTaken), `{"type":"error","id":"a1","code":"seat_taken"}`, true},
		{table.BuyInError{Min: 0, Max: 100}, `{"type":"error","id":"a1","code":"bad_buy_in","min":0,"max":100}`, true},
		{&proto.BadMessage{Detail: "unknown type"}, `{"type":"error","id":"a1","code":"bad_request","detail":"unknown type"}`, true},
		{errors.New("secret"), `{"type":"error","id":"a1","code":"internal"}`, false},
	} {
		m, known := proto.NewError("a1", c.err)
		if got := string(proto.Encode(m)); got != c.want || known != c.known {
			t.Errorf("NewError(%v) = %s, %v, want %s, %v", c.err, got, known, c.want, c.known)
		}
	}
}

func TestFrame_IsAnArrayOfTheObjectsAsTheyAre(t *testing.T) {
	a, b := []byte(`{"n": 1}`), []byte(`{"n":2}`)
	if got, want := string(proto.Frame(nil, a, b)), `[{"n": 1},{"n":2}]`; got != want {
		t.Errorf("frame = %s, want %s", got, want)
	}
	if got, want := string(proto.Frame(nil, a)), `[{"n": 1}]`; got != want {
		t.Errorf("frame = %s, want %s", got, want)
	}
}

func TestCloseCodes_SayWhetherToComeBack(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range proto.CloseCodes() {
		if got, want := c.ComeBack(), int(c)/100 < 45; got != want {
			t.Errorf("%d come back = %v, want %v", c, got, want)
		}
		if seen[c.String()] || c.String() == fmt.Sprint(int(c)) {
			t.Errorf("%d is called %q, want a name of its own", c, c)
		}
		seen[c.String()] = true
	}
}

func ExampleFrame() {
	hello := proto.Encode(proto.Pong{Type: "pong", Stamp: 7})
	ack := proto.Encode(proto.Ack{Type: "ack", ID: "a1"})
	fmt.Println(string(proto.Frame(nil, hello, ack)))
	// Output: [{"type":"pong","stamp":7},{"type":"ack","id":"a1"}]
}

func ExampleDecode() {
	m, err := proto.Decode([]byte(`{"type":"buy_in","id":"a1","amount":500}`))
	fmt.Printf("%+v %v\n", m, err)
	_, err = proto.Decode([]byte(`{"type":"buy_in","id":"a1","amount":"500"}`))
	fmt.Println(err)
	// Output:
	// {ID:a1 Command:{Amount:500}} <nil>
	// proto: field amount can't be a string
}

func BenchmarkFrame(b *testing.B) {
	one, _ := json.Marshal(proto.Hello{Type: "hello", Features: []string{}})
	objects := [][]byte{one, one, one, one, one, one}
	var buffer []byte
	b.ReportAllocs()
	for b.Loop() {
		buffer = proto.Frame(buffer[:0], objects...)
	}
}
