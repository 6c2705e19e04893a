// Package config is the configuration of locklint: one struct, decoded strictly from one JSON
// document. It knows no files and no environment: whoever has the document hands it over, so that
// every door (standalone, go vet, golangci-lint, nogo) reads the same text in the same way.
package config

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
)

// A Config is the effective configuration. The zero value is the default one.
type Config struct {
	// Review turns on the findings that a reader has to judge.
	Review bool `json:"review,omitempty"`
}

// Default is the configuration of a project that says nothing.
func Default() Config { return Config{} }

// Canonical returns the document in its one deterministic form, to be handed to another process:
// "" for the default. Two documents that mean the same have the same canonical form.
func (c Config) Canonical() string {
	if reflect.DeepEqual(c, Default()) {
		return ""
	}
	doc, err := json.Marshal(c)
	if err != nil {
		// Only a field of a type that JSON cannot hold gets here; the tests marshal every field.
		panic(fmt.Sprintf("config: %v", err))
	}
	return string(doc)
}

// Hash identifies what the configuration means. It belongs into the key of everything that is cached.
func (c Config) Hash() string {
	sum := sha256.Sum256([]byte(c.Canonical()))
	return hex.EncodeToString(sum[:])
}
