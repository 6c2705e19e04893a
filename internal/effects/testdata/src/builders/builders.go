// Package builders puts keys together in builders and hashes. // want package:`Host lock:\{\}:\{\}; Builder seat:\{\}:\{\}!`
package builders

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"os"
	"strings"
	"sync"
)

// Mu makes the package worth looking at.
var mu sync.Mutex

func Take() { mu.Lock() } // want Take:`^acquire mutex builders\.mu$`

func Builder(show, seat string) string { // want Builder:`^r0="seat:\{\}:\{\}!"\(p0,p1\)$`
	var b strings.Builder
	b.WriteString("seat:")
	b.WriteString(show)
	b.WriteByte(':')
	fmt.Fprintf(&b, "%s!", seat)
	return b.String()
}

func Buffer(id string) string { // want Buffer:`^r0="#\{\}"\(p0\)$`
	b := new(bytes.Buffer)
	b.WriteString("old")
	b.Reset()
	b.WriteRune('#')
	b.WriteString(id)
	return b.String()
}

// Loop writes nobody knows how often.
func Loop(ids []string) string {
	var b strings.Builder
	b.WriteString("ids")
	for _, id := range ids {
		b.WriteString(id)
	}
	return b.String()
}

// Given gives the builder away.
func Given(fill func(*strings.Builder)) string { // want Given:`^run p0\(new0\)$`
	var b strings.Builder
	b.WriteString("ids")
	fill(&b)
	return b.String()
}

func Sum(id string) uint64 { // want Sum:`^r0=fnv64\.Sum64\("lock:\{\}"\(p0\)\)$`
	h := fnv.New64a()
	h.Write([]byte("lock:"))
	h.Write([]byte(id))
	return h.Sum64()
}

func Host(id string) string { // want Host:`^r0="lock:\{\}:\{\}"\(volatile os\.Hostname\(new0\),part\(p0,nil,"8"\)\)$`
	host, _ := os.Hostname()
	return "lock:" + host + ":" + id[:8]
}
