package ws_test

import (
	"encoding/json"
	"fmt"
)

// recordSeats has otter take a seat that was held, add chips, play a hand, leave and return.
func (w *world) recordSeats(ts transcripts) {
	into := ts.begin("seats")
	otter, heron := w.speaker("otter", "", nil), w.speaker("heron", "", nil)
	otter.hears("snapshot")
	heron.hears("snapshot")

	otter.into = into
	otter.says(`{"type":"hold","id":"o-1","seat":2}`)
	otter.hears("ack")
	heron.hears("held")
	heron.into = into
	heron.says(`{"type":"sit","id":"h-1","seat":2,"buy_in":4000}`)
	heron.hears("error")
	heron.into = nil
	otter.says(`{"type":"sit","id":"o-2","buy_in":4000}`)
	otter.hears("ack")
	otter.says(`{"type":"buy_in","id":"o-3","amount":1500}`)
	otter.hears("ack")

	otter.into = nil
	heron.says(`{"type":"sit","id":"h-2","buy_in":4000}`)
	turn := otter.hears("turn")
	otter.into = into
	otter.says(`{"type":"stand","id":"o-4","after_hand":true}`)
	otter.hears("ack")
	w.recordReturn(otter, heron, turn)
}

// recordReturn ends the hand after which otter leaves, and has it come back with too few chips and then with enough.
func (w *world) recordReturn(otter, heron *speaker, turn message) {
	if turn.Seat == 2 {
		otter.acts(turn, "o-5", `{"do":"fold"}`)
	} else {
		heron.acts(turn, "h-3", `{"do":"fold"}`)
	}
	stood := otter.hears("stood")
	otter.says(`{"type":"sit","id":"o-6","buy_in":4000}`)
	otter.hears("error")
	var home struct{ Chips int }
	if err := json.Unmarshal(stood.raw, &home); err != nil {
		w.Fatal(err)
	}
	otter.says(fmt.Sprintf(`{"type":"sit","id":"o-7","buy_in":%d}`, home.Chips))
	otter.hears("ack")
}
