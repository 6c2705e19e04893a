package summary

import "testing"

// A key remembers where it was put together, the outermost place first, also when its parts are replaced; two keys
// are equal wherever they were built.
func TestBuilt(t *testing.T) {
	name := FillTemplate("user:{}", []*Expr{ParamOf(0)}).BuiltAt(7)
	key := FillTemplate("lock:{}", []*Expr{ParamOf(1)}).BuiltAt(9)
	whole := key.Map(func(x *Expr) (*Expr, bool) { return name, x.Op == Param })
	if got := whole.String(); got != `"lock:user:{}"(p0)` {
		t.Fatal(got)
	}
	builds := whole.Builds()
	if len(builds) != 2 || builds[0].Pos != 9 || builds[0].X.Name != "lock:{}" || builds[1].Pos != 7 || builds[1].X.Name != "user:{}" {
		t.Errorf("%+v", builds)
	}
	if !Equal(whole, FillTemplate("lock:user:{}", []*Expr{ParamOf(0)})) {
		t.Error("where a key was built decides whether it is equal to another")
	}
	if x := ParamOf(0).BuiltAt(3); len(x.Builds()) != 0 {
		t.Error("a parameter was put together")
	}
	if x := ParamOf(0).UsedAt(3); len(x.Builds()) != 1 || !x.Builds()[0].Used || !Equal(x, ParamOf(0)) {
		t.Error("a parameter was not used")
	}
	var unknown *Expr
	if unknown.BuiltAt(1) != nil || unknown.UsedAt(1) != nil || unknown.Builds() != nil {
		t.Error("something unknown was built")
	}
}

// No facts carry places.
func TestBuiltIsNoFact(t *testing.T) {
	s := &Summary{Cases: []Case{{Results: []*Expr{FillTemplate("a:{}", []*Expr{ParamOf(0)}).BuiltAt(5)}}}}
	data, err := s.GobEncode()
	if err != nil {
		t.Fatal(err)
	}
	var back Summary
	if err := back.GobDecode(data); err != nil || len(back.Unpacked().Cases[0].Results[0].Builds()) != 0 {
		t.Errorf("%s, %v", &back, err)
	}
}
