package main

import (
	"bytes"
	"os"
	"testing"
)

// Text has snippets and colours on a terminal, which the null device passes for, and elsewhere only if they are asked for.
func TestStyle(t *testing.T) {
	terminal, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	file, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, tt := range []struct {
		colour, noColour, term string
		on, off                style // on a terminal, and in a file
	}{
		{"auto", "", "xterm", style{true, true}, style{}},
		{"auto", "1", "xterm", style{true, false}, style{}},
		{"auto", "", "dumb", style{true, false}, style{}},
		{"always", "1", "dumb", style{true, true}, style{true, true}},
		{"never", "", "xterm", style{true, false}, style{}},
	} {
		t.Setenv("NO_COLOR", tt.noColour)
		t.Setenv("TERM", tt.term)
		o := outputs{colour: tt.colour}
		if got := o.style(terminal); got != tt.on {
			t.Errorf("%+v: on a terminal %+v", tt, got)
		}
		if got := o.style(file); got != tt.off {
			t.Errorf("%+v: in a file %+v", tt, got)
		}
		if got := o.style(&bytes.Buffer{}); got != tt.off {
			t.Errorf("%+v: in a buffer %+v", tt, got)
		}
	}
}
