package main

import (
	"bytes"
	"os"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"
)

// memoryMeaning says what the figures of peak memory are.
const memoryMeaning = "the sum of the resident sets of all processes of the run (/proc/PID/statm, read every 20 ms), " +
	"or the largest of one process as the kernel counted it (ru_maxrss), whichever is more; pages that processes share count for each"

// watchMemory looks at the process and all its descendants until the function that it returns is called, which tells
// the largest sum of their resident sets.
func watchMemory(pid int) (peak func() int64) {
	var most atomic.Int64
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		ticker := time.NewTicker(20 * time.Millisecond)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				most.Store(max(most.Load(), treeMemory(pid)))
			case <-stop:
				return
			}
		}
	}()
	return func() int64 {
		close(stop)
		<-done
		return most.Load()
	}
}

// treeMemory is the memory of a process and of its descendants.
func treeMemory(pid int) int64 {
	dir := "/proc/" + strconv.Itoa(pid)
	sum := residentSet(dir + "/statm")
	tasks, err := os.ReadDir(dir + "/task")
	if err != nil {
		return sum // it has just ended
	}
	for _, task := range tasks {
		children, err := os.ReadFile(dir + "/task/" + task.Name() + "/children")
		if err != nil {
			continue
		}
		for _, field := range bytes.Fields(children) {
			if child, err := strconv.Atoi(string(field)); err == nil {
				sum += treeMemory(child)
			}
		}
	}
	return sum
}

// residentSet reads the second number of a statm file, which counts pages.
func residentSet(name string) int64 {
	text, err := os.ReadFile(name)
	if err != nil {
		return 0
	}
	fields := bytes.Fields(text)
	if len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseInt(string(fields[1]), 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}

// biggestProcess is the largest resident set that one process of the run had. Linux counts it in KiB.
func biggestProcess(state *os.ProcessState) int64 {
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return usage.Maxrss * 1024
	}
	return 0
}
