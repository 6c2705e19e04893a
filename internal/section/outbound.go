package section

import (
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
	"github.com/locklint/locklint/internal/value"
)

// What bounds a call of another program is an expression like any other: a context, a field of a client, a
// constant. It is judged where it is known, which may be a caller; see [summary.Event.Bound].

// virtual fields of values that calls go out with.
const (
	ctxField     = value.RequestCtx // of a request or command: the context that it carries
	timeoutField = "timeout"        // of a connection or client: what a SetTimeout gave it
)

// outbound is a call of another program.
func (l libraryCall) outbound() []Case {
	ev := l.event(summary.Event{Kind: summary.Outbound})
	ev.Ctx = l.carriedCtx()
	out := &summary.OutCall{Name: l.calleeName(), Protocol: l.entry.Protocol, Limits: l.limits()}
	ev.Out = l.outward(l.c, out, l.site)
	if l.entry.Protocol == "grpc" {
		ev.Assume = "that no interceptor of the connection sets a deadline"
	}
	return []Case{{Events: []Event{ev}}}
}

// opens notes that nothing bounds the calls made with the result.
func (l libraryCall) opens() {
	if l.entry.Opens {
		l.c.set(resultOf(l.site.local, 0).Dot(timeoutField), summary.ConstOf("0"))
	}
}

// waitsForLock is the call of another program that an acquire is, if it may wait for a busy lock for ever.
func (l libraryCall) waitsForLock() []*config {
	e := l.entry
	again := e.Role == catalog.TryAcquire && l.endless(l.site)
	if e.Kind != catalog.Lease || e.Store == catalog.SQL || !again && (e.Role != catalog.Acquire || e.Retries) {
		return []*config{l.c}
	}
	ev := l.event(summary.Event{Kind: summary.Outbound})
	if ev.Ctx == nil && e.Ctx.IsZero() && e.Signal.IsZero() { // of a channel that stops the wait nothing is known
		ev.Ctx = summary.GlobalOf(summary.Background)
	}
	ev.Out = l.outward(l.c, &summary.OutCall{Name: l.calleeName(), Protocol: "lock"}, l.site)
	return l.do([]Case{{Events: []Event{ev}}})
}

// carriedCtx is the context that the call ends with; the background for one that takes none.
func (l libraryCall) carriedCtx() *summary.Expr {
	switch e := l.entry; {
	case !e.Carrier.IsZero():
		if carrier := l.place(e.Carrier); carrier != nil {
			return l.c.fold(carrier.Dot(ctxField))
		}
		return nil
	case !e.Ctx.IsZero():
		return l.place(e.Ctx)
	}
	return summary.GlobalOf(summary.Background)
}

// carry makes a request or command carry a context.
func (l libraryCall) carry() {
	ctx := summary.GlobalOf(summary.Background)
	if !l.entry.Ctx.IsZero() {
		ctx = l.place(l.entry.Ctx)
	}
	made := resultOf(l.site.local, 0)
	if handle := l.place(l.entry.Handle); handle != nil {
		l.c.store(handle.Dot(ctxField), orUnknown(ctx, l.site.local))
		l.result(l.c, l.site.local, 0, handle)
		return
	}
	l.c.store(made.Dot(ctxField), orUnknown(ctx, l.site.local))
}

// setTimeout bounds the later calls of a client or connection.
func (l libraryCall) setTimeout() {
	handle := l.place(l.entry.Handle)
	if handle == nil {
		return
	}
	l.c.store(handle.Dot(timeoutField), orUnknown(l.place(l.entry.Timeout), l.site.local))
	if l.site.common.Signature().Results().Len() == 1 && types.Identical(l.site.common.Signature().Results().At(0).Type(), l.site.common.Args[0].Type()) {
		l.result(l.c, l.site.local, 0, handle)
	}
}

