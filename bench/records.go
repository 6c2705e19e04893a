package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// recordsFile is where the figures are kept, beside the page: a run that measures a part leaves the rest as it was.
const recordsFile = "performance.json"

// A record is what one run measured of one thing.
type record struct {
	Module string `json:"module"`
	Tool   string `json:"tool"`
	Mode   mode   `json:"mode"`
	Run    string `json:"run"` // see describeRun
	Costs  []cost `json:"costs"`
}

// records are the results in the order of the plan.
func (r *results) records() []record {
	var out []record
	for _, m := range modulesOf(r) {
		for _, t := range everything {
			for _, mode := range modes {
				k := key{m.name, t.name, mode}
				if len(r.costs[k]) > 0 {
					out = append(out, record{k.module, k.tool, k.mode, r.runs[k], r.costs[k]})
				}
			}
		}
	}
	return out
}

// keep adds what earlier runs measured and this one did not.
func (r *results) keep(earlier []record) {
	for _, e := range earlier {
		if k := (key{e.Module, e.Tool, e.Mode}); len(r.costs[k]) == 0 {
			for _, c := range e.Costs {
				r.add(k, e.Run, c)
			}
		}
	}
}

// readRecords reads what earlier runs left in a directory: nothing if there is no file.
func readRecords(dir string) ([]record, error) {
	name := filepath.Join(dir, recordsFile)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []record
	if err := json.Unmarshal(text, &out); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return out, nil
}

// writeRecords writes them, a line for each.
func writeRecords(dir string, all []record) error {
	var b bytes.Buffer
	b.WriteString("[")
	for i, rec := range all {
		line, err := json.Marshal(rec)
		if err != nil {
			return err
		}
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, "\n%s", line)
	}
	b.WriteString("\n]\n")
	return os.WriteFile(filepath.Join(dir, recordsFile), b.Bytes(), 0o644)
}

// runsOf are the runs in which something was measured on a module, in the order of the tables.
func (r *results) runsOf(m *module) []string {
	var out []string
	for _, rec := range r.records() {
		if rec.Module == m.name && !slices.Contains(out, rec.Run) {
			out = append(out, rec.Run)
		}
	}
	return out
}

// commit names what was checked out in a directory, and whether it had been changed; "" outside of a repository.
func commit(dir string) string {
	git := func(args ...string) (string, error) {
		out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).Output()
		return strings.TrimSpace(string(out)), err
	}
	head, err := git("rev-parse", "--short", "HEAD")
	if err != nil {
		return ""
	}
	if status, err := git("status", "--porcelain"); err != nil || status != "" {
		head += " with changes"
	}
	return head
}
