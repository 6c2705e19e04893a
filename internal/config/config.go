// Package config is the configuration of locklint: one struct, decoded strictly from one document. It
// knows no files and no environment: whoever has the document hands it over, so that every door
// (standalone, go vet, golangci-lint, nogo) reads the same text in the same way.
package config

import (
	"crypto/sha256"
	"encoding/hex"
	"reflect"
	"time"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/document"
)

// A Config is the effective configuration; the one of a project that says nothing is [Default]. The tag doc is what
// a key means, for those who write it.
type Config struct {
	Review bool `json:"review" doc:"also report findings that a reader has to judge"`

	Rules      Switches  `json:"rules" doc:"turns rules off: leakedlock: off"`
	Categories Switches  `json:"categories" doc:"turns categories off, unlockbeforecommit/callee: off, or on those that a reader has to judge, localmutex/singleton: on"`
	Exclude    []Exclude `json:"exclude" doc:"parts of the source in which nothing is reported, with the reason; they are read all the same"`

	Catalog catalog.User `json:"catalog" doc:"what functions and types of your own do that locklint cannot see"`

	LocalMutex   LocalMutex   `json:"localmutex"`
	KeyTemplate  KeyTemplate  `json:"keytemplate"`
	BlockingCall BlockingCall `json:"blockingcall"`
	ClaimOnly    ClaimOnly    `json:"claimonly"`
	Inventory    Inventory    `json:"inventory" option:"no"`
}

// LocalMutex are the options of the rule localmutex.
type LocalMutex struct {
	Replicas int `json:"replicas" min:"1" doc:"how many processes of the service run at once; 1 turns the rule localmutex off"`
}

// KeyTemplate are the options of the rule keytemplate.
type KeyTemplate struct {
	Funcs []string `json:"funcs" pattern:"^[^ \t\n,()*]+\\.[\\pL_][\\pL\\pN_]*$" doc:"the functions that build lock keys, as pkg.Func or pkg.Type.Method with the import path; other ways to build one are then reported"`
}

// BlockingCall are the options of the rule blockingcall.
type BlockingCall struct {
	Sleep time.Duration `json:"sleep" doc:"how long a constant sleep under a lock may be"`
}

// ClaimOnly are the options of the rule claimonly.
type ClaimOnly struct {
	Retry time.Duration `json:"retry" doc:"how long a client waits before it tries again; a claim that lives no longer does no harm"`
}

// Default is the configuration of a project that says nothing.
func Default() Config {
	return Config{
		LocalMutex:   LocalMutex{Replicas: 2},
		BlockingCall: BlockingCall{Sleep: time.Second},
		ClaimOnly:    ClaimOnly{Retry: time.Minute},
	}
}

// Canonical returns the document in its one deterministic form, to be handed to another process:
// "" for the default. Two documents that mean the same have the same canonical form.
func (c Config) Canonical() string {
	if reflect.DeepEqual(c, Default()) {
		return ""
	}
	return string(document.Encode(c, Default()))
}

// Hash identifies what the configuration means. It belongs into the key of everything that is cached.
func (c Config) Hash() string {
	sum := sha256.Sum256([]byte(c.Canonical()))
	return hex.EncodeToString(sum[:])
}
