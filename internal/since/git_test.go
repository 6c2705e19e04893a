package since

import (
	"reflect"
	"testing"
)

const diff = `diff --git a/a.go b/a.go
index 1..2 100644
--- a/a.go
+++ b/a.go
@@ -3 +3 @@ func F() {
-	old()
+	fresh()
@@ -10,2 +10,0 @@ func G() {
--- b/looks.go
-@@ -1 +1 @@ like a hunk
@@ -20,0 +19,3 @@
+++ b/looks.go
+
+}
\ No newline at end of file
diff --git "a/s\303\244 \"q\".go" "b/s\303\244 \"q\".go"
--- "a/s\303\244 \"q\".go"
+++ "b/s\303\244 \"q\".go"
@@ -0,0 +1,2 @@
+package s
+
diff --git a/a b.go b/a b.go
--- a/a b.go	
+++ b/a b.go	
@@ -1 +1 @@
-x
+y
diff --git a/gone.go b/gone.go
--- a/gone.go
+++ /dev/null
@@ -1 +0,0 @@
-package gone
`

func TestRead(t *testing.T) {
	c := &Changes{files: map[string][]span{}, names: map[string]string{}}
	if err := c.read("/r", diff); err != nil {
		t.Fatal(err)
	}
	want := map[string][]span{
		"/r/a.go":      {{3, 3, false}, {10, 11, true}, {19, 21, false}},
		`/r/sä "q".go`: {{1, 2, false}},
		"/r/a b.go":    {{1, 1, false}},
	}
	if !reflect.DeepEqual(c.files, want) {
		t.Errorf("got %v, want %v", c.files, want)
	}
	for _, tt := range []struct {
		first, last int
		want        bool
	}{
		{1, 2, false}, {1, 3, true}, {3, 3, true}, {4, 9, false},
		{5, 10, false}, {11, 15, false}, {10, 11, true}, {5, 30, true}, // lines 10 and 11 are around what was taken out
		{21, 40, true}, {22, 40, false},
	} {
		if got := c.Touched("/r/a.go", tt.first, tt.last); got != tt.want {
			t.Errorf("lines %d to %d are touched: %v", tt.first, tt.last, got)
		}
	}
	for _, bad := range []string{"+++ \"b/x\n", "@@ -1 @@\n"} {
		if err := c.read("/r", bad); err == nil {
			t.Errorf("no error for %q", bad)
		}
	}
}
