// Generate writes the pages that follow from the code: go generate ./...
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/locklint/locklint/internal/docs"
)

func main() {
	log.SetFlags(0)
	root, err := os.Getwd()
	if err != nil {
		log.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		if filepath.Dir(root) == root {
			log.Fatal("no go.mod here or above")
		}
		root = filepath.Dir(root)
	}
	pages, err := docs.Stale(root)
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range pages {
		name := filepath.Join(root, filepath.FromSlash(p.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(p.Text), 0o666); err != nil {
			log.Fatal(err)
		}
	}
}
