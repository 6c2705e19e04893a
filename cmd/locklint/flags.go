package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/configfile"
	"github.com/locklint/locklint/internal/load"
	"github.com/locklint/locklint/internal/report"
)

// options are what the flags of the standalone, the vet and the explain mode say.
type options struct {
	dir       string
	parts     []part
	module    string // of the part that is at work
	tags      string
	mod       string
	tests     bool
	unknown   bool
	files     bool
	config    string
	cache     cacheFlag
	changes   changes
	outputs   outputs
	old       oldCode
	fixing    fixing
	inventory listing
	patterns  []string
}

// changes are what single flags say, on top of the configuration's document.
type changes []func(*config.Config)

// register declares the flags -review and -RULE.OPTION. changed is called after each that was given.
func (c *changes) register(fs *flag.FlagSet, changed func()) {
	add := func(f func(*config.Config)) {
		*c = append(*c, f)
		changed()
	}
	fs.BoolFunc("review", "also report findings that a reader has to judge", func(text string) error {
		on, err := strconv.ParseBool(text)
		add(func(cfg *config.Config) { cfg.Review = on })
		return err
	})
	for _, o := range config.Options() {
		fs.Var(optionFlag{o, add}, o.Name, o.Doc)
	}
}

// apply makes the changes to a configuration.
func (c changes) apply(cfg *config.Config) {
	for _, change := range c {
		change(cfg)
	}
}

// An optionFlag is the flag of an option. What it is given is checked at once.
type optionFlag struct {
	option config.Option
	add    func(func(*config.Config))
}

func (f optionFlag) String() string { return f.option.Default }

func (f optionFlag) Set(text string) error {
	try := config.Default()
	if err := f.option.Set(&try, text); err != nil {
		return err
	}
	f.add(func(cfg *config.Config) { _ = f.option.Set(cfg, text) }) // it fits, as was just tried
	return nil
}

// flagSet declares the flags of a mode. The vet mode has no -test: go vet always looks at the tests.
func (o *options) flagSet(mode string, stderr io.Writer) *flag.FlagSet {
	name := "locklint"
	if mode != "" {
		name += " " + mode
	}
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.StringVar(&o.dir, "C", "", "change to `dir` first")
	o.tests = true
	what := "patterns"
	switch mode {
	case "":
		fs.BoolVar(&o.files, "files", false, "the arguments are Go files: analyse the packages that they are in, as hooks want it")
		fs.BoolVar(&o.unknown, "unknown", false, "list the lock sites that are not understood, on standard error")
		o.registerFindings(fs)
		o.registerLoading(fs, mode)
	case "vet":
		o.registerFindings(fs)
		o.registerLoading(fs, mode)
	case "explain":
		what = "FILE:LINE or package.Func or package.Type.Method"
		fs.StringVar(&o.outputs.file, "o", "", "write to `file` instead of standard output")
		o.registerLoading(fs, mode)
	case "inventory":
		what = "patterns, or directories of modules"
		fs.StringVar(&o.outputs.file, "o", "", "write to `file` instead of standard output")
		o.inventory.register(fs)
		o.registerLoading(fs, mode)
	default: // nothing is analysed
		what = "rule"
		fs.StringVar(&o.outputs.file, "o", "", "write to `file` instead of standard output")
	}
	fs.Usage = func() {
		fmt.Fprintf(stderr, "usage: %s [flags]", name)
		if mode != "version" && mode != "schema" {
			fmt.Fprintf(stderr, " [%s]", what)
		}
		fmt.Fprint(stderr, "\n\nflags:\n")
		fs.PrintDefaults()
		fmt.Fprint(stderr, "\nlocklint help says more\n")
	}
	return fs
}

// registerLoading declares the flags that say what is analysed, and how.
func (o *options) registerLoading(fs *flag.FlagSet, mode string) {
	fs.StringVar(&o.tags, "tags", "", "build `tags`, as for the go command")
	fs.StringVar(&o.mod, "mod", "", "module download `mode`, as for the go command")
	fs.StringVar(&o.config, "config", "", "configuration `file`, YAML or JSON, or a JSON document itself (default: .locklint.yaml from here up)")
	o.changes.register(fs, func() {})
	if mode != "vet" {
		fs.BoolVar(&o.tests, "test", mode != "inventory", "analyse test files too")
		fs.Var(&o.cache, "cache", "keep what is found for the next run, `on or off`; $"+cacheVariable+" names another directory, or off")
	}
}

