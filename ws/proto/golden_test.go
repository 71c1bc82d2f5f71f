package proto_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
	"example.com/fullhouse/ws/proto"
)

var update = flag.Bool("update", false, "write the golden files of testdata anew")

// golden are examples of every message, by the name of their file: the type, with client_ before it for what clients send.
// The tests of the page read the same files.
type golden map[string][]json.RawMessage

// maxExamples is how many a file has at most.
const maxExamples = 8

// add keeps an example if the file has none of its shape yet.
func (g golden) add(name string, raw []byte) {
	var compact bytes.Buffer
	if err := json.Compact(&compact, raw); err != nil {
		panic(err)
	}
	if len(g[name]) < maxExamples && !slices.ContainsFunc(g[name], func(have json.RawMessage) bool {
		return shape(have) == shape(compact.Bytes())
	}) {
		g[name] = append(g[name], compact.Bytes())
	}
}

// shape tells apart messages of one type: which of their fields say something, and the words in them.
func shape(raw []byte) string {
	var fields map[string]any
	if err := json.Unmarshal(raw, &fields); err != nil {
		panic(err)
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		switch v := fields[name].(type) {
		case nil:
		case string:
			if name == "do" || name == "kind" || name == "street" || name == "reason" || name == "code" {
				fmt.Fprintf(&b, " %s=%s", name, v)
				continue
			}
			fmt.Fprintf(&b, " %s", name)
		case bool:
			fmt.Fprintf(&b, " %s=%v", name, v)
		case []any:
			fmt.Fprintf(&b, " %s=%v", name, len(v) > 0)
		case map[string]any:
			for _, inner := range slices.Sorted(maps.Keys(v)) {
				fmt.Fprintf(&b, " %s=%v", inner, v[inner] != nil)
			}
		default:
			fmt.Fprintf(&b, " %s", name)
		}
	}
	return b.String()
}

func TestGolden_EveryMessageLooksAsItsFileSays(t *testing.T) {
	g := golden{}
	ownMessages(g)
	clientMessages(g)
	played := playOut(t) // every message that a table sends
	for _, raw := range played.messages {
		var m struct{ Type string }
		if err := json.Unmarshal(raw, &m); err != nil {
			t.Fatal(err)
		}
		g.add(m.Type, raw)
	}
	lobbyMessages(g, played.summary)

	want := map[string]bool{}
	for name, examples := range g {
		path := filepath.Join("testdata", name+".json")
		want[path] = true
		text := fileOf(examples)
		if *update {
			if err := errors.Join(os.MkdirAll("testdata", 0o755), os.WriteFile(path, text, 0o644)); err != nil {
				t.Fatal(err)
			}
			continue
		}
		have, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(have, text) {
			t.Errorf("%s is not what the code sends (%v); go test ./ws/proto -update writes it anew", path, err)
		}
	}
	files, err := filepath.Glob("testdata/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		if !want[path] {
			t.Errorf("%s is of no message", path)
		}
	}
	for _, name := range allTypes() {
		if len(g[name]) == 0 {
			t.Errorf("there is no example of %s", name)
		}
	}
}

// fileOf is an array with one example a line.
func fileOf(examples []json.RawMessage) []byte {
	var b bytes.Buffer
	b.WriteString("[\n")
	for i, e := range examples {
		b.Write(e)
		if i < len(examples)-1 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
	}
	b.WriteString("]\n")
	return b.Bytes()
}

// allTypes are all the messages there are.
func allTypes() []string {
	return []string{
		"hello", "ack", "error", "pong", "draining",
		"snapshot", "synced", "presence", "frozen", "banking", "held", "planned", "wished", "showed", "rabbit",
		"sat", "bought", "leaving", "stood", "sat_out", "came_back", "turn", "closed",
		"said", "silenced", "kicked", "paused", "resumed", "ending",
		"hand_started", "posted", "dealt", "acted", "uncalled", "voted", "street", "shown", "mucked", "won", "hand_ended",
		"lobby", "tables",
		"client_ping", "client_snapshot", "client_sit", "client_buy_in", "client_stand", "client_sit_out",
		"client_come_back", "client_act", "client_hold", "client_plan", "client_unplan", "client_bank", "client_auto_bank", "client_after",
		"client_wish", "client_say", "client_mute", "client_pause", "client_resume", "client_kick", "client_silence", "client_end",
	}
}

func ownMessages(g golden) {
	g.add("hello", proto.Encode(proto.Hello{
		Type: "hello", Protocol: proto.Protocol, Build: "0123456789ab", HeartbeatMS: 15000, ReconnectMS: 30000,
		Features: []string{}, Name: "Brave Otter 12",
	}))
	g.add("ack", proto.Encode(proto.Ack{Type: "ack", ID: "k3J9-1"}))
	g.add("pong", proto.Encode(proto.Pong{Type: "pong", Stamp: 48213}))
	g.add("draining", proto.Encode(proto.Draining{Type: "draining", MSLeft: 20000, RetryMS: 3127}))
	busy, _ := proto.NewError("k3J9-5", table.ErrTableBusy)
	busy.RetryMS = 7312
	g.add("error", proto.Encode(busy))
	for i, err := range []error{
		table.ErrStaleAction, holdem.AmountError{Min: 400, Max: 9800}, &proto.BadMessage{Detail: "field buy_in is missing"},
	} {
		m, _ := proto.NewError(fmt.Sprint("k3J9-", 6+i), err)
		g.add("error", proto.Encode(m))
	}
}

