// Package load finds the packages that patterns name, with everything they import, and types them
// from source.
//
// It needs no build: go list says which files there are, and the bodies of the functions of a
// dependency are never type-checked. go/packages would ask go list for more, run it twice, and for
// types either build everything or check every body.
package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// A Config says what to load. The zero value loads from the working directory, without tests.
type Config struct {
	Dir   string   // where the go command runs, "" for the working directory
	Env   []string // its environment, nil for the own one
	Tags  string   // -tags, "" for none given
	Mod   string   // -mod, "" for none given
	Tests bool     // test variants and external tests too
}

// A Package is what go list says about one package, before any of its files is read.
type Package struct {
	ID       string // "p", "p [p.test]", "p_test [p.test]", "b [p.test]"
	Path     string // the import path: "p", "p_test", "b"
	Name     string
	Dir      string
	Files    []string // absolute; for cgo packages typed from compiled files, what cgo wrote
	Standard bool
	Module   *analysis.Module // as under go vet: nil for the standard library
	Main     bool             // of the main module or a workspace module
	Root     bool             // named by a pattern and not superseded by its test variant: its findings are wanted
	Plain    *Package         // for a package recompiled for a test elsewhere: the package itself, if it is loaded
	Deps     []*Package       // direct imports, sorted by ID

	cgo     bool // Files include sources with import "C"
	faked   bool // no C compiler: those are read as they are, see cgo.go
	imports map[string]*Package
	absent  []string        // imports that are not loaded
	missing map[string]bool // import paths that go list complained about
	outside []string        // files that symbolic links outside of the module stand for: not read
}

// Fingerprint says, in one line for each, what makes a difference to the types and the problems of p
// apart from what is in its files, and which package each of its import paths means.
func (p *Package) Fingerprint() []string {
	lines := []string{p.ID, p.Path, fmt.Sprint(p.Standard, p.Main, p.cgo, p.faked)}
	if p.Module != nil {
		lines = append(lines, fmt.Sprintf("module %q %q %q", p.Module.Path, p.Module.Version, p.Module.GoVersion))
	}
	for _, path := range slices.Sorted(maps.Keys(p.imports)) {
		lines = append(lines, fmt.Sprintf("import %q %q", path, p.imports[path].ID))
	}
	for _, path := range p.absent {
		lines = append(lines, fmt.Sprintf("absent %q %t", path, p.missing[path]))
	}
	for _, name := range p.outside {
		lines = append(lines, fmt.Sprintf("outside %q", name))
	}
	return lines
}

// Import returns the package that the import path means in the files of p, or nil.
func (p *Package) Import(path string) *Package { return p.imports[path] }

// WithoutTests is the package without its test files, or nil where nothing is left of it or nothing falls away.
func (p *Package) WithoutTests() *Package {
	isTest := func(name string) bool { return strings.HasSuffix(name, "_test.go") }
	out := *p
	out.Files = slices.DeleteFunc(slices.Clone(p.Files), isTest)
	out.outside = slices.DeleteFunc(slices.Clone(p.outside), isTest)
	if len(out.Files) == 0 || len(out.Files)+len(out.outside) == len(p.Files)+len(p.outside) {
		return nil
	}
	return &out
}

// A Problem is something that could not be loaded or analysed.
type Problem struct {
	Package string // "" if it is none of a package
	Pos     string // "file:line:col", or ""
	Msg     string
}

func (p Problem) String() string {
	s := p.Msg
	if p.Pos != "" {
		s = p.Pos + ": " + s
	}
	if p.Package != "" {
		s = p.Package + ": " + s
	}
	return s
}

// A Graph is everything that the root packages need, dependencies before their importers.
type Graph struct {
	Packages []*Package
	Problems []Problem
	Outside  []Problem // those among them that are symbolic links out of a module
	Sizes    types.Sizes
	Target   string // what the go command builds for: platform, version of Go, cgo

	overlay map[string]string // see readOverlay
}