// registerFindings declares the flags that say what becomes of the findings.
func (o *options) registerFindings(fs *flag.FlagSet) {
	o.outputs.register(fs)
	o.old.register(fs)
	o.fixing.register(fs)
}

// parseFlags reads flags. What is wrong with one is a line, and not lost above a list of all.
func parseFlags(fs *flag.FlagSet, args []string) error {
	help := fs.Usage
	fs.Usage = func() {}
	err := fs.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		help()
	case err != nil:
		fmt.Fprintf(fs.Output(), "%s -h lists the flags\n", fs.Name())
	}
	return err
}

// parse reads the command line and makes -C come true. What is wrong was printed already.
func (o *options) parse(mode string, args []string, stderr io.Writer) (config.Config, error) {
	fs := o.flagSet(mode, stderr)
	if err := parseFlags(fs, args); err != nil {
		return config.Config{}, err
	}
	o.patterns = fs.Args()
	switch {
	case len(o.patterns) > 0 || o.files || mode == "explain":
	case mode == "inventory":
		o.patterns = []string{"./..."}
	default:
		o.patterns = []string{"."}
	}
	cfg, err := o.prepare(stderr)
	if err != nil {
		fmt.Fprintf(stderr, "locklint: %v\n", err)
	}
	return cfg, err
}

func (o *options) prepare(stderr io.Writer) (config.Config, error) {
	for _, pattern := range o.patterns {
		if strings.HasPrefix(pattern, "-") {
			return config.Config{}, fmt.Errorf("flag %s must stand before the patterns", pattern)
		}
	}
	if err := cmp.Or(o.enter(), o.outputs.clash()); err != nil {
		return config.Config{}, err
	}
	if o.files {
		args, err := packagesOf(o.patterns)
		if err != nil {
			return config.Config{}, err
		}
		args.print(stderr)
		if len(args.parts) > 1 && (o.fixing.wanted() || o.old.wanted()) {
			return config.Config{}, errors.New("-files: the files are in several modules, and -fix, -diff, -new-from and baselines are for one: give those of one at a time")
		}
		o.parts, o.patterns = args.parts, nil
	}
	if len(o.parts) == 0 {
		o.parts = []part{{"", o.patterns}}
	}
	cfg, err := o.enterPart(0)
	if err != nil {
		return cfg, err
	}
	return cfg, o.old.read()
}

// enterPart makes a part what is analysed, with the configuration of its module.
func (o *options) enterPart(i int) (config.Config, error) {
	o.module, o.patterns = o.parts[i].module, o.parts[i].patterns
	cfg, err := readConfig(o.config, o.module)
	if err == nil {
		o.changes.apply(&cfg)
	}
	return cfg, err
}

// enter makes -C come true.
func (o *options) enter() error {
	if o.dir == "" {
		return nil
	}
	if err := os.Chdir(o.dir); err != nil {
		return err
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	return os.Setenv("PWD", dir) // the go command believes it
}

func (o *options) load() load.Config {
	return load.Config{Dir: o.module, Tags: o.tags, Mod: o.mod, Tests: o.tests}
}

// readConfig decodes what -config gives: an inline document, or the name of a file. Without it, the file that is
// found from the directory of the module up, "" for the working directory. Only the front ends read files; the analyzers never do.
func readConfig(arg, module string) (config.Config, error) {
	if isDocument(arg) {
		cfg, err := config.Decode(arg)
		if err != nil {
			err = fmt.Errorf("configuration: %w", err)
		}
		return cfg, err
	}
	dir, err := os.Getwd()
	if arg == "" && err == nil {
		arg, err = configfile.Find(cmp.Or(module, dir))
		if arg == "" && err == nil {
			return config.Default(), nil
		}
	}
	if err != nil {
		return config.Default(), fmt.Errorf("configuration: %w", err)
	}
	cfg, err := configfile.Read(arg, report.Rel(dir, arg))
	if err != nil {
		err = fmt.Errorf("configuration: %w", err)
	}
	return cfg, err
}

func isDocument(arg string) bool { return strings.HasPrefix(strings.TrimSpace(arg), "{") }

// usageStatus is the exit status of a command line that does not parse.
func usageStatus(err error) int {
	if errors.Is(err, flag.ErrHelp) {
		return statusClean
	}
	return statusFailed
}
