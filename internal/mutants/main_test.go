package main

import "testing"

// Each mutant of the list still fits the line that it changes, once in its file: whoever changes the line hears of it here, and not when
// somebody runs all of them.
func TestList(t *testing.T) {
	t.Chdir("../..")
	all, err := readList("internal/mutants/list.tsv")
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 60 {
		t.Errorf("%d mutants are too few", len(all))
	}
	if err := (&bench{tmp: t.TempDir()}).lay(all); err != nil {
		t.Error(err)
	}
	for i, m := range all {
		if m.was == m.is {
			t.Errorf("mutant %d changes nothing: %s", i+1, m.was)
		}
	}
}
