package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/locklint/locklint/internal/linttest"
)

// As "full" the program is one on whose disk no file can have more than a few bytes: that needs no right to mount a disk. As "cut" it dies
// where it would write more, in the middle of a file.
func init() {
	programs["full"] = smallFiles
	programs["cut"] = func() int {
		var inherited [64]byte // zero is what the kernel does by itself
		action := uintptr(unsafe.Pointer(&inherited))
		if _, _, err := syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(syscall.SIGXFSZ), action, 0, 8, 0, 0); err != 0 {
			panic(err)
		}
		if err := syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{}); err != nil {
			panic(err)
		}
		return smallFiles()
	}
}

func smallFiles() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		panic(err)
	}
	limit.Cur = 256
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		panic(err)
	}
	return programs["real"]()
}

// freeGo is a PATH whose go command may write what it likes: the limit is meant for us.
func freeGo(t *testing.T) string {
	t.Helper()
	real, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	script := "#!/bin/sh\nulimit -S -f \"$(ulimit -H -f)\"\nexec '" + real + "' \"$@\"\n"
	if err := os.WriteFile(filepath.Join(dir, "go"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return "PATH=" + dir + ":" + os.Getenv("PATH")
}

// A fullDisk is a directory into which a program cannot write.
type fullDisk struct {
	program, dir, why string
	fill              func()
}

// onFullDisks runs a test where files cannot grow, and, where one may, on a disk that was mounted for it.
func onFullDisks(t *testing.T, test func(t *testing.T, disk fullDisk)) {
	t.Run("limit", func(t *testing.T) {
		test(t, fullDisk{"full", t.TempDir(), "file too large", func() {}})
	})
	t.Run("mounted", func(t *testing.T) {
		dir := t.TempDir()
		mountSmall(t, dir)
		test(t, fullDisk{"real", dir, "no space left on device", func() {
			f, err := os.Create(filepath.Join(dir, "filler"))
			for err == nil {
				_, err = f.Write(make([]byte, 1024))
			}
			if !errors.Is(err, syscall.ENOSPC) {
				t.Fatal(err)
			}
			_ = f.Close()
		}})
	})
}

// names are those of the files in a directory.
func names(t *testing.T, dir string) []string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range list {
		out = append(out, e.Name())
	}
	return out
}

// On a full disk the file that was there stays, and none is begun; that is said.
func TestDiskFull(t *testing.T) {
	dir := linttest.Extract(t, manyPackages(8))
	path := freeGo(t)
	onFullDisks(t, func(t *testing.T, disk fullDisk) {
		old := filepath.Join(disk.dir, "old")
		first := command(t, "real", filepath.Join(dir, "p0"))
		first.Args = []string{first.Path, "-write-baseline", old, "."} // only a baseline is written over with another
		if err := first.Run(); err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(old)
		if err != nil {
			t.Fatal(err)
		}
		disk.fill()
		before := names(t, disk.dir)
		fresh := filepath.Join(disk.dir, "new")
		for _, flags := range [][]string{{"-o=" + old, "-o=sarif=" + fresh}, {"-write-baseline=" + old}, {"-write-baseline=" + fresh}} {
			cmd := command(t, disk.program, dir, path)
			cmd.Args = append(append([]string{cmd.Path}, flags...), "./...")
			_ = cmd.Run()
			_, wrong := printed(cmd)
			if status := cmd.ProcessState.ExitCode(); status != statusFailed || strings.Count(wrong, "locklint: write "+disk.dir) != len(flags) || strings.Count(wrong, ": "+disk.why+"\n") != len(flags) || strings.Contains(wrong, ".locklint-") {
				t.Errorf("%q: status %d\n%s", flags, status, wrong)
			}
			if got, err := os.ReadFile(old); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%q: the old file has %d bytes, %v", flags, len(got), err)
			}
			if left := names(t, disk.dir); !slices.Equal(left, before) {
				t.Errorf("%q: left behind: %q", flags, left)
			}
		}
	})
}

// A full disk under the cache is said once, and changes no finding.
func TestDiskFullUnderCache(t *testing.T) {
	dir := linttest.Extract(t, manyPackages(8))
	path := freeGo(t)
	want, _ := findings(t, command(t, "real", dir))
	onFullDisks(t, func(t *testing.T, disk fullDisk) {
		for range 2 {
			got, wrong := findings(t, command(t, disk.program, dir, path, "LOCKLINT_CACHE="+disk.dir))
			if got != want || strings.Count(wrong, "locklint: nothing is cached: ") != 1 || !strings.Contains(wrong, disk.why+" (") {
				t.Errorf("got\n%s%s\nwant\n%s", got, wrong, want)
			}
		}
		if left, _ := filepath.Glob(filepath.Join(disk.dir, "*", "new-*")); len(left) > 0 {
			t.Errorf("halves are left behind: %q", left)
		}
	})
}

