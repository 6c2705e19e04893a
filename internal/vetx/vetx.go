// Package vetx writes what the units of go vet leave of a package of which nobody wants more than its types.
//
// Under go vet each dependency is a process of its own, and golang.org/x/tools/go/analysis/unitchecker types all of it,
// the bodies of functions included, before any analyzer is asked. Most dependencies have nothing to say to a rule: for
// these the declarations are enough. The file is the one that unitchecker writes, byte for byte; its format is private,
// so a test compares.
package vetx

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"

	"golang.org/x/tools/go/analysis/unitchecker"
	"golang.org/x/tools/go/gcexportdata"

	"github.com/locklint/locklint/internal/outline"
)

// ErrFacts tells that a dependency has facts, which would have to be handed on.
var ErrFacts = errors.New("a dependency has facts")

const (
	magic  = "vetx"
	header = len(magic) + 4 + 4 // and the lengths of the types and of the facts
)

// Write types the declarations of a unit and writes them to its VetxOutput, without facts. An error means that nothing
// was written and that unitchecker has to do it: it says better what is wrong.
func Write(cfg *unitchecker.Config) error {
	imp := &importer{cfg: cfg, fset: token.NewFileSet(), types: map[string][]byte{}, done: map[string]*types.Package{}}
	for path, file := range cfg.PackageVetx {
		if err := imp.read(path, file); err != nil {
			return err
		}
	}
	var files []*ast.File
	for _, name := range cfg.GoFiles {
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(imp.fset, name, outline.Of(src).Text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	conf := &types.Config{
		Importer:         imp,
		Sizes:            types.SizesFor("gc", build.Default.GOARCH),
		GoVersion:        cfg.GoVersion,
		IgnoreFuncBodies: true,
	}
	pkg, err := conf.Check(cfg.ImportPath, imp.fset, files, nil)
	if err != nil {
		return err
	}
	return write(cfg, imp.fset, pkg)
}

func write(cfg *unitchecker.Config, fset *token.FileSet, pkg *types.Package) error {
	var out bytes.Buffer
	out.Write(make([]byte, header-1))
	if err := gcexportdata.Write(&out, fset, pkg); err != nil { // begins with one byte that is not part of the format
		return err
	}
	data := out.Bytes()
	copy(data, magic)
	binary.LittleEndian.PutUint32(data[len(magic):], uint32(len(data)-header)) // #nosec G115 -- export data of one package
	binary.LittleEndian.PutUint32(data[len(magic)+4:], 0)
	if cfg.Stdout != "" {
		if err := os.WriteFile(cfg.Stdout, nil, 0o666); err != nil {
			return err
		}
	}
	return os.WriteFile(cfg.VetxOutput, data, 0o666)
}

// An importer makes packages of the files that the units of the dependencies left.
type importer struct {
	cfg   *unitchecker.Config
	fset  *token.FileSet
	types map[string][]byte // by path
	done  map[string]*types.Package
}

func (imp *importer) read(path, file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if len(data) < header || string(data[:len(magic)]) != magic {
		return fmt.Errorf("%s is not what a unit leaves", file)
	}
	if binary.LittleEndian.Uint32(data[len(magic)+4:]) != 0 {
		return ErrFacts
	}
	size := binary.LittleEndian.Uint32(data[len(magic):])
	if uint64(size) > uint64(len(data)-header) { // #nosec G115 -- not negative: looked at above
		return fmt.Errorf("%s is cut off", file)
	}
	// With the byte in front by which gcexportdata tells the format; it is the last of the header, and zero.
	data = data[header-1 : header+int(size)]
	data[0] = 'i'
	imp.types[path] = data
	return nil
}

// Import implements [types.Importer].
func (imp *importer) Import(importPath string) (*types.Package, error) {
	path, ok := imp.cfg.ImportMap[importPath]
	if !ok {
		return nil, fmt.Errorf("can't resolve import %q", importPath)
	}
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if pkg := imp.done[path]; pkg != nil && pkg.Complete() {
		return pkg, nil
	}
	data, ok := imp.types[path]
	if !ok {
		return nil, fmt.Errorf("no types of %q", path)
	}
	return gcexportdata.Read(bytes.NewReader(data), imp.fset, imp.done, path)
}
