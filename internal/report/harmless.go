package report

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/locklint/locklint/internal/finding"
)

// Harmless writes lines to w with what is not [finding.Printable] in them replaced. What is written ends with a line end: the
// first bytes of a character, or of a line end, whose others never come are left out.
func Harmless(w io.Writer) io.Writer { return &harmless{w: w} }

type harmless struct {
	w    io.Writer
	rest []byte // what may go on: others cut what they write at any byte
}

func (h *harmless) Write(p []byte) (int, error) {
	text := append(h.rest, p...)
	end := len(text)
	for i := max(0, end-utf8.UTFMax+1); i < end; i++ {
		if utf8.RuneStart(text[i]) && !utf8.FullRune(text[i:]) {
			end = i
		}
	}
	if end > 0 && end == len(text) && text[end-1] == '\r' { // of a line end, perhaps
		end--
	}
	var out strings.Builder
	for line := range strings.Lines(string(text[:end])) {
		cells, ended := strings.CutSuffix(line, "\n")
		if ended {
			cells = strings.TrimSuffix(cells, "\r")
		}
		for i, cell := range strings.Split(cells, "\t") {
			if i > 0 {
				out.WriteByte('\t')
			}
			out.WriteString(finding.Printable(cell))
		}
		if ended {
			out.WriteByte('\n')
		}
	}
	h.rest = append([]byte(nil), text[end:]...)
	if _, err := io.WriteString(h.w, out.String()); err != nil {
		return 0, err
	}
	return len(p), nil
}
