// Nothing is a tool for go vet -vettool that does nothing: what go vet takes with it is what the machinery of any such
// tool costs, the types of every package included.
package main

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
)

func main() {
	unitchecker.Main(&analysis.Analyzer{
		Name: "nothing",
		Doc:  "does nothing",
		Run:  func(*analysis.Pass) (any, error) { return nil, nil },
	})
}
