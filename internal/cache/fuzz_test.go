package cache

import (
	"bytes"
	"os"
	"testing"
)

// Whatever stands in a file, it is a whole entry or none.
func FuzzEntry(f *testing.F) {
	for _, data := range []string{"", "\x00", "some data\xff"} {
		data := []byte(data)
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
	})
}
