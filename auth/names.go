package auth

import (
	"fmt"
	"math/rand/v2"
)

// endings are the upper bounds of the number at the end of a guest's name, one a try. Almost always the first will do; when
// it is taken again and again, many guests are here and longer numbers make room.
var endings = [...]int{100, 100, 100, 1000, 1000, 10000, 10000, 10000}

// randomName is a name such as "Brave Otter 12" for a try. Words have at most seven letters, so a name has at most twenty.
func randomName(try int) string {
	limit := endings[try]
	number := limit/10 + rand.N(limit-limit/10)
	return fmt.Sprintf("%s %s %d", moods[rand.N(len(moods))], animals[rand.N(len(animals))], number)
}

var moods = [...]string{
	"Able", "Agile", "Alert", "Amber", "Azure", "Bold", "Brave", "Breezy", "Bright", "Brisk", "Calm", "Candid", "Cheery",
	"Civil", "Clear", "Clever", "Cosmic", "Cosy", "Crisp", "Curious", "Daring", "Dapper", "Eager", "Early", "Easy", "Fair",
	"Fancy", "Fine", "Fleet", "Fresh", "Gentle", "Glad", "Golden", "Grand", "Happy", "Hardy", "Honest", "Humble", "Jolly",
	"Jovial", "Keen", "Kind", "Lively", "Loyal", "Lucky", "Mellow", "Merry", "Mighty", "Modest", "Neat", "Nimble", "Noble",
	"Patient", "Polite", "Proud", "Quick", "Quiet", "Rapid", "Ready", "Rosy", "Royal", "Serene", "Sharp", "Silver", "Smart",
	"Snappy", "Spry", "Steady", "Sunny", "Swift", "Tidy", "Upbeat", "Vivid", "Warm", "Wily", "Wise", "Witty", "Zesty",
}

var animals = [...]string{
	"Badger", "Bear", "Beaver", "Bison", "Bobcat", "Camel", "Caribou", "Cat", "Condor", "Coyote", "Crane", "Cricket",
	"Dingo", "Dolphin", "Dove", "Eagle", "Egret", "Elk", "Falcon", "Ferret", "Finch", "Fox", "Gazelle", "Gecko", "Gibbon",
	"Goose", "Gopher", "Grouse", "Hare", "Hawk", "Heron", "Ibex", "Ibis", "Jackal", "Jaguar", "Kestrel", "Kiwi",
	"Koala", "Lark", "Lemur", "Leopard", "Lion", "Llama", "Lynx", "Magpie", "Marmot", "Marten", "Moose", "Newt", "Ocelot",
	"Orca", "Osprey", "Otter", "Owl", "Panda", "Parrot", "Pelican", "Penguin", "Puffin", "Puma", "Quail", "Rabbit",
	"Raven", "Robin", "Salmon", "Seal", "Sparrow", "Stork", "Swan", "Tapir", "Tern", "Tiger", "Toucan", "Turtle", "Walrus",
	"Weasel", "Whale", "Wolf", "Wombat", "Wren", "Yak", "Zebra",
}
