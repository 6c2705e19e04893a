package summary

import (
	"bytes"
	"encoding/json"
)

// plain has the fields of Summary and none of its methods.
type plain Summary

// GobEncode writes the summary as JSON: structs and slices only, so that the same summary is always
// the same bytes, and with nil expressions, which gob itself refuses.
func (s *Summary) GobEncode() ([]byte, error) {
	if s.packed != nil {
		return s.packed, nil
	}
	return json.Marshal((*plain)(s))
}

// GobDecode takes what GobEncode wrote, and leaves it as it is: under go vet each process is given the facts of all packages below its
// own, hands them on, and looks at few. Who looks asks Unpacked.
func (s *Summary) GobDecode(data []byte) error {
	*s = Summary{packed: append([]byte{}, data...)}
	return nil
}

// Unpacked is the summary with its parts, where it was only read so far. Of what is no summary nothing is known.
func (s *Summary) Unpacked() *Summary {
	if s.packed == nil {
		return s
	}
	out := new(Summary)
	if json.Unmarshal(s.packed, (*plain)(out)) != nil || !out.Whole() {
		return &Summary{Capped: true}
	}
	return out
}

// Same tells summaries that say the same. One that came by several ways is mostly the same in memory, or the same bytes: writing each out to
// compare the texts would cost more than all the rest of a table.
func (s *Summary) Same(o *Summary) bool {
	return s == o || s.packed != nil && bytes.Equal(s.packed, o.packed) || s.String() == o.String()
}
