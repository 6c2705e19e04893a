package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/linttest"
)

// Every command of locklint that the docs show runs: in a copy of the example, which is a repository of git, in the order of
// the page. It may find something, but not fail.
func TestCommandsOfTheDocs(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	shop := copyOfShop(t, root)
	var ran []string
	for _, page := range append(pages, filepath.Join(root, "README.md")) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, command := range shownCommands(string(text)) {
			if !slices.Contains(ran, command) {
				ran = append(ran, command)
				runShown(t, shop, command)
			}
		}
	}
	if len(ran) < 20 {
		t.Errorf("only %d commands were found: %q", len(ran), ran)
	}
}

var (
	inline      = regexp.MustCompile("`(locklint [^`]+)`")
	placeholder = regexp.MustCompile(`\b[A-Z]{3,}\b|\.\.\.$|^locklint (explain|vet)$`) // FILE:LINE and the like, or a name
	isCommand   = regexp.MustCompile(`^(go run \./cmd/locklint|go vet -vettool=\$\(which locklint\)|locklint) `)
)

// shownCommands are the commands in the blocks of a page that are none of another language, and then those in its text
// that could be typed as they are.
func shownCommands(page string) []string {
	var out []string
	add := func(line string) {
		line, _, _ = strings.Cut(line, " #") // a comment
		line = strings.TrimSpace(line)
		if isCommand.MatchString(line) && !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	var text strings.Builder
	block, language := false, ""
	for line := range strings.Lines(page) {
		line = strings.TrimSuffix(line, "\n")
		switch after, fence := strings.CutPrefix(line, "```"); {
		case fence:
			block, language = !block, after
		case !block:
			text.WriteString(line + "\n")
		case language == "" || language == "sh" || language == "console":
			add(strings.TrimPrefix(line, "$ "))
		}
	}
	for _, m := range inline.FindAllStringSubmatch(text.String(), -1) {
		command := strings.Join(strings.Fields(m[1]), " ")
		if !placeholder.MatchString(command) || strings.HasSuffix(command, "/...") {
			add(command)
		}
	}
	return out
}

func TestShownCommands(t *testing.T) {
	const page = "Run `locklint help` or `locklint\n-json ./...`, not `locklint explain FILE:LINE`.\n\n```sh\nlocklint vet ./... # again\ncd x\n```\n\n```yaml\nlocklint no\n```\n\n```\n$ go run ./cmd/locklint .\nlocklint: no\n```\n"
	want := []string{"locklint vet ./...", "go run ./cmd/locklint .", "locklint help"}
	if got := shownCommands(page); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// copyOfShop is the example, in a directory that is the root of a repository.
func copyOfShop(t *testing.T, root string) string {
	t.Helper()
	shop := filepath.Join(t.TempDir(), "examples", "shop")
	if err := os.CopyFS(shop, os.DirFS(filepath.Join(root, "examples", "shop"))); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(shop, ".vscode"), 0o777); err != nil { // as an editor makes it
		t.Fatal(err)
	}
	if _, err := exec.LookPath("git"); err != nil {
		return shop
	}
	d := &gitDoors{doors{t: t, dir: shop}}
	d.git("init", "-q")
	d.git("add", ".")
	d.git("commit", "-qm", "first")
	d.git("update-ref", "refs/remotes/origin/main", "HEAD")
	return shop
}

// runShown runs a command with this test binary as locklint.
func runShown(t *testing.T, shop, command string) {
	t.Helper()
	dir := shop
	if strings.HasPrefix(command, "go run ./cmd/locklint ") { // where the repository of locklint is
		dir = filepath.Dir(filepath.Dir(shop))
		command = strings.TrimPrefix(command, "go run ./cmd/")
	}
	if _, err := exec.LookPath("git"); err != nil && strings.Contains(command, "-new-from") {
		t.Logf("left out, there is no git: %s", command)
		return
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if err := os.Symlink(self, filepath.Join(bin, "locklint")); err != nil {
		t.Skip(err)
	}
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = dir
	cmd.Env = append(linttest.Env("real"), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "PWD="+dir)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err = cmd.Run()
	if code := cmd.ProcessState.ExitCode(); err != nil && code != statusFindings {
		t.Errorf("%s: %v\n%s", command, err, &out)
	} else {
		t.Logf("%s: status %d", command, code)
	}
}
