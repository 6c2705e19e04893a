package linttest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// mainVariable tells a test binary to be the program.
const mainVariable = "LOCKLINT_TEST_MAIN"

// Main runs the tests, or, in a process that a script started as the program, the program: tests of
// the real binary without building it. Call it from TestMain. A script can choose between several
// programs by name: "locklint" runs programs["locklint"].
func Main(m *testing.M, programs map[string]func() int) {
	if name := os.Getenv(mainVariable); name != "" {
		os.Exit(programs[name]())
	}
	os.Exit(m.Run())
}

// Env is the environment in which this test binary is the named program. It keeps nothing in the user's cache.
func Env(program string) []string {
	return append(os.Environ(), mainVariable+"="+program, "LOCKLINT_CACHE=off")
}

// Scripts runs the scripts that match the pattern, each as a subtest in a directory of its own.
//
// A script is a txtar archive: files, and before them commands, one a line.
//
//	locklint ./...          run a program of Main (any name it knows)
//	go vet ./...            run another command; $SELF is the test binary, which under go is "locklint"
//	status 1                the last command ended with this status (default: 0 is demanded)
//	stdout 'regexp'         its output matches; ! stdout: it does not
//	stderr 'regexp'
//	cmp stdout want.txt     its output equals the file; also cmp stderr
//	holds stdout want.txt   the text of the file is a part of its output; also holds stderr
//	cp from to              copy a file
//	env NAME=value          for the commands that follow; $WORK is the directory of the script
//	cd dir
func Scripts(t *testing.T, pattern string, programs map[string]func() int) {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("no scripts match %s", pattern)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			env := append(Env("locklint"), "LOCKLINT_CACHE="+t.TempDir()) // what a script runs twice comes from the cache
			s := &script{t: t, env: env, programs: programs}
			s.work = Extract(t, archive)
			s.dir = s.work
			s.run(name, string(archive.Comment))
		})
	}
}

// Extract writes the files of an archive to a new directory.
func Extract(t *testing.T, archive *txtar.Archive) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A script is the state of a script that runs.
type script struct {
	t        *testing.T
	work     string // the directory of the files
	dir      string // the one to run commands in
	env      []string
	programs map[string]func() int

	ran            string // the last command
	checked        bool   // its status was
	status         int
	stdout, stderr bytes.Buffer
}

func (s *script) run(name, text string) {
	for i, line := range strings.Split(text, "\n") {
		words, err := split(line)
		if len(words) == 0 && err == nil {
			continue
		}
		if err == nil {
			err = s.command(words)
		}
		if err != nil {
			s.t.Fatalf("%s:%d: %s: %v\nstdout:\n%s\nstderr:\n%s", name, i+1, line, err, &s.stdout, &s.stderr)
		}
	}
	if err := s.settle(); err != nil {
		s.t.Fatalf("%s: %v\nstdout:\n%s\nstderr:\n%s", name, err, &s.stdout, &s.stderr)
	}
}

func (s *script) command(words []string) error {
	not := words[0] == "!"
	if not {
		words = words[1:]
	}
	cmd, args := words[0], words[1:]
	switch cmd {
	case "status":
		s.checked = true
		if want := strings.Join(args, " "); fmt.Sprint(s.status) != want {
			return fmt.Errorf("status %d", s.status)
		}
		return nil
	case "stdout", "stderr":
		rx, err := regexp.Compile("(?m)" + args[0])
		if err != nil {
			return err
		}
		if rx.MatchString(s.output(cmd)) == not {
			return fmt.Errorf("match is not as wanted")
		}
		return nil
	case "cmp", "holds":
		want, err := os.ReadFile(filepath.Join(s.dir, args[1]))
		switch got := s.output(args[0]); {
		case err != nil:
		case cmd == "cmp" && got != string(want):
			err = fmt.Errorf("differs from:\n%s", want)
		case cmd == "holds" && !strings.Contains(got, string(want)):
			err = fmt.Errorf("does not hold:\n%s", want)
		}
		return err
	}
	if err := s.settle(); err != nil {
		return err
	}
	switch cmd {
	case "cp":
		data, err := os.ReadFile(filepath.Join(s.dir, args[0]))
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(s.dir, args[1]), data, 0o666)
	case "env":
		for _, arg := range args {
			s.env = append(s.env, strings.ReplaceAll(arg, "$WORK", s.work))
		}
		return nil
	case "cd":
		s.dir = filepath.Join(s.dir, args[0])
		return nil
	}
	return s.exec(cmd, args)
}

// settle complains about a command whose status was not 0 and not asked for.
func (s *script) settle() error {
	if s.status != 0 && !s.checked {
		return fmt.Errorf("%s: status %d", s.ran, s.status)
	}
	return nil
}

func (s *script) exec(name string, args []string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "$SELF", self)
	}
	s.ran, s.checked = name, false
	env := s.env
	if s.programs[name] != nil {
		env = append(env[:len(env):len(env)], mainVariable+"="+name)
		name = self
	}
	cmd := exec.Command(name, args...)
	cmd.Dir = s.dir
	cmd.Env = append(env[:len(env):len(env)], "PWD="+s.dir)
	s.stdout.Reset()
	s.stderr.Reset()
	cmd.Stdout, cmd.Stderr = &s.stdout, &s.stderr
	err = cmd.Run()
	s.status = cmd.ProcessState.ExitCode()
	if _, ok := err.(*exec.ExitError); ok {
		return nil
	}
	return err
}

// output is what the last command wrote, the directory of the script replaced by $WORK.
func (s *script) output(stream string) string {
	out := &s.stdout
	if stream == "stderr" {
		out = &s.stderr
	}
	return strings.ReplaceAll(out.String(), s.dir, "$WORK")
}

// split splits a line at spaces outside of single quotes; # starts a comment.
func split(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord, quoted := false, false
	for _, r := range line {
		switch {
		case r == '\'':
			quoted, inWord = !quoted, true
		case quoted:
			word.WriteRune(r)
		case r == '#' && !inWord:
			return words, nil
		case r == ' ' || r == '\t':
			if inWord {
				words = append(words, word.String())
				word.Reset()
			}
			inWord = false
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	if quoted {
		return nil, fmt.Errorf("quote is not closed")
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}
