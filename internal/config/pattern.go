package config

import (
	"path"
	"strings"
)

// checkPattern says what is wrong with a pattern for paths; "" if nothing is.
func checkPattern(pattern string) string {
	switch {
	case strings.Contains(pattern, `\`):
		return `"path" is written with /, as in internal/legacy/**`
	case strings.HasPrefix(pattern, "/") || strings.HasPrefix(pattern, "./") || strings.HasPrefix(pattern, "../"):
		return `"path" is the end of a path: it begins with the name of a directory or of a file`
	}
	for _, part := range strings.Split(pattern, "/") {
		if part == "" {
			return `"path" has an empty part: for all below a directory write dir/**`
		}
		if strings.Contains(part, "**") && part != "**" {
			return `"path": ** stands for whole directories, as in internal/**/gen`
		}
		if _, err := path.Match(part, ""); err != nil {
			return `"path": ` + err.Error()
		}
	}
	return ""
}

// matchEnd tells that the pattern fits the end of the path of a file: from some directory on, up to the name.
func matchEnd(pattern, file string) bool {
	want := strings.Split(pattern, "/")
	parts := strings.Split(strings.ReplaceAll(file, `\`, "/"), "/")
	for i := range parts {
		if matchParts(want, parts[i:]) {
			return true
		}
	}
	return false
}

func matchParts(pattern, parts []string) bool {
	if len(pattern) == 0 {
		return len(parts) == 0
	}
	if pattern[0] == "**" {
		if len(pattern) == 1 {
			return len(parts) > 0 // dir/** is what lies below dir
		}
		for i := range len(parts) + 1 {
			if matchParts(pattern[1:], parts[i:]) {
				return true
			}
		}
		return false
	}
	if len(parts) == 0 {
		return false
	}
	ok, err := path.Match(pattern[0], parts[0])
	return ok && err == nil && matchParts(pattern[1:], parts[1:])
}
