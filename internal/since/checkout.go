package since

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Checkout writes the files of the repository around dir to an empty directory, as they were where the working tree left
// the history of the revision, and says where in it dir is. Nothing of the repository is changed, and no filter of its
// configuration runs: git archive would run those that write a file to the working tree.
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
	files, err := git.files(base)
	if err != nil {
		return "", err
	}
	root, err := os.OpenRoot(to) // nothing is written outside of it, whatever the names are
	if err != nil {
		return "", err
	}
	defer root.Close()
	return filepath.Join(to, rel), git.write(files, root)
}

// A file is one of a commit.
type file struct {
	mode string // as git writes it
	blob string // the name of its content
	name string // from the top of the repository
}

// The modes of files that are not regular.
const (
	modeLink   = "120000"
	modeModule = "160000" // a submodule, which a clone does not have
)

// files are those of a commit.
func (r repository) files(commit string) ([]file, error) {
	out, err := r.run("ls-tree", "-r", "-z", "--full-tree", commit)
	if err != nil {
		return nil, err
	}
	var files []file
	for entry := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		about, name, found := strings.Cut(entry, "\t")
		if fields := strings.Fields(about); found && len(fields) == 3 {
			files = append(files, file{fields[0], fields[2], name})
		}
	}
	return files, nil
}

// write asks git for the files one after the other, and writes them below a directory.
func (r repository) write(files []file, root *os.Root) error {
	cmd := r.command("cat-file", "--batch")
	var wrong strings.Builder
	cmd.Stderr = &wrong
	ask, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	answers, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	from := bufio.NewReader(answers)
	for _, f := range files {
		if err = f.write(root, ask, from); err != nil {
			break
		}
	}
	if err != nil {
		_ = cmd.Process.Kill() // it would wait for a reader
	}
	_ = ask.Close()
	if waited := cmd.Wait(); err == nil && waited != nil {
		err = fmt.Errorf("git cat-file: %s: %w", strings.TrimSpace(wrong.String()), waited)
	}
	return err
}

// write asks for a file and writes it.
func (f file) write(root *os.Root, ask io.Writer, from *bufio.Reader) error {
	if f.mode == modeModule {
		return f.place(root, nil)
	}
	if _, err := fmt.Fprintln(ask, f.blob); err != nil {
		return err
	}
	header, err := from.ReadString('\n')
	if err != nil {
		return err
	}
	fields := strings.Fields(header)
	if len(fields) != 3 {
		return fmt.Errorf("%s: git says %q", f.name, strings.TrimSpace(header))
	}
	size, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil {
		return err
	}
	content := io.LimitReader(from, size)
	if err := f.place(root, content); err != nil {
		return err
	}
	_, err = io.CopyN(io.Discard, from, 1) // the end of the line
	return err
}

// place writes a file, symbolic link or the directory of a submodule below a directory.
func (f file) place(root *os.Root, content io.Reader) error {
	name := filepath.FromSlash(f.name)
	if f.mode == modeModule {
		return root.MkdirAll(name, 0o777)
	}
	if err := root.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	if f.mode == modeLink {
		target, err := io.ReadAll(content)
		if err != nil {
			return err
		}
		return root.Symlink(string(target), name)
	}
	out, err := root.Create(name)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, content)
	return errors.Join(err, out.Close())
}