// Roots are the packages whose findings are wanted.
func (g *Graph) Roots() []*Package {
	var roots []*Package
	for _, p := range g.Packages {
		if p.Root {
			roots = append(roots, p)
		}
	}
	return roots
}

// List asks the go command for the packages that the patterns name and for all they import. An
// error means that there is nothing to work on; what is wrong with single packages is in Problems.
func List(ctx context.Context, cfg Config, patterns ...string) (*Graph, error) {
	g, err := Files(ctx, cfg, patterns...)
	if err != nil {
		return nil, err
	}
	g.compileCgo(ctx, cfg)
	g.Problems = sortProblems(g.Problems)
	return g, nil
}

// Files is List for those who only ask which files there are: C is not compiled.
func Files(ctx context.Context, cfg Config, patterns ...string) (*Graph, error) {
	var (
		wg     sync.WaitGroup
		env    target
		envErr error
	)
	wg.Go(func() { env, envErr = cfg.target(ctx) })
	args := []string{"list", "-e", "-json=" + strings.Join(fields, ","), "-deps"}
	args = append(args, cfg.flags()...)
	out, warnings, err := cfg.goCommand(ctx, append(args, append([]string{"--"}, patterns...)...)...)
	wg.Wait()
	if err := errors.Join(err, envErr); err != nil {
		return nil, err
	}
	listed, err := decode(out)
	if err != nil {
		return nil, err
	}
	goflags := env["GOFLAGS"]
	delete(env, "GOFLAGS") // what they do shows in the files
	g := &Graph{Sizes: types.SizesFor("gc", env["GOARCH"]), Target: env.String()}
	if g.Sizes == nil {
		return nil, fmt.Errorf("unknown architecture %q", env["GOARCH"])
	}
	dir, err := filepath.Abs(cfg.Dir)
	if err != nil {
		return nil, err
	}
	if g.overlay, err = readOverlay(dir, goflags); err != nil {
		return nil, err
	}
	for _, line := range warnings {
		g.Problems = append(g.Problems, Problem{Msg: line})
	}
	g.build(listed, dir)
	g.Problems, g.Outside = sortProblems(g.Problems), sortProblems(g.Outside)
	return g, nil
}

// NoVCS keeps go list from running git, or another such program, for the version of a main package: what the repository's
// configuration names would run with it.
const NoVCS = "-buildvcs=false"

// flags are the flags of the go command that decide which files belong to a package.
func (cfg Config) flags() []string {
	flags := []string{NoVCS}
	if cfg.Tests {
		flags = append(flags, "-test")
	}
	if cfg.Tags != "" {
		flags = append(flags, "-tags="+cfg.Tags)
	}
	if cfg.Mod != "" {
		flags = append(flags, "-mod="+cfg.Mod)
	}
	return flags
}

// goCommand runs the go command and returns its output and the lines it wrote to stderr. Arguments
// go as a vector: no pattern is ever seen by a shell.
func (cfg Config) goCommand(ctx context.Context, args ...string) (stdout []byte, stderr []string, err error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = cfg.Dir
	cmd.Env = cfg.Env
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	if cfg.Dir != "" {
		// The go command trusts $PWD for its own directory where that is a symbolic link.
		cmd.Env = append(slices.Clip(cmd.Env), "PWD="+cfg.Dir)
	}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	for line := range strings.Lines(errs.String()) {
		if line = strings.TrimRight(line, "\r\n"); line != "" && !slices.ContainsFunc(chatter, func(start string) bool { return strings.HasPrefix(line, start) }) {
			stderr = append(stderr, line)
		}
	}
	if err != nil {
		err = fmt.Errorf("go %s: %s", args[0], strings.Join(append(stderr, err.Error()), "\n\t"))
	}
	return out.Bytes(), stderr, err
}

