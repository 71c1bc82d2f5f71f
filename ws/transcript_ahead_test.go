package ws_test

import "fmt"

// recordAhead has a player choose a move in advance, which is played, and show a card when the hand is over.
func (w *world) recordAhead(ts transcripts) {
	otter, heron := w.speaker("otter", "", nil), w.speaker("heron", "", nil)
	otter.hears("snapshot")
	heron.hears("snapshot")
	otter.says(`{"type":"sit","id":"o-1","seat":0,"buy_in":4000}`)
	otter.hears("ack")
	heron.says(`{"type":"sit","id":"h-1","seat":1,"buy_in":4000}`)
	first, second := otter, heron
	turn := otter.hears("turn")
	if turn.Seat == 1 {
		first, second = heron, otter
		heron.turnNumbered(1)
	}
	first.says(`{"type":"sit_out","id":"s-1"}`) // no other hand shall begin
	second.hears("sat_out")

	second.into = ts.begin("ahead")
	second.says(fmt.Sprintf(`{"type":"plan","id":"p-1","hand":"%s","price":0,"move":{"do":"check","street":"preflop"}}`, turn.Hand))
	second.hears("ack")
	first.acts(turn, "s-2", `{"do":"call"}`)
	second.hears("street")
	second.acts(second.hears("turn"), "p-2", `{"do":"fold"}`)
	second.hears("ack")
	second.says(fmt.Sprintf(`{"type":"after","id":"p-3","hand":"%s","move":{"do":"show","cards":"right"}}`, turn.Hand))
	second.hears("ack")
}
