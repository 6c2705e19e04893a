// Package configfile finds and reads the configuration file. Only the front ends use it: the analyzers get a
// document and read no files.
package configfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/document"
)

// Name is how the file is called.
const Name = ".locklint.yaml"

// misnamed is how people call it by mistake: a file that is passed over without a word would be worse than none.
const misnamed = ".locklint.yml"

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}

// Find looks for the file in dir and the directories above it. Without one it returns "".
func Find(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for {
		name := filepath.Join(dir, Name)
		switch info, err := os.Stat(name); {
		case err == nil && !info.IsDir():
			if err := own(dir, info); err != nil {
				return "", fmt.Errorf("%s %w", name, err)
			}
			return name, nil
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return "", err
		}
		if other := filepath.Join(dir, misnamed); isFile(other) {
			return "", fmt.Errorf("%s is not read: call it %s", other, Name)
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", nil
		}
		dir = up
	}
}

// own tells whether the file in dir is an ordinary one, there or below. The code may be anybody's, and so may a link be that comes
// with it: to a file that is nobody's business, of which the messages would tell, or to one that never ends. What a flag names
// is the user's choice.
func own(dir string, info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return errors.New("is no ordinary file")
	}
	real, err := filepath.EvalSymlinks(filepath.Join(dir, Name))
	if err != nil {
		return err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return err
	}
	if rel, err := filepath.Rel(dir, real); err != nil || !filepath.IsLocal(rel) {
		return errors.New("is a symbolic link out of its directory, which is not followed: name the file itself with -config")
	}
	return nil
}

// Read reads a file: YAML, or JSON where its name ends in .json. Errors begin with FILE:LINE:COLUMN, the file named as shown.
func Read(name, shown string) (config.Config, error) {
	doc, err := os.ReadFile(name)
	if err != nil {
		return config.Default(), err
	}
	parse := Parse
	if filepath.Ext(name) == ".json" {
		parse = func(doc []byte) (config.Config, error) { return config.Decode(string(doc)) }
	}
	c, err := parse(doc)
	if err != nil {
		return config.Default(), fmt.Errorf("%s:%w", shown, err)
	}
	c.Catalog.In(shown)
	return c, nil
}

// Parse reads the text of a file. One that says nothing is the default configuration.
func Parse(doc []byte) (config.Config, error) {
	root, err := parseYAML(doc)
	var mistake *document.Error
	switch {
	case errors.As(err, &mistake):
		return config.Default(), mistake
	case err != nil:
		return config.Default(), &document.Error{Line: 1, Column: 1, Text: err.Error()}
	case root == nil:
		return config.Default(), nil
	}
	return config.FromNode(root)
}
