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
	"or the largest that one process ever had (VmHWM of /proc/PID/status), whichever is more; pages that processes share count for each"

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

// treeMemory is the memory of a process and of its descendants, or the most that one of them ever had if that is more.
func treeMemory(pid int) int64 {
	var most int64
	sum := sumMemory(pid, os.Getpid(), &most)
	return max(sum, most)
}

// sumMemory is the sum for a process and its descendants; most becomes the most that one of them ever had.
func sumMemory(pid, parent int, most *int64) int64 {
	dir := "/proc/" + strconv.Itoa(pid)
	pages, resident := statm(pid)
	if pages == "" || borrowed(pid, parent, pages) {
		return 0
	}
	*most = max(*most, highWater(dir+"/status"))
	sum := resident
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
				sum += sumMemory(child, pid, most)
			}
		}
	}
	return sum
}

// borrowed tells a process that is about to execute something else and has, until then, the address space of its parent.
func borrowed(pid, parent int, pages string) bool {
	of, _ := statm(parent)
	if pages != of {
		return false
	}
	its, err := os.Readlink("/proc/" + strconv.Itoa(pid) + "/exe")
	parents, wrong := os.Readlink("/proc/" + strconv.Itoa(parent) + "/exe")
	return err == nil && wrong == nil && its == parents
}

// statm reads the statm file of a process: the pages of the address space, as text, and the bytes that are in memory.
func statm(pid int) (pages string, resident int64) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
	if err != nil {
		return "", 0
	}
	fields := bytes.Fields(text)
	if len(fields) < 2 {
		return "", 0
	}
	n, err := strconv.ParseInt(string(fields[1]), 10, 64)
	if err != nil {
		return "", 0
	}
	return string(fields[0]), n * int64(os.Getpagesize())
}

// highWater reads the largest resident set that a process ever had from its status file, which counts KiB. (ru_maxrss does not do:
// it begins with that of the process which started this one.)
func highWater(name string) int64 {
	text, err := os.ReadFile(name)
	if err != nil {
		return 0
	}
	_, rest, ok := bytes.Cut(text, []byte("\nVmHWM:"))
	if !ok {
		return 0
	}
	fields := bytes.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	kib, err := strconv.ParseInt(string(fields[0]), 10, 64)
	if err != nil {
		return 0
	}
	return kib * 1024
}

// biggestProcess is the largest resident set that one process of the run had, or this one before it started the run. Linux counts it in KiB.
func biggestProcess(state *os.ProcessState) int64 {
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return usage.Maxrss * 1024
	}
	return 0
}
