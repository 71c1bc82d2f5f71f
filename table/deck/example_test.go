package deck_test

import (
	"crypto/rand"
	"encoding/json"
	"fmt"

	"example.com/fullhouse/table/deck"
)

func ExampleVerify() {
	d, err := deck.Shuffle(rand.Reader)
	if err != nil {
		panic(err)
	}
	sealed := d.Seal("b2Hq7x-12")
	root := sealed.Root() // told to everyone before the first card

	data, err := json.Marshal(sealed.Open(0)) // what the holder of the first card receives
	if err != nil {
		panic(err)
	}
	var proof deck.Proof
	if err := json.Unmarshal(data, &proof); err != nil {
		panic(err)
	}
	fmt.Println(deck.Verify(root, "b2Hq7x-12", proof))

	proof.Card = (proof.Card + 1) % deck.Cards
	fmt.Println(deck.Verify(root, "b2Hq7x-12", proof))
	// Output:
	// <nil>
	// position 0: deck: proof_mismatch
}

func ExampleStacked() {
	aces := []deck.Card{}
	for _, text := range []string{"As", "Ah"} {
		c, err := deck.ParseCard(text)
		if err != nil {
			panic(err)
		}
		aces = append(aces, c)
	}
	d := deck.Stacked(aces...)
	fmt.Println(d.Open(0).Card, d.Open(1).Card, d.Open(2).Card)
	// Output: As Ah 2c
}
