package since

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Checkout writes the files of the repository around dir to an empty directory, as they were where the working tree left
// the history of the revision, and says where in it dir is. Nothing of the repository is changed.
func Checkout(dir, revision, to string) (at string, err error) {
	git, base, err := baseOf(dir, revision)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", err
	}
	if real, err = filepath.Abs(real); err != nil {
		return "", err
	}
	rel, err := filepath.Rel(git.dir, real)
	if err != nil {
		return "", err
	}
	cmd := git.command("archive", "--format=tar", base)
	var wrong strings.Builder
	cmd.Stderr = &wrong
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	err = extract(out, to)
	if err != nil {
		_ = cmd.Process.Kill() // it would wait for a reader
	}
	if waited := cmd.Wait(); err == nil && waited != nil {
		err = fmt.Errorf("git archive: %s: %w", strings.TrimSpace(wrong.String()), waited)
	}
	return filepath.Join(to, rel), err
}

// extract writes what is in an archive below a directory: directories, files and symbolic links.
func extract(archive io.Reader, to string) error {
	root, err := os.OpenRoot(to) // nothing is written outside of it, whatever the names are
	if err != nil {
		return err
	}
	defer root.Close()
	for r := tar.NewReader(archive); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		name := filepath.FromSlash(strings.TrimSuffix(h.Name, "/"))
		switch h.Typeflag {
		case tar.TypeDir:
			err = root.MkdirAll(name, 0o777)
		case tar.TypeSymlink:
			err = root.Symlink(h.Linkname, name)
		case tar.TypeReg:
			err = write(root, name, r)
		}
		if err != nil {
			return err
		}
	}
}

func write(root *os.Root, name string, from io.Reader) error {
	f, err := root.Create(name)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	return errors.Join(err, f.Close())
}
