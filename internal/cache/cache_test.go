package cache

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func key(text string) Key {
	h := NewHash("test")
	h.String(text)
	return h.Sum()
}

// entries are the names of all files of the entries below a directory.
func entries(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestStore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "not", "there", "yet")
	s := Open(dir, DefaultMax)
	if _, ok := s.Get(key("a")); ok {
		t.Error("an empty store has an entry")
	}
	s.Put(key("a"), []byte("data of a"))
	s.Put(key("b"), nil)
	for range 2 {
		if data, ok := s.Get(key("a")); !ok || string(data) != "data of a" {
			t.Errorf("got %q, %t", data, ok)
		}
		if data, ok := s.Get(key("b")); !ok || len(data) != 0 {
			t.Errorf("got %q, %t", data, ok)
		}
		s.Close()
		s = Open(dir, DefaultMax) // another process
	}
	s.Put(key("a"), []byte("other"))
	if data, _ := s.Get(key("a")); string(data) != "other" {
		t.Errorf("got %q", data)
	}
	if err := s.Trouble(); err != nil {
		t.Error(err)
	}
	if names := entries(t, dir); len(names) != 2 {
		t.Errorf("files %q, want two", names)
	}
}

// Nothing that is not the whole entry is ever taken for it, and it can be written again.
func TestDamaged(t *testing.T) {
	s := Open(t.TempDir(), DefaultMax)
	k := key("a")
	good := bytes.Repeat([]byte("data "), 20)
	s.Put(k, good)
	whole, err := os.ReadFile(s.file(k))
	if err != nil {
		t.Fatal(err)
	}
	damaged := map[string][]byte{"empty": nil, "longer": append(bytes.Clone(whole), 0), "without its data": whole[:32]}
	for i := range whole {
		flipped := bytes.Clone(whole)
		flipped[i] ^= 0x10
		damaged[fmt.Sprint("byte ", i)] = flipped
		damaged[fmt.Sprint("cut at ", i)] = whole[:i]
	}
	for what, content := range damaged {
		if err := os.WriteFile(s.file(k), content, 0o666); err != nil {
			t.Fatal(err)
		}
		if data, ok := s.Get(k); ok {
			t.Errorf("%s: got %q", what, data)
		}
	}
	if s.Trouble() != nil {
		t.Errorf("a damaged entry is no trouble: %v", s.Trouble())
	}
	s.Put(k, good)
	if data, ok := s.Get(k); !ok || !bytes.Equal(data, good) {
		t.Errorf("after it was written again: %q, %t", data, ok)
	}
	// An entry under the name of another.
	s.Put(key("b"), []byte("data of b"))
	content, err := os.ReadFile(s.file(key("b")))
	if err == nil {
		err = os.WriteFile(s.file(k), content, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	if data, ok := s.Get(k); ok {
		t.Errorf("the entry of b answers for a: %q", data)
	}
}

// Readers and writers of one key, with stores of their own as in several processes.
func TestManyAtOnce(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			s := Open(dir, 64*shards) // so small that all throw out all the time
			defer s.Close()
			for i := range 100 {
				k := key(fmt.Sprint(i % 7))
				s.Put(k, bytes.Repeat([]byte{byte(w)}, i%7*4))
				if data, ok := s.Get(k); ok {
					if len(data) != i%7*4 || len(bytes.Trim(data, string(data[:min(1, len(data))]))) != 0 {
						t.Errorf("a mixture: %v", data)
					}
				}
				if i%10 == 0 {
					s.Close()
				}
			}
			if err := s.Trouble(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, name := range entries(t, dir) {
		if strings.Contains(name, tempPrefix) {
			t.Errorf("%s is left", name)
		}
	}
}

func TestBound(t *testing.T) {
	dir := t.TempDir()
	const max, size = 1 << 20, 1 << 10
	s := Open(dir, max)
	var keys []Key
	for i := range 3000 {
		k := key(fmt.Sprint(i))
		keys = append(keys, k)
		s.Put(k, make([]byte, size))
		old := time.Now().Add(time.Duration(i-4000) * time.Minute)
		if i == 0 {
			continue // old[0] was used just now
		}
		if err := os.Chtimes(s.file(k), old, old); err != nil {
			t.Fatal(err)
		}
	}
	// Files of writers that died, and of one that is alive.
	dead, alive := filepath.Join(s.shardDir(keys[0].shard()), tempPrefix+"1"), filepath.Join(s.shardDir(keys[0].shard()), tempPrefix+"2")
	for _, name := range []string{dead, alive} {
		if err := os.WriteFile(name, []byte("half of an en"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	day := time.Now().Add(-24 * time.Hour)
	if err := os.Chtimes(dead, day, day); err != nil {
		t.Fatal(err)
	}
	s.Get(keys[1]) // marks it as used
	s.Close()
	var total int64
	for _, name := range entries(t, dir) {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		total += info.Size()
	}
	if total > max || total < max/2 {
		t.Errorf("%d bytes, want somewhat less than %d", total, max)
	}
	for _, i := range []int{0, 1, 2998, 2999} {
		if _, ok := s.Get(keys[i]); !ok {
			t.Errorf("entry %d is gone, though it was used lately", i)
		}
	}
	for i := 2; i < 200; i++ {
		if _, ok := s.Get(keys[i]); ok {
			t.Errorf("entry %d is there, though younger ones are not", i)
		}
	}
	if _, err := os.Stat(dead); err == nil {
		t.Error("the file of a dead writer is left")
	}
	if _, err := os.Stat(alive); err != nil {
		t.Error("a file that is being written was removed")
	}
}

func TestTooLarge(t *testing.T) {
	const max = 1 << 20
	s := Open(t.TempDir(), max)
	s.Put(key("large"), make([]byte, max/shards))
	if _, ok := s.Get(key("large")); ok {
		t.Error("one entry that displaces all others is kept")
	}
}

// An entry that cannot be read, here a circle of links, is replaced.
func TestUnreadable(t *testing.T) {
	s := Open(t.TempDir(), DefaultMax)
	name := s.file(key("a"))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(name, name); err != nil {
		t.Skip(err)
	}
	if _, ok := s.Get(key("a")); ok || s.Trouble() != nil {
		t.Fatalf("found: %t, trouble: %v", ok, s.Trouble())
	}
	s.Put(key("a"), []byte("x"))
	if got, ok := s.Get(key("a")); !ok || string(got) != "x" || s.Trouble() != nil {
		t.Errorf("%q, found: %t, trouble: %v", got, ok, s.Trouble())
	}
}

// Where nothing can be written nothing is, and the first reason is said.
func TestTrouble(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	s := Open(filepath.Join(file, "cache"), DefaultMax)
	s.Get(key("a"))
	s.Put(key("a"), []byte("x"))
	s.Put(key("b"), []byte("x"))
	if _, ok := s.Get(key("a")); ok || s.Trouble() == nil {
		t.Errorf("found: %t, trouble: %v", ok, s.Trouble())
	}
	s.Close()
	s = nil
	s.Put(key("a"), nil)
	s.Close()
	if _, ok := s.Get(key("a")); ok || s.Trouble() != nil {
		t.Error("no store at all is trouble")
	}
}

func TestHash(t *testing.T) {
	seen := make(map[Key]string)
	for what, add := range map[string]func(*Hash){
		"nothing":    func(*Hash) {},
		"one text":   func(h *Hash) { h.String("ab") },
		"two texts":  func(h *Hash) { h.String("a"); h.String("b") },
		"empty text": func(h *Hash) { h.String("") },
		"a and none": func(h *Hash) { h.String("a"); h.String("") },
		"none and a": func(h *Hash) { h.String(""); h.String("a") },
		"number":     func(h *Hash) { h.Int(7) },
		"true":       func(h *Hash) { h.Bool(true) },
		"key":        func(h *Hash) { h.Key(key("a")) },
	} {
		h := NewHash("kind")
		add(h)
		if other, ok := seen[h.Sum()]; ok {
			t.Errorf("%s is the same as %s", what, other)
		}
		seen[h.Sum()] = what
	}
	if NewHash("a").Sum() == NewHash("b").Sum() {
		t.Error("the kind makes no difference")
	}
}

func BenchmarkGet(b *testing.B) {
	s := Open(b.TempDir(), DefaultMax)
	s.Put(key("a"), make([]byte, 16<<10))
	for b.Loop() {
		if _, ok := s.Get(key("a")); !ok {
			b.Fatal("not there")
		}
	}
}

func BenchmarkPut(b *testing.B) {
	s := Open(b.TempDir(), DefaultMax)
	data := make([]byte, 16<<10)
	for i := 0; b.Loop(); i++ {
		s.Put(key(fmt.Sprint(i%1000)), data)
	}
}
