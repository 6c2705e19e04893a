package generate

import (
	"os"
	"strconv"
	"testing"
)

func TestDump(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("N"))
	d, _ := strconv.Atoi(os.Getenv("D"))
	f, err := Layered(n, d)
	if err != nil {
		t.Fatal(err)
	}
	f.Write(os.Getenv("OUT"))
}
func TestDumpService(t *testing.T) {
	mod, _ := os.ReadFile("../../testdata/cases/go.mod")
	sum, _ := os.ReadFile("../../testdata/cases/go.sum")
	f, err := Service(mod, sum)
	if err != nil {
		t.Fatal(err)
	}
	f.Write(os.Getenv("OUT"))
}
