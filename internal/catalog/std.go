package catalog

import (
	"slices"
	"strings"
)

// Covers tells that the package is one that the catalogue describes, or lies below one.
func (c *Catalog) Covers(pkgPath string) bool {
	path := unvendored(pkgPath)
	below := func(p string) bool {
		return strings.Contains(p, ".") && strings.HasPrefix(path, p+"/") && !c.OfUser(p)
	}
	return (c.Has(path) || c.CallsOut(path)) && !c.OfUser(path) || slices.ContainsFunc(c.packages, below) || slices.ContainsFunc(c.outbound, below)
}

// IsStd tells a package of the standard library: the first element of its path is one of the standard
// library's. A path without a dot alone does not say so: exp/mod is a legal module.
func IsStd(pkgPath string) bool {
	first, _, _ := strings.Cut(pkgPath, "/")
	_, found := slices.BinarySearch(stdRoots, first)
	return found
}

// stdRoots are the first elements of the standard library's import paths.
var stdRoots = []string{
	"archive", "bufio", "builtin", "bytes", "cmd", "cmp", "compress", "container", "context", "crypto", "database", "debug",
	"embed", "encoding", "errors", "expvar", "flag", "fmt", "go", "hash", "html", "image", "index", "internal", "io", "iter",
	"log", "maps", "math", "mime", "net", "os", "path", "plugin", "reflect", "regexp", "runtime", "slices", "sort", "strconv",
	"strings", "structs", "sync", "syscall", "testing", "text", "time", "unicode", "unique", "unsafe", "vendor", "weak",
}
