package inventory

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/locklint/locklint/internal/finding"
)

// releasesByKey are the calls of the package that are called after a release and are given the key of a lock of which it is not
// known who gives it back: those of an interface whose implementation is not in sight.
func (c *collector) releasesByKey(s *Site) {
	if s.Fate != "never" && s.Fate != "handed on" || s.Lock.Template == "" || s.Lock.Kind != "unknown" {
		return
	}
	if c.keyReleases == nil {
		c.keyReleases = c.findKeyReleases()
	}
	if found := c.keyReleases[s.Lock.Template]; len(found) > 0 {
		s.Fate, s.Releases = "elsewhere", slices.Clone(found)
	}
}

// findKeyReleases are the calls that are called after a release, by the texts of the keys that they are given.
func (c *collector) findKeyReleases() map[string][]Release {
	out := map[string][]Release{}
	info := c.r.Pass().TypesInfo
	for _, file := range c.r.Pass().Files {
		ast.PreorderStack(file, nil, func(n ast.Node, stack []ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			obj, ok := typeutil.Callee(info, call).(*types.Func)
			if !ok || !isReleaseName(obj.Name()) {
				return true
			}
			r := releaseAt(c, call, stack)
			r.Apart = true
			for _, arg := range call.Args {
				if t := info.TypeOf(arg); t != nil && isString(t) {
					if text := c.r.KeyText(arg); text != "" {
						out[text] = append(out[text], r)
					}
				}
			}
			return true
		})
	}
	return out
}

// releaseAt is the release that a call is; stack are the nodes around it.
func releaseAt(c *collector, call *ast.CallExpr, stack []ast.Node) Release {
	r := Release{Pos: c.pos(call.Pos()), Text: finding.Text(c.r.Pass().Fset, call), When: "by hand", How: "unlock"}
	if i := slices.IndexFunc(stack, func(n ast.Node) bool { _, ok := n.(*ast.DeferStmt); return ok }); i >= 0 {
		r.When, r.Pos = "deferred", c.pos(stack[i].Pos())
	}
	return r
}
