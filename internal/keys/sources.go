package keys

import (
	"strings"

	"github.com/locklint/locklint/internal/summary"
)

// Part is the name of the call by which a part of a text is cut out: of Args[0] from Args[1] to Args[2].
const Part = "part"

// IsPure tells a function whose result depends on its arguments alone and says which they were, more or less.
func IsPure(name string) bool {
	return pureNames[name] || Lossy(name) != "" || strings.HasPrefix(name, "(time.Time).") || strings.HasPrefix(name, "(time.Duration).") ||
		strings.HasPrefix(name, "(encoding/binary.bigEndian).Uint") || strings.HasPrefix(name, "(encoding/binary.littleEndian).Uint")
}

var pureNames = map[string]bool{
	"strings.TrimSpace": true, "strings.TrimPrefix": true, "strings.TrimSuffix": true, "strings.Trim": true,
	"strconv.Quote": true, "path.Join": true, "path/filepath.Join": true, "net/url.QueryEscape": true, "net/url.PathEscape": true,
	"crypto/sha256.Sum256": true, "crypto/sha1.Sum": true, "crypto/md5.Sum": true, "crypto/sha512.Sum512": true,
	"hash/crc64.Checksum": true, "github.com/cespare/xxhash/v2.Sum64String": true, "github.com/cespare/xxhash/v2.Sum64": true,
	"github.com/cespare/xxhash.Sum64String": true, "github.com/cespare/xxhash.Sum64": true,
	"encoding/hex.EncodeToString": true, "(*encoding/base64.Encoding).EncodeToString": true,
	"(github.com/google/uuid.UUID).String": true, "(github.com/gofrs/uuid.UUID).String": true, "(github.com/satori/go.uuid.UUID).String": true,
	"fmt.Sprintln": true,
}

// Lossy says how a function gives one text to several: "" for a function that does not, or is not known.
func Lossy(name string) string { return lossyNames[name] }

const (
	folds    = "folds upper and lower case"
	replaces = "replaces characters"
	hash32   = "is a hash of 32 bits"
	cuts     = "cuts off the rest"
)

var lossyNames = map[string]string{
	"strings.ToLower": folds, "strings.ToUpper": folds, "strings.Title": folds, "bytes.ToLower": folds, "bytes.ToUpper": folds,
	"strings.ReplaceAll": replaces, "strings.Replace": replaces, "strings.Map": replaces,
	"hash/crc32.ChecksumIEEE": hash32, "hash/crc32.Checksum": hash32, "hash/adler32.Checksum": hash32,
	"fnv.Sum32": hash32, "(hash.Hash32).Sum32": hash32,
	Part: cuts,
}

// volatile is what the calls are named by whose results differ each time, or on each host.
const volatile = "volatile "

// Volatile is the result of such a function, at the expression of its call.
func Volatile(name string, at *summary.Expr) *summary.Expr {
	return summary.New(summary.Call, 0, volatile+name, at)
}

// VolatileIn is the function that a value comes from whose results differ each time or on each host, or "".
func VolatileIn(x *summary.Expr) string {
	found := ""
	x.Walk(func(e *summary.Expr) bool {
		if name, ok := strings.CutPrefix(e.Name, volatile); ok && e.Op == summary.Call {
			found = name
		}
		return found == ""
	})
	return found
}

// IsVolatile tells a function whose result differs with the time, by chance, with the process or the host.
func IsVolatile(name string) bool {
	if volatileNames[name] {
		return true
	}
	for _, prefix := range volatilePrefixes {
		if rest, ok := strings.CutPrefix(name, prefix); ok && !strings.HasPrefix(rest, "New") && rest != "Seed" && rest != "Shuffle" && rest != "Read" {
			return true
		}
	}
	return false
}

var volatilePrefixes = []string{"math/rand.", "math/rand/v2.", "(*math/rand.Rand).", "(*math/rand/v2.Rand)."}

var volatileNames = map[string]bool{
	"time.Now": true, "os.Getpid": true, "os.Getppid": true, "os.Hostname": true, "crypto/rand.Text": true, "crypto/rand.Int": true,
	"github.com/google/uuid.New": true, "github.com/google/uuid.NewString": true, "github.com/google/uuid.NewRandom": true,
	"github.com/google/uuid.NewUUID": true, "github.com/google/uuid.NewV6": true, "github.com/google/uuid.NewV7": true,
	"github.com/gofrs/uuid.NewV4": true, "github.com/gofrs/uuid/v5.NewV4": true, "github.com/gofrs/uuid/v5.NewV7": true,
	"github.com/satori/go.uuid.NewV4": true, "github.com/rs/xid.New": true, "github.com/oklog/ulid/v2.Make": true,
	"github.com/segmentio/ksuid.New": true, "github.com/lithammer/shortuuid/v4.New": true, "github.com/lithammer/shortuuid.New": true,
}
