// Golangci-lint with locklint in it: what golangci-lint custom builds from .custom-gcl.yml, written by hand, since
// that command clones golangci-lint's repository.
package main

import (
	"fmt"
	"os"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/locklint/locklint/plugin"
)

func main() {
	if err := commands.Execute(commands.BuildInfo{Version: "custom with locklint", GoVersion: "unknown", Commit: "unknown"}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitcodes.Failure)
	}
}
