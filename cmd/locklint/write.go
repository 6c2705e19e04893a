package main

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// writeFile writes a file as a whole: whoever waits for it never sees a half, and if the disk is full, or the program killed, the old one
// stays. What is no ordinary file is written to, and so is one in a directory where no other may be made.
func writeFile(name string, data []byte) error {
	target, err := filepath.EvalSymlinks(name)
	if err != nil {
		target = name
	}
	info, err := os.Lstat(target)
	fresh := errors.Is(err, fs.ErrNotExist)
	if !fresh && (err != nil || !info.Mode().IsRegular()) {
		return os.WriteFile(name, data, 0o666)
	}
	f, err := os.OpenFile(filepath.Join(filepath.Dir(target), ".locklint-"+rand.Text()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666) // #nosec G302 -- as os.Create does: the umask decides
	if !fresh && errors.Is(err, fs.ErrPermission) {
		return os.WriteFile(target, data, info.Mode().Perm())
	}
	if err != nil {
		return renamed(err, name)
	}
	_, err = f.Write(data)
	if !fresh {
		err = errors.Join(err, f.Chmod(info.Mode().Perm()))
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), target)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return renamed(err, name)
}

// renamed speaks of the file that was asked for, and not of the one beside it.
func renamed(err error, name string) error {
	if wrong := (*fs.PathError)(nil); errors.As(err, &wrong) {
		return &fs.PathError{Op: wrong.Op, Path: name, Err: wrong.Err}
	}
	return err
}