// A run that dies while it writes a file leaves the old one, or none, and an entry of the cache that is no entry.
func TestCutInFile(t *testing.T) {
	dir := linttest.Extract(t, manyPackages(8))
	out, cache, path := t.TempDir(), t.TempDir(), freeGo(t)
	want, _ := findings(t, command(t, "real", dir))
	die := func(cache string, args ...string) {
		t.Helper()
		cmd := command(t, "cut", dir, path, "LOCKLINT_CACHE="+cache)
		cmd.Args = append([]string{cmd.Path}, append(args, "./...")...)
		_ = cmd.Run()
		if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || status.Signal() != syscall.SIGXFSZ {
			t.Fatalf("%q: it did not die: %v", args, cmd.ProcessState)
		}
	}
	old := filepath.Join(out, "old")
	if err := os.WriteFile(old, []byte("# What was there\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, flag := range []string{"-o=", "-write-baseline="} {
		die("off", flag+old)
		if got, err := os.ReadFile(old); err != nil || string(got) != "# What was there\n" {
			t.Errorf("%s: the old file has %d bytes, %v", flag, len(got), err)
		}
	}
	fresh := filepath.Join(out, "new")
	die("off", "-o="+fresh)
	if _, err := os.Stat(fresh); err == nil {
		t.Error("a half of a new file is there")
	}
	die(cache)
	if halves, _ := filepath.Glob(filepath.Join(cache, "*", "new-*")); len(halves) == 0 || len(cached(t, cache)) > 0 {
		t.Errorf("halves %q, entries %q", halves, cached(t, cache))
	}
	if got, wrong := findings(t, command(t, "real", dir, "LOCKLINT_CACHE="+cache)); got != want || strings.Contains(wrong, "cached") {
		t.Errorf("behind it: got\n%s%s\nwant\n%s", got, wrong, want)
	}
}

// ordinary runs a command as one for whom the modes of files hold: root would have the right to read and write them all.
func ordinary(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if os.Getuid() != 0 {
		_ = cmd.Run()
		return
	}
	dropped := make(chan error)
	go func() {
		runtime.LockOSThread()                  // for good: the thread, which has lost the right, ends with the goroutine
		for _, right := range []uintptr{1, 2} { // CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
			if _, _, err := syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_CAPBSET_DROP, right, 0); err != 0 {
				dropped <- err
				return
			}
		}
		_ = cmd.Run()
		dropped <- nil
	}()
	if err := <-dropped; err != nil {
		t.Skipf("root may do everything here: %v", err)
	}
}

// What nobody may read is said, a file and a directory, and the rest is analysed.
func TestUnreadable(t *testing.T) {
	archive := manyPackages(3)
	dir := linttest.Extract(t, archive)
	file, sub := filepath.Join(dir, "p1", "p.go"), filepath.Join(dir, "p2")
	if err := errors.Join(os.Chmod(file, 0), os.Chmod(sub, 0)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(sub, 0o755) })
	cmd := command(t, "real", dir)
	cmd.Args = []string{cmd.Path, "./p0", "./p1", "./p2"}
	ordinary(t, cmd)
	out, wrong := printed(cmd)
	if status := cmd.ProcessState.ExitCode(); status != statusFailed || strings.Count(out, "leakedlock/early-return") != 1 || !strings.HasPrefix(out, "p0/p.go:") {
		t.Errorf("status %d\n%s%s", status, out, wrong)
	}
	for _, want := range []string{"locklint: ex.com/m/p1: open " + file + ": permission denied\n", "locklint: ./p2: open " + sub + ": permission denied\n"} {
		if !strings.Contains(wrong, want) {
			t.Errorf("want %q in:\n%s", want, wrong)
		}
	}
}

// A home that cannot be written to is said once, nothing is kept, and the findings are the same.
func TestReadOnlyHome(t *testing.T) {
	dir := linttest.Extract(t, manyPackages(3))
	want, _ := findings(t, command(t, "real", dir))
	home := t.TempDir()
	if err := os.Chmod(home, 0o555); err != nil {
		t.Fatal(err)
	}
	env := []string{"LOCKLINT_CACHE=", "XDG_CACHE_HOME=", "HOME=" + home}
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH"} {
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		env = append(env, name+"="+strings.TrimSpace(string(value)))
	}
	cmd := command(t, "real", dir, env...)
	ordinary(t, cmd)
	got, wrong := printed(cmd)
	if status := cmd.ProcessState.ExitCode(); status != statusFindings || got != want {
		t.Errorf("status %d, got\n%s%s\nwant\n%s", status, got, wrong, want)
	}
	if strings.Count(wrong, "locklint: nothing is cached: ") != 1 || !strings.Contains(wrong, fs.ErrPermission.Error()) {
		t.Errorf("want one line that says why nothing is cached:\n%s", wrong)
	}
	if left := names(t, home); len(left) > 0 {
		t.Errorf("%q is in it", left)
	}
}
