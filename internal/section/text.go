package section

import (
	"go/types"
	"strconv"
	"strings"

	"github.com/locklint/locklint/internal/keys"
	"github.com/locklint/locklint/internal/summary"
)

// writtenText is where a builder or a hash keeps what was written to it so far. There is no such cell where that
// is not known.
const writtenText = "!text"

// hashName is where a hash keeps which one it is.
const hashName = "!hash"

// text follows what is written to builders and hashes and read from them. It tells whether it knows the
// function.
func (w *walker) text(c *config, site callSite, name string) bool {
	if h, ok := hashes[name]; ok {
		made := resultOf(site.local, 0)
		c.set(made.Dot(writtenText), summary.ConstOf(""))
		c.set(made.Dot(hashName), summary.ConstOf(h))
		w.learn(c, made, summary.NotNil)
		return true
	}
	if len(site.args) == 0 || site.args[0] == nil {
		return false
	}
	to := site.args[0]
	old, ok := c.content(to.Dot(writtenText))
	if !ok {
		return false
	}
	arg := func(i int) *summary.Expr {
		if i < len(site.args) {
			return site.args[i]
		}
		return nil
	}
	write := func(x *summary.Expr) bool {
		text := keys.Concat(old, x)
		if text == nil || w.loops[site.instr.Block().Index] { // written again in the next round
			c.cells.remove(to.Dot(writtenText).String())
			return true
		}
		c.set(to.Dot(writtenText), text)
		return true
	}
	method := name[strings.LastIndexByte(name, '.')+1:]
	switch {
	case name == "fmt.Fprintf":
		return write(keys.Sprintf(arg(1), elements(c, arg(2))))
	case name == "fmt.Fprint":
		return write(keys.Concat(elements(c, arg(1))...))
	case name == "io.WriteString", method == "WriteString", method == "Write":
		return write(arg(1))
	case method == "WriteByte", method == "WriteRune":
		return write(character(arg(1)))
	case method == "Reset":
		c.set(to.Dot(writtenText), summary.ConstOf(""))
		return true
	case method == "Grow", method == "Len", method == "Cap":
		return true
	case method == "String", method == "Bytes":
		w.result(c, site.local, 0, old.BuiltAt(site.pos))
		return true
	case strings.HasPrefix(method, "Sum"):
		if h, ok := c.content(to.Dot(hashName)); ok {
			w.result(c, site.local, 0, summary.New(summary.Call, 0, h.Name+"."+method, old).BuiltAt(site.pos))
		}
		return true
	}
	return false
}

// hashes are the functions that make a hash, by the name that its sums go by.
var hashes = map[string]string{
	"hash/fnv.New32": "fnv", "hash/fnv.New32a": "fnv", "hash/fnv.New64": "fnv64", "hash/fnv.New64a": "fnv64",
	"hash/crc32.NewIEEE": "fnv", "hash/adler32.New": "fnv", "crypto/sha256.New": "sha256", "crypto/sha1.New": "sha1", "crypto/md5.New": "md5",
	"github.com/cespare/xxhash/v2.New": "xxhash", "github.com/cespare/xxhash.New": "xxhash",
}

// character is the text of a byte or rune.
func character(x *summary.Expr) *summary.Expr {
	if x == nil || x.Op != summary.Const {
		return x
	}
	n, err := strconv.Atoi(x.Name)
	if err != nil {
		return nil
	}
	return summary.ConstOf(string(rune(n))) // #nosec G115 -- a constant of type byte or rune
}

// isBuilder tells the types in which texts are built.
func isBuilder(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	name := n.Obj().Pkg().Path() + "." + n.Obj().Name()
	return name == "strings.Builder" || name == "bytes.Buffer"
}
