// The tools of .ci/run, apart from the module's own dependencies: go tool -modfile=tools/go.mod staticcheck ./...
module github.com/locklint/locklint/tools

go 1.26.0

tool (
	github.com/kkHAIKE/contextcheck/cmd/contextcheck
	github.com/rhysd/actionlint/cmd/actionlint
	github.com/sonatard/noctx/cmd/noctx
	go.augendre.info/fatcontext/cmd/fatcontext
	honnef.co/go/tools/cmd/staticcheck
)

require (
	github.com/BurntSushi/toml v1.4.1-0.20240526193622-a339e1f7089c // indirect
	github.com/bmatcuk/doublestar/v4 v4.10.0 // indirect
	github.com/clipperhouse/uax29/v2 v2.7.0 // indirect
	github.com/fatih/color v1.19.0 // indirect
	github.com/gostaticanalysis/analysisutil v0.7.1 // indirect
	github.com/gostaticanalysis/comment v1.5.0 // indirect
	github.com/kkHAIKE/contextcheck v1.1.6 // indirect
	github.com/mattn/go-colorable v0.1.14 // indirect
	github.com/mattn/go-isatty v0.0.20 // indirect
	github.com/mattn/go-runewidth v0.0.21 // indirect
	github.com/mattn/go-shellwords v1.0.12 // indirect
	github.com/rhysd/actionlint v1.7.12 // indirect
	github.com/robfig/cron/v3 v3.0.1 // indirect
	github.com/sonatard/noctx v0.5.1 // indirect
	go.augendre.info/fatcontext v0.10.1 // indirect
	go.yaml.in/yaml/v4 v4.0.0-rc.3 // indirect
	golang.org/x/exp/typeparams v0.0.0-20231108232855-2478ac86f678 // indirect
	golang.org/x/mod v0.36.0 // indirect
	golang.org/x/sync v0.20.0 // indirect
	golang.org/x/sys v0.44.0 // indirect
	golang.org/x/tools v0.45.0 // indirect
	honnef.co/go/tools v0.8.1 // indirect
)
