package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/locklint/locklint/internal/cache"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/driver"
	"github.com/locklint/locklint/internal/engine"
)

// cacheVariable names the directory of the cache, or is "off".
const cacheVariable = "LOCKLINT_CACHE"

// cacheFlag is the flag -cache.
type cacheFlag struct{ off bool }

func (f *cacheFlag) String() string {
	if f.off {
		return "off"
	}
	return "on"
}

func (f *cacheFlag) Set(text string) error {
	if text != "on" && text != "off" {
		return fmt.Errorf("want on or off; the directory is given by $%s", cacheVariable)
	}
	f.off = text == "off"
	return nil
}

// open opens the cache. There is none if nobody wants it, or if it is not known where it could be; an error means that
// its place is named wrongly.
func (f cacheFlag) open(stderr io.Writer) (*cache.Store, error) {
	dir := os.Getenv(cacheVariable)
	switch {
	case f.off || dir == "off":
		return nil, nil
	case dir != "" && !filepath.IsAbs(dir):
		return nil, fmt.Errorf("$%s is neither an absolute directory nor off: %q", cacheVariable, dir)
	case dir == "":
		base, err := os.UserCacheDir()
		if err != nil {
			noCache(stderr, err)
			return nil, nil
		}
		dir = filepath.Join(base, "locklint")
	}
	return cache.Open(dir, cache.DefaultMax), nil
}

// noCache says why the next run will be as slow as this one.
func noCache(stderr io.Writer, err error) {
	fmt.Fprintf(stderr, "locklint: nothing is cached: %v (-cache=off, or another directory in $%s)\n", err, cacheVariable)
}

// driving are the options of a run with the rules on an engine, and with the cache. finish is to be called when the
// findings are printed.
func (o *options) driving(cfg config.Config, e *engine.Engine, rules ruleSet, stderr io.Writer) (run driver.Options, finish func(), err error) {
	e.ShareSSA() // the driver gives importers the declarations of a package, not the package that was analysed
	run = driver.Options{
		Analyzers:  rules(e),
		Load:       o.load(),
		WantsFacts: e.WantsFacts,
		LooksFor:   e.LooksFor,
		Note:       sitesOf(e),
	}
	store, err := o.cache.open(stderr)
	if store == nil || err != nil {
		return run, func() {}, err
	}
	program, err := executableHash()
	if err != nil {
		noCache(stderr, err)
		return run, func() {}, nil
	}
	run.Cache = store
	run.Salt = program + " " + os.Getenv("GODEBUG") + " " + cfg.Canonical() // GODEBUG changes the type checker
	return run, func() {
		if err := store.Trouble(); err != nil {
			noCache(stderr, err)
		}
		store.Close()
	}, nil
}
