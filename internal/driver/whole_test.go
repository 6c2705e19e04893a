package driver

import (
	"testing"

	"github.com/locklint/locklint/internal/codec"
)

// A doubtful fact says of itself whether it is one.
type doubtful struct{ Good bool }

func (*doubtful) AFact() {}

func (d *doubtful) Whole() bool { return d.Good }

// A fact that says of itself that it is none is not there, whatever its bytes are.
func TestFactNotWhole(t *testing.T) {
	s := &factStore{codec: new(codec.Codec)}
	for _, good := range []bool{true, false} {
		data, err := s.codec.Encode(doubtful{good})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.read(&publishedFact{data: data}, new(doubtful)); got != good {
			t.Errorf("a fact of which %t is said is there: %t", good, got)
		}
	}
}
