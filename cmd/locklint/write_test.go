package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "name")
	write := func(name, text string) {
		t.Helper()
		if err := writeFile(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != text {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	write(name, "new") // with the mode that any new file has
	other := filepath.Join(dir, "other")
	if err := os.WriteFile(other, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	a, err := os.Stat(name)
	b, wrong := os.Stat(other)
	if err != nil || wrong != nil || a.Mode() != b.Mode() {
		t.Errorf("modes %v and %v", a.Mode(), b.Mode())
	}
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	write(name, "again") // the mode stays
	if info, err := os.Stat(name); err != nil || info.Mode() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink("name", link); err != nil {
		t.Skip(err)
	}
	write(link, "through a link") // and so does the link
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info.Mode(), err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 3 {
		t.Errorf("left behind: %v, %v", list, err)
	}
}

// On a full disk the file that was there stays, and none is begun.
func TestWriteFileFull(t *testing.T) {
	dir := t.TempDir()
	mountSmall(t, dir)
	old := filepath.Join(dir, "old")
	if err := writeFile(old, []byte("old")); err != nil {
		t.Fatal(err)
	}
	large := bytes.Repeat([]byte("x"), 64<<10)
	for _, name := range []string{old, filepath.Join(dir, "new")} {
		if err := writeFile(name, large); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if got, err := os.ReadFile(old); string(got) != "old" {
		t.Errorf("the old file: %d bytes, %v", len(got), err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
		t.Errorf("left behind: %v, %v", list, err)
	}
}
