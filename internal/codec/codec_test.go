package codec

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"testing"
	"testing/quick"
)

type leaf struct {
	Text   string
	Bytes  []byte
	Number int16
	Small  uint8
	Array  [3]bool
}

type tree struct {
	Leaf   leaf
	Down   []*tree
	Leaves []leaf
	Texts  []string
	On     bool
	Wide   uint64
	Signed int64
	hidden int
	Left   func() `json:"-"`
}

func TestCodec(t *testing.T) {
	var c Codec
	same := func(in []leaf, texts []string, wide uint64, signed int64, on bool) bool {
		tr := &tree{Leaves: in, Texts: texts, Wide: wide, Signed: signed, On: on, Down: []*tree{nil, {Texts: []string{}}, {Texts: nil}}}
		tr.Leaf.Text = "not \xff UTF-8"
		data, err := c.Encode(tr)
		if err != nil {
			t.Error(err)
		}
		var out *tree
		if err := c.Decode(data, &out); err != nil {
			t.Error(err)
		}
		again, _ := c.Encode(out)
		return reflect.DeepEqual(tr, out) && bytes.Equal(data, again)
	}
	if err := quick.Check(same, nil); err != nil {
		t.Error(err)
	}
}

// A codec that was made for types writes them as any other does, and others too.
func TestCodecOf(t *testing.T) {
	for _, v := range []any{tree{Down: []*tree{{Texts: []string{"a"}}}}, struct{ Number, Other int8 }{1, 2}} {
		var zero Codec
		want, err := zero.Encode(v)
		got, err2 := Of(reflect.TypeFor[*tree]()).Encode(v)
		if err != nil || err2 != nil || !bytes.Equal(got, want) {
			t.Errorf("%T: %q, want %q (%v, %v)", v, got, want, err, err2)
		}
	}
	known := Of(reflect.TypeFor[[]*tree]()).fields
	if len(known) != 2 || len(known[reflect.TypeFor[tree]()]) != 7 || known[reflect.TypeFor[leaf]()] == nil {
		t.Errorf("known are the fields %v", known)
	}
}

func TestCodecPassesOver(t *testing.T) {
	var c Codec
	data, err := c.Encode(tree{hidden: 1, Left: func() {}})
	if err != nil {
		t.Fatal(err)
	}
	out := tree{hidden: 2, Wide: 3}
	if err := c.Decode(data, &out); err != nil || out.hidden != 0 || out.Wide != 0 || out.Left != nil {
		t.Errorf("got %+v, %v", out, err)
	}
}

func TestCodecRefuses(t *testing.T) {
	var c Codec
	for _, v := range []any{map[string]int{}, struct{ F func() }{}, []any{1}, make(chan int), 1.5} {
		if _, err := c.Encode(v); err == nil {
			t.Errorf("%T is encoded", v)
		}
	}
}

// Damaged data end in an error or in some value, never in a panic or in gigabytes.
func TestCodecDamaged(t *testing.T) {
	var c Codec
	data, err := c.Encode(&tree{Down: []*tree{{Leaves: make([]leaf, 3)}, {Texts: []string{"a", "b"}}}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		var out *tree
		if err := c.Decode(data[:i], &out); err == nil {
			t.Errorf("the first %d bytes of %d are taken for all", i, len(data))
		}
	}
	var out *tree
	if err := c.Decode(append(bytes.Clone(data), 0), &out); err == nil {
		t.Error("a byte too many is not noticed")
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		damaged := bytes.Clone(data)
		for range 1 + r.IntN(4) {
			damaged[r.IntN(len(damaged))] = byte(r.Uint32())
		}
		var out *tree
		_ = c.Decode(damaged, &out)
	}
}

// Pointers in each other are read to a depth; behind it the data count as damaged, and the stack is not used up.
func TestDepthAtTheLimit(t *testing.T) {
	type chain struct{ Next *chain }
	var c Codec
	for n, want := range map[int]bool{10_000: true, 10_001: false, 20_000_000: false} {
		data := append(bytes.Repeat([]byte{1}, n), 0)
		if err := c.Decode(data, new(chain)); (err == nil) != want {
			t.Errorf("%d pointers: %v", n, err)
		}
	}
}

func BenchmarkCodec(b *testing.B) {
	c := Of(reflect.TypeFor[tree]())
	in := &tree{Texts: []string{"a", "b"}}
	for range 100 {
		in.Down = append(in.Down, &tree{Leaf: leaf{Text: "some text"}, Leaves: make([]leaf, 4)})
	}
	for b.Loop() {
		data, err := c.Encode(in)
		if err != nil {
			b.Fatal(err)
		}
		var out *tree
		if err := c.Decode(data, &out); err != nil {
			b.Fatal(err)
		}
	}
}
