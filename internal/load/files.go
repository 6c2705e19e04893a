package load

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// readOverlay reads the file that -overlay in GOFLAGS names, which the go command puts over the file system: by the name that a
// file goes by, the one that has its contents. The go command leaves out what it takes away.
func readOverlay(dir, goflags string) (map[string]string, error) {
	var name string
	for _, flag := range flagsIn(goflags) {
		if value, ok := strings.CutPrefix(strings.TrimLeft(flag, "-"), "overlay="); ok {
			name = value
		}
	}
	if name == "" {
		return nil, nil
	}
	text, err := os.ReadFile(absolute(dir, name))
	if err != nil {
		return nil, fmt.Errorf("-overlay: %w", err)
	}
	var doc struct{ Replace map[string]string }
	if err := json.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("-overlay: %s: %w", name, err)
	}
	overlay := make(map[string]string, len(doc.Replace))
	for as, actual := range doc.Replace {
		if actual != "" {
			overlay[filepath.Clean(absolute(dir, as))] = absolute(dir, actual)
		}
	}
	return overlay, nil
}

// flagsIn are the flags in GOFLAGS, parted as the go command does: one that begins with a quotation mark goes on to the next.
func flagsIn(goflags string) []string {
	var out []string
	for rest := strings.TrimSpace(goflags); rest != ""; rest = strings.TrimSpace(rest) {
		end, quoted := strings.IndexAny(rest, " \t\r\n"), strings.HasPrefix(rest, "'") || strings.HasPrefix(rest, `"`)
		if quoted {
			end = strings.IndexByte(rest[1:], rest[0])
			rest = rest[1:]
		}
		if end < 0 {
			end = len(rest)
		}
		out = append(out, rest[:end])
		if rest = rest[end:]; quoted && rest != "" {
			rest = rest[1:]
		}
	}
	return out
}

// absolute is a name as seen from a directory.
func absolute(dir, name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, name)
}

// home is the directory that no symbolic link of the package may lead out of: that of its module or, of a vendored package, the one
// with the vendor directory. It is "" where the go command itself has put the files, which makes no links, and outside of modules.
func (p *listedPackage) home() string {
	m := p.Module
	switch {
	case p.Standard || m == nil:
		return ""
	case m.Main || m.Dir != "" && m.Replace != nil && m.Replace.Version == "":
		return m.Dir
	case m.Dir == "":
		home, vendored := strings.CutSuffix(p.Dir, filepath.FromSlash("/vendor/"+p.path()))
		if vendored {
			return home
		}
	}
	return ""
}

// outsideOf are the files of a package that are not in its home: a symbolic link leads there, of the file or of the
// directory. What the one who runs locklint can read is not for everybody whose code he looks at.
func outsideOf(files []string, dir, home string) []string {
	if home == "" || len(files) == 0 {
		return nil
	}
	home, err := filepath.EvalSymlinks(home)
	if err != nil {
		return nil // reading will say what is wrong, here and below
	}
	realDir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil
	}
	var outside []string
	for _, name := range files {
		real := filepath.Join(realDir, filepath.Base(name))
		if info, err := os.Lstat(name); err == nil && info.Mode()&os.ModeSymlink != 0 {
			if real, err = filepath.EvalSymlinks(name); err != nil {
				continue
			}
		}
		if rel, err := filepath.Rel(home, real); err != nil || !filepath.IsLocal(rel) {
			outside = append(outside, name)
		}
	}
	return outside
}
