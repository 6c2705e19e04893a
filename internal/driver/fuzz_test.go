package driver

import (
	"bytes"
	"go/token"
	"testing"

	"github.com/locklint/locklint/internal/codec"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/load"
)

// An entry whose checksum fits may still be anything: of another version, or forged.
func FuzzEntry(f *testing.F) {
	var codec codec.Codec
	pos := token.Position{Filename: "a.go", Offset: 3, Line: 1, Column: 4}
	for _, e := range []entry{
		{},
		{Facts: []keptFact{{Path: "T.M", Type: "*x.fact", Data: []byte{1, 2}, Far: true}}, Note: []byte{}},
		{
			Findings: []finding.Record{{PkgPath: "m", Pos: pos, End: pos, Message: "\xff", Timeline: []finding.RecordStep{{Pos: pos, Message: "acquire"}},
				Fixes: []finding.RecordFix{{Edits: []finding.RecordEdit{{Filename: "a.go", Start: 1, End: 2}}}}}},
			Problems: []load.Problem{{Package: "m", Pos: "a.go:1:1", Msg: "wrong"}},
		},
	} {
		data, err := codec.Encode(e)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var e, again entry
		if codec.Decode(data, &e) != nil {
			return
		}
		once, err := codec.Encode(e)
		if err != nil || codec.Decode(once, &again) != nil {
			t.Fatalf("%q is read, and then: %v", data, err)
		}
		if twice, _ := codec.Encode(again); !bytes.Equal(once, twice) {
			t.Errorf("%q, read and written, is %q, and then %q", data, once, twice)
		}
	})
}