// limits are what may bound the call besides its context.
func (l libraryCall) limits() []*summary.Expr {
	e := l.entry
	var out []*summary.Expr
	if !e.Timeout.IsZero() {
		out = append(out, l.place(e.Timeout).Times(e.TTLUnit.Nanoseconds()))
	}
	if client := l.client(); client != nil {
		fields := e.TimeoutFields
		if len(fields) == 0 {
			fields = []string{timeoutField}
		}
		for _, f := range fields {
			out = append(out, l.c.fold(dots(client, f)))
		}
	}
	if e.DefaultBound != 0 {
		out = append(out, summary.ConstOf(strconv.FormatInt(int64(e.DefaultBound), 10)))
	}
	return out
}

// client is the value whose fields bound the call, or nil.
func (l libraryCall) client() *summary.Expr {
	if l.entry.ClientVar != "" {
		return summary.GlobalOf(l.entry.Pkg + "." + l.entry.ClientVar)
	}
	return l.place(l.entry.Client)
}

func dots(x *summary.Expr, path string) *summary.Expr {
	for _, name := range strings.Split(path, ".") {
		x = x.Dot(name)
	}
	return x
}

// outward completes what is known of a call of another program here: of the fields that bound it, and of the
// loop it stands in.
func (w *walker) outward(c *config, out *summary.OutCall, site callSite) *summary.OutCall {
	known := *out
	known.Limits = make([]*summary.Expr, len(out.Limits))
	for i, x := range out.Limits {
		known.Limits[i] = w.limit(x)
	}
	known.Endless = out.Endless || w.endless(site)
	known.Times = max(1, out.Times) * w.times(site)
	return &known
}

// limit is what is known of a limit that is the field of something: the fields of a struct, and a package
// variable, may always be given the same.
func (w *walker) limit(x *summary.Expr) *summary.Expr {
	if x == nil || x.Op != summary.Field {
		return x
	}
	if root := x.Root(); root != nil && root.Op == summary.Nil { // no transport: the default one
		return summary.ConstOf("0")
	}
	if y, seen := w.limited[x.String()]; seen {
		return y
	}
	y := x
	if ns, ok := w.world.Limit(w.rootType(x.Root()), x); ok {
		y = summary.ConstOf(ns)
	}
	if w.limited == nil {
		w.limited = map[string]*summary.Expr{}
	}
	w.limited[x.String()] = y
	return y
}

// rootType is the type of a parameter, captured variable or result, or nil.
func (w *walker) rootType(root *summary.Expr) types.Type {
	if root == nil {
		return nil
	}
	fn := w.fn.Fn
	switch {
	case root.Op == summary.Param && root.Index < len(fn.Params):
		return fn.Params[root.Index].Type()
	case root.Op == summary.Free && root.Index < len(fn.FreeVars):
		return fn.FreeVars[root.Index].Type()
	}
	return nil
}

