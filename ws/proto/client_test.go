package proto_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/ws/proto"
)

func TestDecode_ReadsEveryMessage(t *testing.T) {
	for raw, want := range map[string]proto.Message{
		`{"type":"ping","stamp":1234}`: proto.Ping{Stamp: 1234},
		`{"type":"snapshot"}`:          proto.Snapshot{},
		`{"type":"sit","id":"a1","buy_in":4000}`: proto.Command{
			ID: "a1", Command: table.Sit{BuyIn: 4000}},
		`{"type":"sit","id":"a1","seat":0,"buy_in":4000}`: proto.Command{
			ID: "a1", Command: table.Sit{Seat: new(table.Seat(0)), BuyIn: 4000}},
		`{"type":"buy_in","id":"a2","amount":1000}`: proto.Command{ID: "a2", Command: table.BuyIn{Amount: 1000}},
		`{"type":"stand","id":"a3"}`:                proto.Command{ID: "a3", Command: table.Stand{}},
		`{"type":"sit_out","id":"a4"}`:              proto.Command{ID: "a4", Command: table.SitOut{}},
		`{"type":"come_back","id":"a5"}`:            proto.Command{ID: "a5", Command: table.ComeBack{}},
		` { "price" : 100 , "hand" : "t-1" , "type" : "act" , "move" : {"do":"call"} , "turn" : 3 , "id" : "A_z-9" } `: proto.Command{
			ID: "A_z-9", Command: table.Act{Hand: "t-1", Turn: 3, Price: 100, Move: json.RawMessage(`{"do":"call"}`)}},
	} {
		got, err := proto.Decode([]byte(raw))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("Decode(%s) = %+v, %v, want %+v", raw, got, err, want)
		}
	}
}

func TestDecode_RefusesWhatIsNoMessage(t *testing.T) {
	deep := `{"type":"act","id":"a","move":` + strings.Repeat("[", 3000) + strings.Repeat("]", 3000) + `}`
	for _, c := range []struct{ why, raw string }{
		{"nothing", ``},
		{"white space", `  `},
		{"half an object", `{"type":"ping"`},
		{"something behind the object", `{"type":"ping","stamp":1} x`},
		{"two objects", `{"type":"ping","stamp":1}{"type":"ping","stamp":1}`},
		{"an array", `[{"type":"ping","stamp":1}]`},
		{"a number", `1`},
		{"null", `null`},
		{"bytes that are no UTF-8", "{\"type\":\"ping\",\"stamp\":1,\"id\":\"\xff\"}"},
		{"too deep", deep},
		{"too deep in an object", `{"type":"act","id":"a","move":{"a":{"b":{"c":1}}}}`},
	} {
		_, err := proto.Decode([]byte(c.raw))
		bad, ok := errors.AsType[*proto.BadMessage](err)
		if !ok || bad.Code() != "bad_request" || !bad.Broken {
			t.Errorf("%s: err = %v, want a broken message with code bad_request", c.why, err)
		}
	}
}

func TestDecode_RefusesMessagesItDoesNotKnowAndNamesTheFault(t *testing.T) {
	const act = `{"type":"act","id":"a1","hand":"h","turn":1,"price":0,"move":{}`
	for _, c := range []struct{ raw, id, detail string }{
		{`{}`, "", "unknown type"},
		{`{"type":"dance","id":"a1"}`, "a1", "unknown type"},
		{`{"type":5,"id":"a1"}`, "a1", "unknown type"},
		{`{"type":"ping","stamp":1,"id":"a1"}`, "a1", "field id does not belong here"},
		{`{"type":"ping"}`, "", "field stamp is missing"},
		{`{"type":"ping","stamp":1.5}`, "", "field stamp can't be a number 1.5"},
		{`{"type":"snapshot","seat":1}`, "", "field seat does not belong here"},
		{`{"type":"stand"}`, "", "field id is missing"},
		{`{"type":"stand","id":""}`, "", "id must be"},
		{`{"type":"stand","id":7}`, "", "id must be"},
		{`{"type":"stand","id":"white space"}`, "", "id must be"},
		{`{"type":"stand","id":"a\u0041"}`, "", "id must be"},
		{`{"type":"stand","id":"` + strings.Repeat("x", 37) + `"}`, "", "id must be"},
		{`{"type":"stand","Id":"a1","id":"a2"}`, "a2", `unknown field "Id"`},
		{`{"type":"stand","type":"sit","id":"a1"}`, "a1", "field type is there twice"},
		{`{"type":"stand","id":"a1","ty\u0070e":"sit"}`, "a1", "unknown field"},
		{`{"type":"sit","id":"a1"}`, "a1", "field buy_in is missing"},
		{`{"type":"sit","id":"a1","buy_in":-1}`, "a1", "field buy_in must be 0 to 9007199254740991"},
		{`{"type":"sit","id":"a1","buy_in":9007199254740992}`, "a1", "field buy_in must be"},
		{`{"type":"sit","id":"a1","buy_in":9223372036854775808}`, "a1", "field buy_in can't be"},
		{`{"type":"sit","id":"a1","buy_in":1e309}`, "a1", "field buy_in can't be"},
		{`{"type":"sit","id":"a1","buy_in":1e3}`, "a1", "field buy_in can't be"},
		{`{"type":"sit","id":"a1","buy_in":"1e3"}`, "a1", "field buy_in can't be a string"},
		{`{"type":"sit","id":"a1","buy_in":1.5}`, "a1", "field buy_in can't be"},
		{`{"type":"sit","id":"a1","buy_in":40,"admin":true}`, "a1", `unknown field "admin"`},
		{`{"type":"buy_in","id":"a1","amount":-5}`, "a1", "field amount must be"},
		{`{"type":"buy_in","id":"a1","buy_in":5}`, "a1", "field buy_in does not belong here"},
		{act + `,"seat":2}`, "a1", "field seat does not belong here"},
		{strings.Replace(act, `"price":0`, `"price":-1`, 1) + `}`, "a1", "field price must be"},
		{strings.Replace(act, `"turn":1,`, ``, 1) + `}`, "a1", "field turn is missing"},
		{strings.Replace(act, `,"move":{}`, ``, 1) + `}`, "a1", "field move is missing"},
		{`{"` + strings.Repeat("x", 4000) + `":1,"id":"a1"}`, "a1", `unknown field "xxxxxxxxxxxxxxxxxxxx"`},
	} {
		_, err := proto.Decode([]byte(c.raw))
		bad, ok := errors.AsType[*proto.BadMessage](err)
		if !ok || bad.Code() != "bad_request" || bad.Broken {
			t.Errorf("Decode(%s): err = %v, want an unknown message with code bad_request", c.raw, err)
			continue
		}
		if bad.ID != c.id || !strings.HasPrefix(bad.Detail, c.detail) {
			t.Errorf("Decode(%s): id %q and %q, want %q and %q", c.raw, bad.ID, bad.Detail, c.id, c.detail)
		}
	}
}

