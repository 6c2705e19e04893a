package summary

import (
	"bytes"
	"reflect"
	"sync"

	"github.com/locklint/locklint/internal/codec"
)

// plain has the fields of Summary and none of its methods.
type plain Summary

var packing = sync.OnceValue(func() *codec.Codec { return codec.Of(reflect.TypeFor[plain]()) })

// A Packed is a summary as bytes. The same summary is always the same bytes.
type Packed []byte

// Pack writes the summary.
func (s *Summary) Pack() Packed {
	if s.packed != nil {
		return s.packed
	}
	data, err := packing().Encode(plain(*s))
	if err != nil { // not of the types that a summary has
		panic(err)
	}
	return data
}

// Unpack reads the summary. Of what is no summary nothing is known.
func (p Packed) Unpack() *Summary {
	out := new(Summary)
	if packing().Decode(p, (*plain)(out)) != nil || !out.Whole() {
		return &Summary{Capped: true}
	}
	return out
}

// Same tells packed summaries that say the same.
func (p Packed) Same(o Packed) bool { return bytes.Equal(p, o) }

// GobEncode packs the summary: structs and slices only, so that the same summary is always the same bytes, and with nil expressions, which gob
// itself refuses.
func (s *Summary) GobEncode() ([]byte, error) { return s.Pack(), nil }

// GobDecode takes what GobEncode wrote, and leaves it as it is: under go vet each process is given the facts of all packages below its
// own, hands them on, and looks at few. Who looks asks Unpacked.
func (s *Summary) GobDecode(data []byte) error {
	*s = Summary{packed: append(Packed{}, data...)}
	return nil
}

// Unpacked is the summary with its parts, where it was only read so far.
func (s *Summary) Unpacked() *Summary {
	if s.packed == nil {
		return s
	}
	return s.packed.Unpack()
}
