package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

var (
	errBusy  = errors.New("busy")
	errOther = errors.New("no such table")
)

// Clients that are refused as the plan knows come again; what they meet else is told apart from that.
func TestClients(t *testing.T) {
	for _, test := range []struct {
		name  string
		again int
		meets []error // by how often the client has come
		want  Result
	}{
		{"served", 0, []error{nil}, Result{Served: 1}},
		{"refused", 0, []error{fmt.Errorf("order 3: %w", errBusy)}, Result{Refused: 1, Err: "order 3: busy"}},
		{"refused twice", 1, []error{errBusy, errBusy, nil}, Result{Refused: 1, Err: "busy"}},
		{"served at last", 2, []error{errBusy, errBusy, nil}, Result{Served: 1}},
		{"something else", 0, []error{errOther}, Result{Wrong: "no such table"}},
		{"something else is no reason to come again", 1, []error{errOther, nil}, Result{Wrong: "no such table"}},
		{"something else at last", 1, []error{errBusy, errOther}, Result{Wrong: "no such table"}},
	} {
		came := 0
		plan := Plan{Refusals: []error{errBusy}, Again: test.again, Client: func(context.Context, int) error {
			came++
			return test.meets[came-1]
		}}
		if got, err := plan.clients(t.Context(), 0, 1); got != test.want || err != nil {
			t.Errorf("%s: %+v, %v, want %+v", test.name, got, err, test.want)
		}
	}
}

// A run is over though its clients listen to nothing.
func TestClientsThatHang(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeoutCause(t.Context(), limit, errLimit)
		defer cancel()
		began, end := time.Now(), make(chan struct{})
		defer close(end)
		plan := Plan{Client: func(context.Context, int) error {
			<-end
			return nil
		}}
		if _, err := plan.clients(ctx, 0, 3); !errors.Is(err, errLimit) {
			t.Errorf("the error is %v", err)
		}
		if took := time.Since(began); took != limit+grace {
			t.Errorf("it took %s", took)
		}
	})
}

// A process that dies of something else than the experiment is about has shown nothing.
func TestReplica(t *testing.T) {
	const dies = "fatal error: all is lost"
	for _, test := range []struct {
		name, script, dies string
		want               Result
		err                string
	}{
		{"lives", `echo '{"Served": 2}'`, dies, Result{Served: 2}, ""},
		{"dies as it should", "echo 'fatal error: all is lost' >&2; echo goroutine 1: >&2; exit 2", dies, Result{Crashed: 1}, ""},
		{"dies of a panic", "echo 'panic: nil map' >&2; exit 2", dies, Result{}, "panic: nil map"},
		{"is killed", "kill -9 $$", dies, Result{}, "killed"},
		{"dies where none may", "echo >&2; exit 137", "", Result{}, "exit status 137"},
		{"says so and lives", "echo 'fatal error: all is lost' >&2", dies, Result{}, "JSON"},
	} {
		program := filepath.Join(t.TempDir(), "replica")
		if err := os.WriteFile(program, []byte("#!/bin/sh\n"+test.script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		got, err := replica(t.Context(), program, order{}, test.dies)
		if got != test.want || (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%s: %+v, %v, want %+v, %s", test.name, got, err, test.want, test.err)
		}
	}
}

// What others may take their time for in the faulty function is not waited for as long in the mended one.
func TestHolds(t *testing.T) {
	e := Experiment{Holds: []Hold{{}, {Patience: time.Second}}, Faulty: Variant{faulty: true}}
	patience := func(v Variant) (all []time.Duration) {
		for _, hold := range e.holds(v) {
			all = append(all, hold.Patience)
		}
		return all
	}
	if got := patience(e.Faulty); !slices.Equal(got, []time.Duration{asTheyLike, time.Second}) {
		t.Errorf("faulty: %v", got)
	}
	if got := patience(e.Mended); !slices.Equal(got, []time.Duration{notLong, time.Second}) {
		t.Errorf("mended: %v", got)
	}
	if e.Holds[0].Patience != 0 {
		t.Errorf("the experiment has changed: %+v", e.Holds)
	}
}
