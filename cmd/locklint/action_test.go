package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/locklint/locklint/internal/linttest"
)

// The script of the GitHub Action, as a runner would start it: the lines are annotated, the SARIF file is written,
// and the job fails. Whether action.yml itself is well formed is asked actionlint, in .ci/run.
func TestActionScript(t *testing.T) {
	doc, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	type step struct {
		Name, Run string
		Env       map[string]string
	}
	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct{ Steps []step }
	}
	if err := yaml.Unmarshal(doc, &action); err != nil {
		t.Fatal(err)
	}
	steps := action.Runs.Steps
	at := slices.IndexFunc(steps, func(s step) bool { return s.Name == "Run locklint" })
	if at < 0 {
		t.Fatal(`action.yml has no step "Run locklint"`)
	}
	for name, value := range steps[at].Env {
		if input := strings.TrimSuffix(strings.TrimPrefix(value, "${{ inputs."), " }}"); action.Inputs[input].Default == "" {
			t.Errorf("%s: %s is no input with a default", name, value)
		}
	}

	tmp := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(tmp, "locklint")); err != nil {
		t.Fatal(err)
	}
	sarif := filepath.Join(tmp, "out.sarif")
	run := func(packages, failOn string) (string, int) {
		cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", steps[at].Run)
		cmd.Dir = "../../examples/shop"
		cmd.Env = append(linttest.Env("real"), "RUNNER_TEMP="+tmp, "PACKAGES="+packages, "FAIL_ON="+failOn, "SARIF="+sarif)
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		_ = cmd.Run() // the status says all
		return out.String(), cmd.ProcessState.ExitCode()
	}
	out, status := run("-test=false ./cart ./report", action.Inputs["fail-on"].Default)
	if status != statusFindings || !strings.Contains(out, "cart/cart.go,line=27,") {
		t.Errorf("status %d\n%s", status, out)
	}
	if log, err := os.ReadFile(sarif); err != nil || !json.Valid(log) {
		t.Errorf("the SARIF file: %v", err)
	}
	if out, status := run("./report", "certain"); status != statusClean { // canceledunlock/request-ctx is likely
		t.Errorf("with fail-on: certain, status %d\n%s", status, out)
	}
	if out, status := run("$(touch x) ./report", "certain"); status != statusFailed || !strings.Contains(out, "$(touch") {
		t.Errorf("packages are run as code: status %d\n%s", status, out)
	}
}