func TestDecode_RefusesNullInEveryField(t *testing.T) {
	for field, raw := range map[string]string{
		"type":   `{"type":null,"id":"a1"}`,
		"id":     `{"type":"stand","id":null}`,
		"stamp":  `{"type":"ping","stamp":null}`,
		"seat":   `{"type":"sit","id":"a1","seat": null,"buy_in":4000}`,
		"buy_in": `{"type":"sit","id":"a1","buy_in":null}`,
		"amount": `{"type":"buy_in","id":"a1","amount":null}`,
		"hand":   `{"type":"act","id":"a1","hand":null,"turn":1,"price":0,"move":{}}`,
		"turn":   `{"type":"act","id":"a1","hand":"h","turn":null,"price":0,"move":{}}`,
		"price":  `{"type":"act","id":"a1","hand":"h","turn":1,"price":null,"move":{}}`,
		"move":   `{"type":"act","id":"a1","hand":"h","turn":1,"price":0,"move":null}`,
	} {
		m, err := proto.Decode([]byte(raw))
		bad, ok := errors.AsType[*proto.BadMessage](err)
		if want := "field " + field + " can't be null"; !ok || bad.Broken || bad.Detail != want {
			t.Errorf("Decode(%s) = %+v, %v, want %q", raw, m, err, want)
		}
	}
}

func TestDecode_KeepsNothingOfTheBufferItReads(t *testing.T) {
	raw := []byte(`{"type":"act","id":"a1","hand":"t-1","turn":1,"price":0,"move":{"do":"call"}}`)
	m, err := proto.Decode(raw)
	if err != nil {
		t.Fatal(err)
	}
	clear(raw)
	got := m.(proto.Command)
	if act := got.Command.(table.Act); got.ID != "a1" || act.Hand != "t-1" || string(act.Move) != `{"do":"call"}` {
		t.Errorf("after the buffer was reused: %+v, want what was sent", got)
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"type":"ping","stamp":1}`,
		`{"type":"sit","id":"a1","seat":3,"buy_in":4000}`,
		`{"type":"act","id":"a1","hand":"t-1","turn":1,"price":0,"move":{"do":"raise","to":300}}`,
		`{"type":"stand","id":"\"}{"}`, `{"a":[{"b":"}]"}]}`, "{\"type\":\"\xff\"}", `{"type":"stand","id":"a","id":"b"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := proto.Decode(raw)
		if err != nil {
			if _, ok := errors.AsType[*proto.BadMessage](err); !ok || m != nil {
				t.Fatalf("Decode = %v, %v, want a BadMessage and nothing else", m, err)
			}
			return
		}
		// What is let in means the same to a decoder that knows nothing of messages.
		var whole map[string]any
		if err := json.Unmarshal(raw, &whole); err != nil {
			t.Fatalf("let in %q, which encoding/json refuses: %v", raw, err)
		}
		switch m := m.(type) {
		case proto.Ping:
			if whole["type"] != "ping" || len(whole) != 2 {
				t.Fatalf("read a ping from %q", raw)
			}
		case proto.Snapshot:
			if whole["type"] != "snapshot" || len(whole) != 1 {
				t.Fatalf("read a snapshot from %q", raw)
			}
		case proto.Command:
			if whole["id"] != m.ID || m.ID == "" || m.Command == nil {
				t.Fatalf("read the command %+v from %q", m, raw)
			}
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	raw := []byte(`{"type":"act","id":"k3J9-1","hand":"mfrggzdfmztwq2lknnwg23tpoa-12","turn":7,"price":200,"move":{"do":"raise","to":600}}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := proto.Decode(raw); err != nil {
			b.Fatal(err)
		}
	}
}