// chatter are the beginnings of lines in which the go command says what it is about to do; the last two with -mod=mod.
var chatter = []string{"go: downloading ", "go: finding module for package ", "go: found "}

// A target is what the go command builds for, by the names of its variables. go env -w can set them too,
// so the environment alone does not tell.
type target map[string]string

func (t target) String() string {
	var words []string
	for _, name := range slices.Sorted(maps.Keys(t)) {
		words = append(words, name+"="+t[name])
	}
	return strings.Join(words, " ")
}

func (cfg Config) target(ctx context.Context) (target, error) {
	out, _, err := cfg.goCommand(ctx, "env", "-json", "GOARCH", "GOOS", "GOVERSION", "GOEXPERIMENT", "CGO_ENABLED", "GOFLAGS")
	if err != nil {
		return nil, err
	}
	var t target
	if err := json.Unmarshal(out, &t); err != nil {
		return nil, fmt.Errorf("reading the output of go env: %v", err)
	}
	return t, nil
}

// fields are all we need from go list; it leaves out the work for the others.
var fields = []string{
	"ImportPath", "Name", "Dir", "Standard", "DepOnly", "ForTest", "Match",
	"GoFiles", "CgoFiles", "CompiledGoFiles", "Imports", "ImportMap", "Module", "Error",
}

// A listedPackage is one document of go list.
type listedPackage struct {
	ImportPath, Name, Dir              string
	Standard, DepOnly                  bool
	ForTest                            string
	Match                              []string
	GoFiles, CgoFiles, CompiledGoFiles []string
	Imports                            []string
	ImportMap                          map[string]string
	Module                             *struct {
		Path, Version, GoVersion, Dir string
		Main                          bool
		Replace                       *struct{ Version string }
	}
	Error *struct {
		ImportStack []string
		Pos, Err    string
	}
}

func decode(out []byte) ([]*listedPackage, error) {
	var listed []*listedPackage
	dec := json.NewDecoder(bytes.NewReader(out))
	for {
		p := new(listedPackage)
		switch err := dec.Decode(p); err {
		case nil:
			listed = append(listed, p)
		case io.EOF:
			return listed, nil
		default:
			return nil, fmt.Errorf("reading the output of go list: %v", err)
		}
	}
}

// isTestMain reports whether p is the main package that go test generates. It alone has a file that
// does not lie in its directory.
func (p *listedPackage) isTestMain() bool {
	return p.Name == "main" && strings.HasSuffix(p.ImportPath, ".test") &&
		len(p.GoFiles) == 1 && filepath.IsAbs(p.GoFiles[0])
}

// emptyByPattern reports whether p has no files for this platform and was matched by a wildcard
// only: the go command passes over such packages in silence.
func (p *listedPackage) emptyByPattern() bool {
	return p.Dir != "" && len(p.GoFiles)+len(p.CgoFiles) == 0 && len(p.Match) > 0 &&
		!slices.ContainsFunc(p.Match, func(m string) bool { return !strings.Contains(m, "...") && m != "all" && m != "std" && m != "cmd" })
}

// path is the import path of a package as its own files would say it, without the test it was compiled for.
func (p *listedPackage) path() string {
	path, _, _ := strings.Cut(p.ImportPath, " [")
	return path
}

// problem is what the go command, which ran in a directory, says is wrong with p.
func (p *listedPackage) problem(dir string) Problem {
	out := Problem{Package: p.path(), Msg: strings.TrimSpace(p.Error.Err)}
	if p.Error.Pos != "" {
		out.Pos = absolute(dir, p.Error.Pos)
	}
	if out.Msg == "import cycle not allowed" {
		out.Msg += ": " + strings.Join(p.Error.ImportStack, " imports ")
	}
	return out
}

func sortProblems(problems []Problem) []Problem {
	slices.SortStableFunc(problems, func(a, b Problem) int { return strings.Compare(a.String(), b.String()) })
	return slices.Compact(problems)
}
