package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
)

// replicaVariable makes the program, or its test, a replica of a service: it holds an order.
const replicaVariable = "LOCKLINT_LAB_REPLICA"

// order is what a replica is told.
type order struct {
	Func  string // the function under trial
	First int    // its first client
	Place Place
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
		wg.Go(func() { results[i], errs[i] = replica(ctx, program, order{v.Func, i * e.Clients, place}) })
	}
	wg.Wait()
	var all Result
	for _, r := range results {
		all.add(r)
	}
	return all, errors.Join(errs...)
}

// replica runs one process. One that dies is no error: that is a result.
func replica(ctx context.Context, program string, o order) (r Result, err error) {
	text, err := json.Marshal(o)
	if err != nil {
		return r, err
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, program)
	cmd.Env = append(os.Environ(), replicaVariable+"="+string(text))
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) && ctx.Err() == nil && exit.ExitCode() != badOrder {
			return Result{Crashed: 1}, nil
		}
		return r, fmt.Errorf("replica: %w\n%s", err, &stderr)
	}
	return r, json.Unmarshal(stdout.Bytes(), &r)
}

const badOrder = 3 // the exit status of a replica that cannot do what it is told

// serveReplica does what a replica is told, if this process is one: it does not return then.
func serveReplica() {
	text, ok := os.LookupEnv(replicaVariable)
	if !ok {
		return
	}
	err := follow(text)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(badOrder)
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
	for _, e := range experiments() {
		for _, v := range []Variant{e.Faulty, e.Mended} {
			if v.Func != o.Func {
				continue
			}
			r, err := openRig(ctx, o.Place, e.Holds)
			if err != nil {
				return err
			}
			defer r.close()
			return json.NewEncoder(os.Stdout).Encode(v.plan(r).clients(ctx, o.First, e.Clients))
		}
	}
	return fmt.Errorf("no experiment with %s", o.Func)
}
