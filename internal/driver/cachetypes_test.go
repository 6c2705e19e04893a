package driver

import "testing"

// What importers see of declarations makes them look again.
func TestCacheTypes(t *testing.T) {
	t.Parallel()
	b := newBench(t, cached, "m")
	b.analysed("cold", all...)
	b.edit("m/a/a.go", "Size = 3", "Size = 4")
	b.analysed("a constant", ofA...)
	b.edit("m/a/a.go", "", "\ntype inner struct{ n int }\n\ntype Outer struct{ inner }\n")
	b.analysed("an exported type", ofA...)
	b.edit("m/a/a.go", "inner struct{ n int }", "inner struct{ n, m int }")
	b.analysed("an unexported type of which an exported one speaks", ofA...)
	b.edit("m/a/a.go", "", "\nconst (\n\tfirst = iota\n\tSecond\n)\n")
	b.analysed("a group of constants", ofA...)
	b.edit("m/a/a.go", "\tfirst = iota\n", "\tzeroth = iota\n\tfirst\n")
	b.analysed("an unexported constant before an exported one", ofA...)
	b.edit("m/a/a.go", "type T struct{}", "type T struct{ f int }")
	b.analysed("a field", ofA...)
	b.edit("m/b/b.go", "func Make() a.T { return a.T{} }", "func Make() *a.T { return nil }")
	b.analysed("a result", "b", "c", "c_test [c.test]")

}
