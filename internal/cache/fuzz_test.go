package cache

import (
	"bytes"
	"os"
	"testing"
)

// Whatever stands in a file, it is a whole entry or none, and what is decoded of it can be written and read again.
func FuzzEntry(f *testing.F) {
	var c Codec
	for _, v := range []*tree{nil, {}, {Down: []*tree{{Leaves: make([]leaf, 3)}, {Texts: []string{"a", "b"}}, nil}, Leaf: leaf{Text: "\xff", Bytes: []byte{}}}} {
		data, err := c.Encode(v)
		if err != nil {
			f.Fatal(err)
		}
		sum := checksum(key("a"), data)
		f.Add(data)
		f.Add(append(sum[:], data...))
	}
	s := Open(f.TempDir(), DefaultMax)
	s.Put(key("a"), nil) // makes the directory
	f.Fuzz(func(t *testing.T, content []byte) {
		if err := os.WriteFile(s.file(key("a")), content, 0o666); err != nil {
			t.Fatal(err)
		}
		if data, ok := s.Get(key("a")); ok {
			if sum := checksum(key("a"), data); !bytes.Equal(content, append(sum[:], data...)) {
				t.Errorf("%q is taken for an entry", content)
			}
		}
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
