package summary

import "encoding/json"

// plain has the fields of Summary and none of its methods.
type plain Summary

// GobEncode writes the summary as JSON: structs and slices only, so that the same summary is always
// the same bytes, and with nil expressions, which gob itself refuses.
func (s *Summary) GobEncode() ([]byte, error) { return json.Marshal((*plain)(s)) }

// GobDecode reads what GobEncode wrote. Of what is no summary nothing is known.
func (s *Summary) GobDecode(data []byte) error {
	if err := json.Unmarshal(data, (*plain)(s)); err != nil {
		return err
	}
	if !s.Whole() {
		*s = Summary{Capped: true}
	}
	return nil
}
