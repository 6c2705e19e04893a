package main

import (
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"testing"
	"time"
)

// megabytes makes the test program hold so many of them for a while, or start two that do.
const megabytes = "BENCH_TEST_MEGABYTES"

func TestMain(m *testing.M) {
	n, err := strconv.Atoi(os.Getenv(megabytes))
	switch {
	case err != nil:
		os.Exit(m.Run())
	case n < 0:
		var started []*exec.Cmd
		for range 2 {
			cmd := exec.Command(self())
			cmd.Env = append(os.Environ(), megabytes+"="+strconv.Itoa(-n))
			if err := cmd.Start(); err != nil {
				os.Exit(3)
			}
			started = append(started, cmd)
		}
		for _, cmd := range started {
			if cmd.Wait() != nil {
				os.Exit(3)
			}
		}
	default:
		held := resident(n)
		time.Sleep(600 * time.Millisecond)
		runtime.KeepAlive(held)
	}
}

// resident are so many megabytes, each page of which is in memory.
func resident(megabytes int) []byte {
	held := make([]byte, megabytes<<20)
	for i := 0; i < len(held); i += 1024 {
		held[i] = 1
	}
	return held
}

// Memory is that of a run and of all that it starts, and of nobody else: what this program has is not counted.
func TestMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells it of all processes: " + memoryMeaning)
	}
	held := resident(300)
	for _, tt := range []struct {
		megabytes   int
		least, most int64
	}{{100, 100, 200}, {-100, 200, 299}, {1, 1, 99}} {
		got, err := command{args: []string{self()}, env: setenv(megabytes + "=" + strconv.Itoa(tt.megabytes))}.run(t.Context())
		if mb := got.Memory >> 20; err != nil || mb < tt.least || mb > tt.most {
			t.Errorf("%d: %d MB, want %d to %d; %v", tt.megabytes, mb, tt.least, tt.most, err)
		}
	}
	runtime.KeepAlive(held)
}

// What does not compile is told, though the status is that of findings.
func TestBroken(t *testing.T) {
	for text, want := range map[string]string{
		"vet: ./a.go:3:9: undefined: x\n":                                   "vet: ./a.go:3:9: undefined: x",
		"a.go:3:9: undefined: x (compile)\n":                                "a.go:3:9: undefined: x (compile)",
		"a.go:1:8: could not import x (no such package) (typecheck)\n":      "a.go:1:8: could not import x (no such package) (typecheck)",
		"a.go:3:2: fmt.Printf format %d has arg x of wrong type\n":          "",
		"a.go:7:1: mutex mu is released before the commit (unlockbefore)\n": "",
	} {
		if got := string(broken.Find([]byte(text))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
