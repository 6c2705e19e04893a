// Package since tells new findings from old ones by what has changed in the repository: a finding is new if its
// timeline touches a function that is not as it was.
package since

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/locklint/locklint/internal/lazy"
)

// Changes are what has changed in the Go files of a working tree.
type Changes struct {
	files map[string][]span // by name, without symbolic links
	names map[string]string // without symbolic links, by name
}

// A span is lines that have changed, the last included. Where lines were only taken out, it is those around the gap.
type span struct {
	first, last int
	gap         bool
}

// Git asks git what has changed since the working tree below dir left the history of the revision: since the best
// common ancestor of the two, so that what others have done meanwhile does not count.
func Git(dir, revision string) (*Changes, error) {
	git, base, err := baseOf(dir, revision)
	if err != nil {
		return nil, err
	}
	diff, err := git.run("-c", "core.quotepath=off", "diff", "--unified=0", "--inter-hunk-context=0", "--no-color", "--no-ext-diff", "--no-textconv",
		"--find-renames", "--ignore-submodules", "--src-prefix=a/", "--dst-prefix=b/", base, "--", "*.go")
	if err != nil {
		return nil, err
	}
	c := &Changes{map[string][]span{}, map[string]string{}}
	if err := c.read(git.dir, diff); err != nil {
		return nil, err
	}
	others, err := git.run("ls-files", "--others", "--exclude-standard", "-z", "--", "*.go")
	if err != nil {
		return nil, err
	}
	for _, name := range strings.Split(others, "\x00") {
		if name != "" {
			c.add(git.dir, name, span{first: 1, last: 1 << 30})
		}
	}
	return c, nil
}

// baseOf is the repository around dir, and the best common ancestor of the revision and what is checked out there.
func baseOf(dir, revision string) (git repository, base string, err error) {
	git = repository{dir: dir}
	root, err := git.run("rev-parse", "--show-toplevel")
	if errors.Is(err, exec.ErrNotFound) {
		return git, "", fmt.Errorf("this needs git: %w", err)
	}
	if err != nil {
		return git, "", fmt.Errorf("there is no repository here: %w", err)
	}
	git.dir = strings.TrimSuffix(root, "\n")
	if git.dir, err = filepath.EvalSymlinks(git.dir); err != nil {
		return git, "", err
	}
	if _, err := git.run("rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}"); err != nil {
		return git, "", fmt.Errorf("git knows no revision %q%s", revision, git.shallow())
	}
	base, err = git.run("merge-base", "--", revision, "HEAD")
	if err != nil {
		return git, "", fmt.Errorf("%q and HEAD have no common ancestor%s", revision, git.shallow())
	}
	return git.withoutFilters(), strings.TrimSpace(base), nil
}

// A repository is where git runs.
type repository struct {
	dir     string
	filters []string // environment that switches off the filters
}

// command is git without what could run a program that the repository's configuration names, or its hook for a changed index:
// git diff writes that if it may.
func (r repository) command(args ...string) *exec.Cmd {
	cmd := exec.Command("git", append([]string{"-c", "core.fsmonitor=false", "-c", "diff.autoRefreshIndex=false"}, args...)...)
	cmd.Dir = r.dir
	cmd.Env = slices.Concat(os.Environ(), []string{"LC_ALL=C"}, r.filters)
	return cmd
}

// withoutFilters switches off the programs through which files go on their way from and to the working tree: git diff runs them on files
// that may have changed.
func (r repository) withoutFilters() repository {
	out, err := r.run("config", "--null", "--name-only", "--get-regexp", `^filter\.`)
	if err != nil { // there is none
		return r
	}
	n, _ := strconv.Atoi(os.Getenv("GIT_CONFIG_COUNT"))
	for key := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		r.filters = append(r.filters, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", n, key), fmt.Sprintf("GIT_CONFIG_VALUE_%d=", n)) // no program; not required
		n++
	}
	r.filters = append(r.filters, fmt.Sprintf("GIT_CONFIG_COUNT=%d", n))
	return r
}

func (r repository) run(args ...string) (string, error) {
	cmd := r.command(args...)
	var out, wrong bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &wrong
	if err := cmd.Run(); err != nil {
		if text := strings.TrimSpace(wrong.String()); text != "" {
			return "", fmt.Errorf("git: %s", strings.ReplaceAll(text, "\n", "; "))
		}
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	return out.String(), nil
}

// shallow is the end of a message about history that is not there.
func (r repository) shallow() string {
	if out, err := r.run("rev-parse", "--is-shallow-repository"); err == nil && strings.TrimSpace(out) == "true" {
		return ": the clone is shallow, fetch more of its history (git fetch --unshallow, or fetch-depth: 0 of the checkout action)"
	}
	return ""
}

var hunk = lazy.Regexp(`^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@`)

// read reads a diff without context.
func (c *Changes) read(root, diff string) error {
	name := ""
	skip := 0 // lines of the hunk that are still to come: they may look like anything
	for line := range strings.Lines(diff) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, `\`): // no newline at the end of the file
		case skip > 0:
			skip--
		case strings.HasPrefix(line, "+++ "):
			var err error
			if name, err = fileName(strings.TrimPrefix(line, "+++ ")); err != nil {
				return err
			}
		case strings.HasPrefix(line, "@@ "):
			m := hunk().FindStringSubmatch(line)
			if m == nil {
				return fmt.Errorf("git diff: this is no hunk: %s", line)
			}
			first, _ := strconv.Atoi(m[2])
			removed, added := lines(m[1]), lines(m[3])
			skip = removed + added
			change := span{first: first, last: first + added - 1}
			if added == 0 {
				change = span{first: first, last: first + 1, gap: true}
			}
			if name != "" {
				c.add(root, name, change)
			}
		}
	}
	return nil
}

// lines is a number of lines in the head of a hunk, which is left out where it is 1.
func lines(text string) int {
	if text == "" {
		return 1
	}
	n, _ := strconv.Atoi(text)
	return n
}

// fileName is the name behind +++: quoted where it has unusual characters, with a tab behind it where it has spaces;
// "" where the file is gone.
func fileName(text string) (string, error) {
	text = strings.TrimSuffix(text, "\t")
	if strings.HasPrefix(text, `"`) {
		name, err := strconv.Unquote(text)
		if err != nil {
			return "", fmt.Errorf("git diff: this is no name: %s", text)
		}
		text = name
	}
	if text == "/dev/null" {
		return "", nil
	}
	return strings.TrimPrefix(text, "b/"), nil
}

func (c *Changes) add(root, name string, s span) {
	name = filepath.Join(root, filepath.FromSlash(name))
	c.files[name] = append(c.files[name], s)
}

// Touched tells that something has changed in lines of a file.
func (c *Changes) Touched(file string, first, last int) bool {
	real, ok := c.names[file]
	if !ok {
		var err error
		if real, err = filepath.EvalSymlinks(file); err != nil {
			real = file
		}
		c.names[file] = real
	}
	for _, s := range c.files[real] {
		if s.gap && first <= s.first && s.last <= last || !s.gap && s.first <= last && first <= s.last {
			return true
		}
	}
	return false
}
