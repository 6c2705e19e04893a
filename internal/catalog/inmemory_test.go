package catalog

import (
	"slices"
	"testing"
)

func TestInMemory(t *testing.T) {
	if !slices.IsSorted(memoryPackages) {
		t.Error("memoryPackages is not sorted")
	}
	for path, want := range map[string]bool{
		"go.uber.org/zap": true, "go.uber.org/zap/zapcore": true, "go.uber.org/cadence/client": false, "github.com/spf13": true, "github.com/spf13x": false,
		"a/vendor/github.com/google/uuid": true, "github.com/golang-jwt/jwt/v5": true, "github.com/prometheus/client_golang/api": false,
	} {
		if got := InMemory(path); got != want {
			t.Errorf("InMemory(%q) = %t", path, got)
		}
	}
}