func clientMessages(g golden) {
	for name, examples := range map[string][]string{
		"ping":      {`{"type":"ping","stamp":48213}`},
		"snapshot":  {`{"type":"snapshot"}`},
		"sit":       {`{"type":"sit","id":"k3J9-1","buy_in":10000}`, `{"type":"sit","id":"k3J9-1","seat":2,"buy_in":10000}`},
		"buy_in":    {`{"type":"buy_in","id":"k3J9-2","amount":4000}`},
		"stand":     {`{"type":"stand","id":"k3J9-3"}`, `{"type":"stand","id":"k3J9-3","after_hand":true}`},
		"sit_out":   {`{"type":"sit_out","id":"k3J9-4"}`},
		"come_back": {`{"type":"come_back","id":"k3J9-5"}`, `{"type":"come_back","id":"k3J9-5","post":true}`},
		"hold":      {`{"type":"hold","id":"k3J9-8","seat":2}`},
		"unplan":    {`{"type":"unplan","id":"k3J9-10"}`},
		"auto_bank": {`{"type":"auto_bank","id":"k3J9-12","on":false}`},
		"wish":      {`{"type":"wish","id":"k3J9-14","wish":"straddle","on":true}`},
		"say":       {`{"type":"say","id":"k3J9-15","text":"nice hand"}`},
		"mute":      {`{"type":"mute","id":"k3J9-16","who":"Calm Heron 7","on":true}`, `{"type":"mute","id":"k3J9-17","who":"","on":true}`},
		"pause":     {`{"type":"pause","id":"k3J9-18"}`},
		"resume":    {`{"type":"resume","id":"k3J9-19"}`},
		"kick":      {`{"type":"kick","id":"k3J9-20","who":"Calm Heron 7"}`},
		"silence":   {`{"type":"silence","id":"k3J9-21","who":"Calm Heron 7","on":true}`},
		"end":       {`{"type":"end","id":"k3J9-22"}`},
		"plan":      {`{"type":"plan","id":"k3J9-9","hand":"` + tableID + `-1","price":100,"move":{"do":"call","street":"preflop"}}`},
		"bank":      {`{"type":"bank","id":"k3J9-11","hand":"` + tableID + `-1","turn":1}`},
		"after": {
			`{"type":"after","id":"k3J9-13","hand":"` + tableID + `-1","move":{"do":"show","cards":"both"}}`,
			`{"type":"after","id":"k3J9-13","hand":"` + tableID + `-1","move":{"do":"rabbit"}}`,
		},
		"act": {
			`{"type":"act","id":"k3J9-6","hand":"` + tableID + `-1","turn":1,"price":100,"move":{"do":"call"}}`,
			`{"type":"act","id":"k3J9-7","hand":"` + tableID + `-1","turn":3,"price":0,"move":{"do":"bet","to":400}}`,
		},
	} {
		for _, raw := range examples {
			g["client_"+name] = append(g["client_"+name], json.RawMessage(raw))
		}
	}
}

func TestGolden_WhatClientsSendIsUnderstood(t *testing.T) {
	g := golden{}
	clientMessages(g)
	for name, examples := range g {
		for _, raw := range examples {
			m, err := proto.Decode(raw)
			if err != nil {
				t.Errorf("%s: %v in %s", name, err, raw)
			}
			if c, ok := m.(proto.Command); ok {
				if act, ok := c.Command.(table.Act); ok {
					if _, err := holdem.ParseAction(act.Move); err != nil {
						t.Errorf("%s: %v in %s", name, err, raw)
					}
				}
			}
		}
	}
}

func lobbyMessages(g golden, s table.Summary) {
	open := lobby.CapacityView{Used: 1, Cap: 150, Create: lobby.CreateOpen}
	full := lobby.CapacityView{Used: 150, Cap: 150, Create: lobby.CreateFull}
	g.add("lobby", proto.Encode(lobby.List{Type: "lobby", Capacity: open, Tables: []table.Summary{s}}))
	g.add("lobby", proto.Encode(lobby.List{Type: "lobby", Capacity: full, Tables: []table.Summary{}}))
	g.add("tables", proto.Encode(lobby.Changes{
		Type: "tables", Capacity: open, Changed: []table.Summary{s}, Gone: []lobby.Gone{},
	}))
	g.add("tables", proto.Encode(lobby.Changes{
		Type: "tables", Capacity: open, Changed: []table.Summary{}, Gone: []lobby.Gone{{ID: tableID, Reason: "idle"}},
	}))
}
