package auth

import (
	"fmt"
	"math/rand/v2"
)

// endings are the upper bounds of the number at the end of a guest's name, one a try. Almost always the first will do; when
// it is taken again and again, many guests are here and longer numbers make room.
var endings = [...]int{100, 100, 100, 1000, 1000, 10000, 10000, 10000}

// maxName is the longest a guest's name may be: more would be cut off under a seat on a small screen.
const maxName = 14

// randomName is a name such as "Brave Otter 12" for a try. Words have at most five letters, so that any two of them go with
// a number of two digits; a longer number goes with shorter words.
func randomName(try int) string {
	limit := endings[try]
	number := limit/10 + rand.N(limit-limit/10)
	for {
		name := fmt.Sprintf("%s %s %d", moods[rand.N(len(moods))], animals[rand.N(len(animals))], number)
		if len(name) <= maxName {
			return name
		}
	}
}

var moods = [...]string{
	"Able", "Agile", "Airy", "Alert", "Amber", "Avid", "Azure", "Blue", "Bold", "Brave", "Brisk", "Calm", "Civil", "Clear",
	"Cool", "Cosy", "Crisp", "Deft", "Eager", "Early", "Easy", "Fair", "Fancy", "Fine", "Fleet", "Fond", "Free", "Fresh",
	"Glad", "Good", "Grand", "Happy", "Hardy", "Jade", "Jolly", "Just", "Keen", "Kind", "Light", "Loyal", "Lucky", "Merry",
	"Mild", "Neat", "Noble", "Open", "Plum", "Proud", "Pure", "Quick", "Quiet", "Rapid", "Rare", "Ready", "Rosy", "Royal",
	"Ruby", "Sage", "Sharp", "Smart", "Soft", "Spry", "Sunny", "Sweet", "Swift", "Teal", "Tidy", "True", "Vivid", "Warm",
	"Wily", "Wise", "Witty", "Young", "Zany", "Zesty",
}

var animals = [...]string{
	"Adder", "Bat", "Bear", "Bee", "Bison", "Boar", "Bream", "Camel", "Carp", "Cat", "Colt", "Crab", "Crane", "Crow", "Deer",
	"Dingo", "Dove", "Duck", "Eagle", "Egret", "Eland", "Elk", "Emu", "Finch", "Fox", "Gecko", "Goat", "Goose", "Gull",
	"Hare", "Hawk", "Heron", "Horse", "Hound", "Ibex", "Ibis", "Kite", "Kiwi", "Koala", "Lark", "Lemur", "Lion", "Llama",
	"Lynx", "Mole", "Moose", "Moth", "Mouse", "Newt", "Okapi", "Orca", "Otter", "Owl", "Panda", "Perch", "Pika", "Pony",
	"Puma", "Quail", "Raven", "Robin", "Seal", "Shark", "Sheep", "Skink", "Sloth", "Snail", "Squid", "Stork", "Swan",
	"Tapir", "Tern", "Tiger", "Toad", "Trout", "Viper", "Vole", "Whale", "Wolf", "Wren", "Yak", "Zebra",
}