// calleeName is the name of the function that is called, as one writes it in another package.
func (l libraryCall) calleeName() string {
	obj := l.site.common.Method
	if fn := l.site.common.StaticCallee(); fn != nil {
		obj = l.world.Object(fn)
	}
	if obj == nil {
		return l.entry.Name
	}
	name := obj.Name()
	if recv := obj.Signature().Recv(); recv != nil {
		t := types.Unalias(recv.Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		if n, ok := t.(*types.Named); ok {
			name = n.Obj().Name() + "." + name
		}
	}
	if obj.Pkg() != nil {
		name = obj.Pkg().Name() + "." + name
	}
	return name
}

// unbound gives a zero value of a library's type, or one that holds such a value, the limits that it has if nobody
// sets any: none.
func (w *walker) unbound(c *config, local *summary.Expr, t types.Type) {
	w.noLimits(c, local, t)
	if s, ok := t.Underlying().(*types.Struct); ok {
		for f := range s.Fields() {
			if _, isStruct := f.Type().Underlying().(*types.Struct); isStruct {
				w.noLimits(c, local.Dot(f.Name()), f.Type())
			}
		}
	}
}

func (w *walker) noLimits(c *config, at *summary.Expr, t types.Type) {
	for _, path := range w.world.Catalog().LimitsOf(t) {
		field, _, deep := strings.Cut(path, ".")
		none := summary.ConstOf("0")
		if deep {
			none = summary.NilExpr
		}
		c.set(at.Dot(field), none)
	}
}

// loseLimits forgets the limits of clients that are given to a function of which nothing is known.
func (w *walker) loseLimits(c *config, site callSite) {
	for i, a := range site.args {
		if a == nil || site.common.IsInvoke() && i == 0 {
			continue
		}
		for _, path := range w.world.Catalog().LimitsOf(w.argType(site, i)) {
			field, _, _ := strings.Cut(path, ".")
			c.cells.remove(a.Dot(field).String())
		}
	}
}

func (w *walker) argType(site callSite, i int) types.Type {
	if site.common.IsInvoke() {
		i--
	}
	if i < len(site.common.Args) {
		return site.common.Args[i].Type()
	}
	return nil
}

// sleeps is time.Sleep.
func (w *walker) sleeps(c *config, site callSite) {
	if len(site.args) == 1 {
		w.wait(c, "time.Sleep", site.args[0], nil, site)
	}
}

// wait lets time pass. One of which it is not known how long it is matters only as part of a loop.
func (w *walker) wait(c *config, name string, d, ctx *summary.Expr, site callSite) {
	if isGlobal(d) {
		if ns, ok := w.world.Limit(nil, d); ok {
			d = summary.ConstOf(ns)
		}
	}
	out := w.outward(c, &summary.OutCall{Name: name, Limits: []*summary.Expr{d}}, site)
	if (d == nil || d.Op != summary.Const) && !out.Endless {
		return
	}
	e := summary.Event{Kind: summary.Wait, Ctx: ctx, Out: out}
	w.happen(c, Event{Event: e, Pos: site.pos, Deferred: site.deferred}, frame{})
}

func isGlobal(x *summary.Expr) bool { return x != nil && x.Op == summary.Global }

// timer receives from a channel that a timer sends on, unless a context ends first.
func (w *walker) timer(c *config, instr ssa.Instruction, ch ssa.Value, ctx *summary.Expr, pos token.Pos) {
	if d, name := timerOf(ch); d != nil {
		w.wait(c, name, w.eval(c, d), ctx, callSite{instr: instr, pos: pos})
	}
}

// selectsTimer is a select that waits for a timer, if not for the end of a context.
func (w *walker) selectsTimer(c *config, v *ssa.Select) {
	var timer ssa.Value
	var pos token.Pos
	var ctx *summary.Expr
	for _, st := range v.States {
		d, _ := timerOf(st.Chan)
		switch {
		case d != nil && timer == nil:
			timer, pos = st.Chan, st.Pos
		case !isCtxDone(st.Chan): // something else may come first
			return
		default:
			ctx = w.eval(c, st.Chan.(*ssa.Call).Call.Value)
		}
	}
	if timer != nil && v.Blocking {
		w.timer(c, v, timer, ctx, pos)
	}
}

// timerOf is how long after its making a channel is sent on: time.After(d), time.NewTimer(d).C.
func timerOf(ch ssa.Value) (d ssa.Value, name string) {
	if load, ok := ch.(*ssa.UnOp); ok && load.Op == token.MUL {
		if f, ok := load.X.(*ssa.FieldAddr); ok {
			ch = f.X
		}
	}
	call, ok := ch.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return nil, ""
	}
	switch name := call.Call.StaticCallee().String(); name {
	case "time.After", "time.NewTimer":
		return call.Call.Args[0], name
	}
	return nil, ""
}

// isCtxDone tells ctx.Done().
func isCtxDone(ch ssa.Value) bool {
	call, ok := ch.(*ssa.Call)
	return ok && call.Call.IsInvoke() && call.Call.Method.FullName() == "(context.Context).Done"
}

// isSleep tells time.Sleep.
func isSleep(obj *types.Func) bool { return obj.Name() == "Sleep" && obj.FullName() == "time.Sleep" }
