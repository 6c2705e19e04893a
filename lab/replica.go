package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
)

// replicaVariable makes the program, or its test, a replica of a service: it holds an order.
const replicaVariable = "LOCKLINT_LAB_REPLICA"

// order is what a replica is told.
type order struct {
	Rule   string // the experiment
	Faulty bool   // which of its two functions
	First  int    // its first client
	Place  Place
}

// replicas starts the processes of a run, and adds up what their clients met.
func (e Experiment) replicas(ctx context.Context, v Variant, place Place) (Result, error) {
	program, err := os.Executable()
	if err != nil {
		return Result{}, err
	}
	results, errs := make([]Result, e.Replicas), make([]error, e.Replicas)
	var wg sync.WaitGroup
	for i := range e.Replicas {
		wg.Go(func() {
			results[i], errs[i] = replica(ctx, program, order{e.Rule, v.faulty, i * e.Clients, place}, e.Dies)
		})
	}
	wg.Wait()
	var all Result
	for _, r := range results {
		all.add(r)
	}
	return all, errors.Join(errs...)
}

// replica runs one process. One that dies and says what the experiment expects is no error: that is a result.
func replica(ctx context.Context, program string, o order, dies string) (r Result, err error) {
	text, err := json.Marshal(o)
	if err != nil {
		return r, err
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, program)
	cmd.Env = append(os.Environ(), replicaVariable+"="+string(text))
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.WaitDelay = grace
	if err := cmd.Run(); err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) && ctx.Err() == nil && says(stderr.String(), dies) {
			return Result{Crashed: 1}, nil
		}
		return r, fmt.Errorf("replica: %w\n%s", err, &stderr)
	}
	return r, json.Unmarshal(stdout.Bytes(), &r)
}

// says tells that one of the lines of text is line.
func says(text, line string) bool {
	return line != "" && slices.Contains(strings.Split(text, "\n"), line)
}

// killed is what a process says that die ends.
const killed = "lab: the process is killed here"

// die ends the process, as SIGKILL does: nothing is run any more. A signal could be somebody else's.
func die(context.Context, *Rig) {
	fmt.Fprintln(os.Stderr, killed)
	os.Exit(137)
}

// serveReplica does what a replica is told, if this process is one: it does not return then.
func serveReplica() {
	text, ok := os.LookupEnv(replicaVariable)
	if !ok {
		return
	}
	if err := follow(text); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func follow(text string) error {
	var o order
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	all := experiments()
	i := slices.IndexFunc(all, func(e Experiment) bool { return e.Rule == o.Rule })
	if i < 0 {
		return fmt.Errorf("there is no experiment %s", o.Rule)
	}
	e, v := all[i], all[i].Mended
	if o.Faulty {
		v = e.Faulty
	}
	r, err := openRig(ctx, o.Place, e.holds(v))
	if err != nil {
		return err
	}
	defer r.close()
	result, err := v.plan(r).clients(ctx, o.First, e.Clients)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(result)
}
