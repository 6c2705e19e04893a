package docs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/catalog"
)

// told are the roles whose functions the page of the catalogue names, and how it calls them. The others read, write,
// build and look at results; there are many.
var told = []struct {
	role catalog.Role
	text string
}{
	{catalog.NewLock, "make a lock"},
	{catalog.Acquire, "take a lock, and wait"},
	{catalog.TryAcquire, "take a lock, or say that it is busy"},
	{catalog.Extend, "renew it"},
	{catalog.StartRenewal, "have it renewed"},
	{catalog.LossSignal, "tell that it is lost"},
	{catalog.Release, "release it"},
	{catalog.RunInLock, "run a function under a lock"},
	{catalog.Begin, "begin a transaction"},
	{catalog.RunInTx, "run a function in a transaction"},
	{catalog.Commit, "commit"},
	{catalog.Rollback, "roll back"},
	{catalog.Hook, "run a function after the commit"},
	{catalog.Pin, "take a connection out of its pool"},
	{catalog.Outbound, "call another program"},
}

// catalogueText is a table for each library, in the order of their names.
func catalogueText() string {
	var b strings.Builder
	libraries := catalog.Libraries()
	slices.SortFunc(libraries, func(x, y catalog.Library) int { return strings.Compare(x.Name, y.Name) })
	for _, l := range libraries {
		fmt.Fprintf(&b, "### %s\n\n`%s`\n\n", l.Name, strings.Join(packagesIn(l.Entries), "`, `"))
		rows, others := rolesOf(l.Entries)
		if rows != "" {
			fmt.Fprintf(&b, "| what they do | functions |\n|---|---|\n%s\n", rows)
		}
		if others > 0 {
			fmt.Fprintf(&b, "%d functions read, write, build statements, or look at results.\n\n", others)
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func packagesIn(entries []catalog.Entry) []string {
	var out []string
	for _, e := range entries {
		out = append(out, e.Pkg)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// rolesOf is the rows of the table of a library, and how many functions are not in it.
func rolesOf(entries []catalog.Entry) (rows string, others int) {
	names := map[catalog.Role][]string{}
	for _, e := range entries {
		names[e.Role] = append(names[e.Role], functionsOf(e)...)
	}
	var b strings.Builder
	for _, t := range told {
		if fns := names[t.role]; len(fns) > 0 {
			fmt.Fprintf(&b, "| %s | %s |\n", t.text, strings.Join(sorted(fns), ", "))
			delete(names, t.role)
		}
	}
	for _, fns := range names {
		others += len(sorted(fns))
	}
	return b.String(), others
}

// functionsOf names what an entry describes: Type.Method, or Func.
func functionsOf(e catalog.Entry) []string {
	if len(e.Recv) == 0 {
		return []string{"`" + e.Name + "`"}
	}
	var out []string
	for _, recv := range e.Recv {
		out = append(out, "`"+recv+"."+e.Name+"`")
	}
	return out
}

func sorted(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}
