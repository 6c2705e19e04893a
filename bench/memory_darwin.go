package main

import (
	"os"
	"syscall"
)

// memoryMeaning says what the figures of peak memory are.
const memoryMeaning = "the largest resident set that one process of the run had (ru_maxrss)"

func watchMemory(int) (peak func() int64) { return func() int64 { return 0 } }

// biggestProcess is the largest resident set that one process of the run had. Darwin counts it in bytes.
func biggestProcess(state *os.ProcessState) int64 {
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return usage.Maxrss
	}
	return 0
}
