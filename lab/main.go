// Lab shows that the faults which locklint reports are real. For each rule it runs a faulty function and its repair under the
// same load, on a real Redis and a real PostgreSQL, and counts the damage:
//
//	eval "$(./servers.sh start DIR)"
//	go run .
//
// docs/lab.md describes the experiments.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
)

func main() {
	serveReplica()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := start(ctx, os.Args[1:], os.Stdout); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return
		}
		fmt.Fprintln(os.Stderr, "lab:", err)
		os.Exit(1)
	}
}

func start(ctx context.Context, args []string, stdout io.Writer) error {
	fs := flag.NewFlagSet("lab", flag.ContinueOnError)
	var only *regexp.Regexp
	fs.Func("run", "only the experiments whose rule/category matches the `regexp`", func(text string) (err error) {
		only, err = regexp.Compile(text)
		return err
	})
	parallel := fs.Int("parallel", 12, "so many `runs` at a time, 15 at the most")
	page := fs.String("write", "", "write the table into `file`, docs/lab.md, too")
	if err := fs.Parse(args); err != nil {
		return err
	}
	servers, err := serversFromEnv()
	if err != nil {
		return err
	}
	lab, err := newLab(ctx, servers)
	if err != nil {
		return err
	}
	defer lab.close()
	var chosen []Experiment
	for _, e := range experiments() {
		if only == nil || only.MatchString(e.Rule) {
			chosen = append(chosen, e)
		}
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	said, err := lint(ctx, dir)
	if err != nil {
		return err
	}
	rows, err := lab.rows(ctx, chosen, said, *parallel)
	table(stdout, rows)
	err = errors.Join(err, said.others(experiments()))
	if err == nil && *page != "" {
		err = write(*page, rows)
	}
	return err
}
