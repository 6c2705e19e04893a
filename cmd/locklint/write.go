package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// writeFile writes a file as a whole: whoever waits for it never sees a half, and if the disk is full the old one stays. What is
// no ordinary file is written to, and so is one in a directory where no other may be made.
func writeFile(name string, data []byte) error {
	target, err := filepath.EvalSymlinks(name)
	if err != nil {
		target = name
	}
	info, err := os.Lstat(target)
	if err != nil || !info.Mode().IsRegular() {
		wrong := os.WriteFile(name, data, 0o666)
		if wrong != nil && errors.Is(err, fs.ErrNotExist) {
			_ = os.Remove(name) // as it was before
		}
		return wrong
	}
	f, err := os.CreateTemp(filepath.Dir(target), ".locklint-*")
	if errors.Is(err, fs.ErrPermission) {
		return os.WriteFile(target, data, info.Mode().Perm())
	}
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(info.Mode().Perm()), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), target)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
