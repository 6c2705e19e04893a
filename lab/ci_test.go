package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// .ci/lab leaves the experiments out only where the servers are not installed, nobody may install them, and it is not CI.
func TestLeftOut(t *testing.T) {
	const noApt, brokenApt = "", "#!/bin/sh\nexit 100\n"
	for _, test := range []struct {
		name, apt, ci string
		status        int
		says          string
	}{
		{"no apt-get", noApt, "", 0, "left out"},
		{"no apt-get, CI", noApt, "CI=true", 3, "no apt-get that may be used: redis-server"},
		{"apt-get fails", brokenApt, "", 1, "apt-get fails: redis-server"},
	} {
		t.Run(test.name, func(t *testing.T) {
			bin := t.TempDir()
			for _, name := range []string{"bash", "cat", "dirname", "env", "find", "mktemp", "rm", "sort", "tail"} {
				at, err := exec.LookPath(name)
				if err == nil {
					err = os.Symlink(at, filepath.Join(bin, name))
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			programs := map[string]string{"initdb": "#!/bin/sh\n"}
			if test.apt != noApt {
				programs["apt-get"], programs["sudo"] = test.apt, "#!/bin/sh\nshift\nexec \"$@\"\n"
			}
			for name, text := range programs {
				if err := os.WriteFile(filepath.Join(bin, name), []byte(text), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command("../.ci/lab")
			cmd.Env = []string{"PATH=" + bin, "TMPDIR=" + t.TempDir(), test.ci}
			out, err := cmd.CombinedOutput()
			var exit *exec.ExitError
			if err != nil && !errors.As(err, &exit) {
				t.Fatal(err)
			}
			if got := cmd.ProcessState.ExitCode(); got != test.status || !strings.Contains(string(out), test.says) {
				t.Errorf("status %d, want %d with %q:\n%s", got, test.status, test.says, out)
			}
		})
	}
}
