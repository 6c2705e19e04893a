package codec

import (
	"bytes"
	"testing"
)

// Whatever is decoded can be written and read again.
func FuzzDecode(f *testing.F) {
	var c Codec
	for _, v := range []*tree{nil, {}, {Down: []*tree{{Leaves: make([]leaf, 3)}, {Texts: []string{"a", "b"}}, nil}, Leaf: leaf{Text: "\xff", Bytes: []byte{}}}} {
		data, err := c.Encode(v)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		var out *tree
		if c.Decode(content, &out) != nil {
			return
		}
		data, err := c.Encode(out)
		var again *tree
		if err == nil {
			err = c.Decode(data, &again)
		}
		if err != nil {
			t.Errorf("%q is read, and then: %v", content, err)
		}
		if twice, _ := c.Encode(again); !bytes.Equal(data, twice) {
			t.Errorf("%q, read and written, is %q, and then %q", content, data, twice)
		}
	})
}
