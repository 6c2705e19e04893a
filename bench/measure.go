package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// A cost is what one run of a command took.
type cost struct {
	Wall   time.Duration `json:"wall_ns"`
	CPU    time.Duration `json:"cpu_ns"`       // user and system, of the command and of all processes that it started and waited for
	Memory int64         `json:"memory_bytes"` // bytes, the peak of the whole tree of processes; see memoryMeaning

	Broken string `json:"broken,omitempty"` // what the tool said of code that does not compile: it ended early there
}

// A command is what is measured.
type command struct {
	dir  string
	env  []string
	args []string
	// ok are the exit statuses of a run that did its work: most tools end with another one than 0 if they find something.
	ok []int
}

// run runs the command and measures it.
func (c command) run(ctx context.Context) (cost, error) {
	cmd := exec.CommandContext(ctx, c.args[0], c.args[1:]...)
	cmd.Dir, cmd.Env = c.dir, c.env
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return cost{}, err
	}
	peak := watchMemory(cmd.Process.Pid)
	err := cmd.Wait()
	got := cost{Wall: time.Since(begin), CPU: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if got.Memory = peak(); got.Memory == 0 { // it was over before anybody looked
		got.Memory = biggestProcess(cmd.ProcessState)
	}
	got.Broken = string(broken.Find(output.Bytes()))
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		for _, status := range c.ok {
			if exit.ExitCode() == status {
				return got, nil
			}
		}
	}
	if err != nil {
		return got, fmt.Errorf("%s in %s: %w\n%s", strings.Join(c.args, " "), c.dir, err, tail(output.Bytes()))
	}
	return got, nil
}

// broken is how the tools say that something does not compile; they end with a status that also means findings.
var broken = regexp.MustCompile(`(?m)^vet: .*|^.*(?:\((?:compile|typecheck)\)$|could not import|build failed|typechecking error).*`)

// tail is the end of what a command printed, where the reason of a failure stands.
func tail(output []byte) []byte {
	const most = 2000
	if len(output) > most {
		return output[len(output)-most:]
	}
	return output
}

// setenv returns the environment of this process with some variables changed: "NAME=value".
func setenv(vars ...string) []string {
	return append(os.Environ(), vars...)
}
