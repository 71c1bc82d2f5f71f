// Package conformance replays recorded hands through the rules and reports where the two disagree.
//
// The records are the ground truth for package holdem: random and real hands, each with the choices that every player had
// and with what became of the chips. They come one JSON object a line, plain or compressed:
//
//	for rec, err := range conformance.Read(file) {
//		if err != nil { ... }
//		for _, m := range conformance.Replay(rec, conformance.Options{}) {
//			fmt.Println(m)
//		}
//	}
//
// In a record, seat i is the i-th player from the left of the button; Replay seats the players in just these places.
//
// # What counts as the same
//
// A server may ask an all-in caller for the smaller call_alt instead of call. Pots that the same seats can win are one
// pot. Where odd chips may fall in two ways, final_alt is the way of this server, and the pots are compared by amount,
// eligible seats and winners only.
//
// # Why not in a test file
//
// The tests use it, but so does the replay command: anybody with records of their own can ask the rules about them.
package conformance
