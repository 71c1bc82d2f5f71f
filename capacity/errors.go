package capacity

// Error is the refusal of a bound that is reached, named by its code on the wire; compare with errors.Is.
type Error string

func (e Error) Error() string { return "capacity: " + string(e) }

// Code is the refusal's name on the wire.
func (e Error) Code() string { return string(e) }

// Stats is what a bound looks like at one moment. The fields are read one after the other, so they may be a few
// nanoseconds apart.
type Stats struct {
	InUse   int64 // held now
	Peak    int64 // the most held at once since the start
	Limit   int64 // the bound
	Refused int64 // how often somebody was turned away
}
