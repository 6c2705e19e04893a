package inventory

import (
	"encoding/json"
	"io"
)

// JSON writes the inventory.
func (inv *Inventory) JSON(w io.Writer) error { return writeJSON(w, inv) }

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	return enc.Encode(v)
}
