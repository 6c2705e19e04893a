package cache

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
)

// A Hash makes a key out of parts. Each part is written with its length: what is one part here cannot be
// two there.
type Hash struct{ h hash.Hash }

// NewHash returns the hash of something of the named kind, which nothing of another kind equals.
func NewHash(kind string) *Hash {
	h := &Hash{sha256.New()}
	h.String(kind)
	return h
}

// String adds a text.
func (h *Hash) String(s string) {
	h.Int(len(s))
	h.h.Write([]byte(s))
}

// Bytes adds bytes.
func (h *Hash) Bytes(b []byte) {
	h.Int(len(b))
	h.h.Write(b)
}

// Int adds a number.
func (h *Hash) Int(n int) {
	var buf [8]byte
	binary.LittleEndian.PutUint64(buf[:], uint64(n)) // #nosec G115 -- all bits count, whatever they mean
	h.h.Write(buf[:])
}

// Bool adds a truth value.
func (h *Hash) Bool(b bool) {
	n := 0
	if b {
		n = 1
	}
	h.Int(n)
}

// Key adds another key.
func (h *Hash) Key(k Key) { h.h.Write(k[:]) }

// Sum is the key of what was added.
func (h *Hash) Sum() Key { return Key(h.h.Sum(nil)) }
