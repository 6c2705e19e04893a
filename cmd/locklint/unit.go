package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/collector"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/configfile"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/vetx"
)

// isUnit reports whether go vet calls: it asks for the version or the flags, or gives a unit. A unit stands alone behind flags, and is not the
// value of one, as in -config team.cfg.
func isUnit(args []string) bool {
	if slices.Contains(args, "-V=full") || slices.Contains(args, "-flags") {
		return true
	}
	if len(args) == 0 || !strings.HasSuffix(args[len(args)-1], ".cfg") {
		return false
	}
	var o options
	fs := o.flagSet("", io.Discard)
	return fs.Parse(args) != nil || fs.NArg() == 1 // flags of analyzers, which only go vet gives, are unknown there
}

// unit is the tool of go vet: one package, in a process of its own. It does not return.
func unit(rules ruleSet) int {
	collector.Unit()
	u := readUnit(os.Args[1:])
	base := unitConfig(u.configDir())
	e := engine.New(base)
	if u.typesOnly(os.Args[1:], e) && vetx.Write(&u.Config) == nil {
		os.Exit(statusClean)
	}
	// Registered before unitchecker parses the command line: listed by -flags, so that go vet takes
	// them and makes them part of its cache key.
	registerUnit(flag.CommandLine, e.Config.Flags.Lookup("config"), base)
	flag.Var(versionFlag{}, "V", "print version and exit")
	unitchecker.Main(rules(e)...)
	return statusFailed
}

// registerUnit declares -config and the flags of single options, and puts what all of them say together into
// the one flag of the configuration's analyzer, in whatever order they come. Without -config the options
// change the base.
func registerUnit(fs *flag.FlagSet, analyzer *flag.Flag, base config.Config) {
	var given string
	var options changes
	fold := func() {
		cfg := base
		if given != "" {
			var err error
			if cfg, err = config.DecodeCanonical(given); err != nil {
				_ = analyzer.Value.Set(given) // the analyzer says what is wrong with it
				return
			}
		}
		options.apply(&cfg)
		_ = analyzer.Value.Set(cmp.Or(cfg.Canonical(), "{}")) // "" would mean the base
	}
	fs.Func("config", analyzer.Usage, func(doc string) error {
		given = doc
		fold()
		return nil
	})
	options.register(fs, fold)
}

// configVariable names the configuration of a bare go vet -vettool=locklint: a document, or an
// absolute file name, since each package is a process in a directory of its own.
const configVariable = "LOCKLINT_CONFIG"

// unitConfig is the configuration where no flag gives one: what the environment names, else the file that is found
// from dir up; "" looks for none. If it is wrong nothing runs at all: the go command stops where it asks for the
// version.
func unitConfig(dir string) config.Config {
	cfg, err := config.Default(), error(nil)
	switch arg := os.Getenv(configVariable); {
	case arg != "" && !isDocument(arg) && !filepath.IsAbs(arg):
		err = fmt.Errorf("%s: %q is neither a document nor an absolute file name", configVariable, arg)
	case arg != "":
		if cfg, err = readConfig(arg, ""); err != nil {
			err = fmt.Errorf("%s: %w", configVariable, err)
		}
	case dir != "":
		var name string
		if name, err = configfile.Find(dir); name != "" {
			cfg, err = configfile.Read(name, name)
		}
		if err != nil {
			err = fmt.Errorf("configuration: %w", err)
		}
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "locklint: %v\n", err)
		os.Exit(statusFailed)
	}
	return cfg
}

// A vetUnit is the document by which go vet gives a unit, read before unitchecker reads it.
type vetUnit struct{ unitchecker.Config }

// readUnit reads the unit that is given; -flags and -V=full give none. What is wrong with it unitchecker will say.
func readUnit(args []string) (u vetUnit) {
	if len(args) > 0 && strings.HasSuffix(args[len(args)-1], ".cfg") {
		if doc, err := os.ReadFile(args[len(args)-1]); err == nil && json.Unmarshal(doc, &u.Config) != nil {
			return vetUnit{}
		}
	}
	return u
}

// configDir is where to look for the file: in a package of the main module, from its directory up; among its
// dependencies, which may have a file of their own that is about themselves, nowhere.
func (u vetUnit) configDir() string {
	if u.ModuleVersion != "" || u.ModulePath == "" && u.ImportPath != "command-line-arguments" {
		return ""
	}
	return u.Dir
}

// typesOnly tells a package that is only there for its importers and of which the standalone mode, too, reads only the
// types: one of the standard library, or of another module and without a library of the catalogue. Most units are. The
// engine is that of the configuration without the flags.
func (u vetUnit) typesOnly(args []string, e *engine.Engine) bool {
	switch {
	case !u.VetxOnly:
		return false
	case u.ModulePath == "" && catalog.IsStd(u.ImportPath):
		return true
	case u.ModuleVersion == "":
		return false
	}
	for _, arg := range args {
		if doc, ok := strings.CutPrefix(arg, "-config="); ok {
			cfg, err := config.DecodeCanonical(doc)
			if err != nil {
				return false // the analyzer of the configuration says what is wrong
			}
			e = engine.New(cfg)
		}
	}
	return !e.WantsFacts(u.ImportPath, slices.Collect(maps.Values(u.ImportMap)))
}

// versionFlag answers -V=full, by which the go command tells two versions of a tool apart: the hash
// of the executable and that of the configuration which the tool finds by itself. The go command
// knows nothing else about it, so without the second an edited file would change nothing.
type versionFlag struct{}

func (versionFlag) IsBoolFlag() bool { return true }
func (versionFlag) String() string   { return "" }

func (versionFlag) Set(s string) error {
	if s != "full" {
		return fmt.Errorf("only -V=full is supported")
	}
	sum, err := executableHash()
	if err != nil {
		return err
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	// The go command takes the part behind the last slash, which must start with "buildID=".
	fmt.Printf("locklint version devel buildID=%s-%s\n", sum, unitConfig(dir).Hash()[:16])
	os.Exit(0)
	return nil
}

// openExecutable opens the program that runs. Its name may meanwhile be that of another one, where it was installed anew.
func openExecutable() (*os.File, error) {
	if f, err := os.Open("/proc/self/exe"); err == nil {
		return f, nil
	}
	name, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return os.Open(name)
}

// executableHash is that of the program that runs.
func executableHash() (string, error) {
	f, err := openExecutable()
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
