package catalog

import "slices"

const redigoPkg = "github.com/gomodule/redigo/redis"

// redigoEntries describes redigo: commands are words, answers go through helpers that give what they were given.
// A nil answer is no error until a helper makes ErrNil of it.
func redigoEntries() []Entry {
	do := Entry{Pkg: redigoPkg, Recv: []string{"Conn", "loggingConn"}, Role: Command, Store: Redis, Handle: Recv, OK: answer, Err: Result(1), Busy: "ErrNil", Terminal: true, Answer: Later}
	ctx, timeout, send := do.on("ConnWithContext", "loggingConn"), do.on("ConnWithTimeout", "loggingConn"), do
	ctx.Ctx, ctx.Args = Arg(0), 1
	timeout.Args = 1
	send.Terminal, send.OK, send.Err = false, Place{}, Result(0) // runs at Flush, or with the next Do
	doContext, doTimeout := do, do
	doContext.Recv, doContext.Handle, doContext.Ctx, doContext.Args = nil, Arg(0), Arg(1), 2
	doTimeout.Recv, doTimeout.Handle, doTimeout.Args = nil, Arg(0), 2
	return slices.Concat(
		each(do, "Do"), each(ctx, "DoContext"), each(timeout, "DoWithTimeout"), each(send, "Send"),
		each(doContext, "DoContext"), each(doTimeout, "DoWithTimeout"),
		redigoScripts(), redigoConns(), redigoAnswers())
}

// redigoScripts: the keys stand before the other arguments, so that the first argument is the first key.
func redigoScripts() []Entry {
	run := Entry{Pkg: redigoPkg, Recv: []string{"Script"}, Role: Script, Store: Redis, SQL: Recv, Handle: Arg(0), Key: Arg(1), Err: Result(1), Terminal: true, Answer: Later}
	ctx, send := run, run
	ctx.Ctx, ctx.Handle, ctx.Key = Arg(0), Arg(1), Arg(2)
	send.Terminal, send.Err = false, Result(0)
	return slices.Concat(
		[]Entry{{Pkg: redigoPkg, Name: "NewScript", Role: Script, Store: Redis, SQL: Arg(1)}},
		each(run, "Do"), each(ctx, "DoContext"), each(send, "Send", "SendHash"))
}

func redigoConns() []Entry {
	open := Entry{Pkg: redigoPkg, Role: Open, Store: Redis}
	dial := open.resultError(1)
	ctx := dial
	ctx.Ctx = Arg(0)
	pin := Entry{Pkg: redigoPkg, Recv: []string{"Pool"}, Role: Pin, Store: Redis, Handle: Recv, Tx: Result(0)}
	pinCtx := pin
	pinCtx.Ctx, pinCtx.Err = Arg(0), Result(1)
	return slices.Concat(
		each(open, "NewPool", "NewConn"), each(dial, "Dial", "DialURL", "DialTimeout"), each(ctx, "DialContext", "DialURLContext"),
		each(pin, "Get"), each(pinCtx, "GetContext"),
		each(Entry{Pkg: redigoPkg, Role: Derive, Store: Redis, Handle: Arg(0)}, "NewLoggingConn", "NewLoggingConnFilter"),
		[]Entry{
			{Pkg: redigoPkg, Recv: []string{"Conn", "loggingConn"}, Name: "Close", Role: Unpin, Store: Redis, Tx: Recv, Err: Result(0)},
			{Pkg: redigoPkg, Recv: []string{"Pool"}, Name: "Close", Role: Close, Store: Redis, Handle: Recv, Err: Result(0)},
		})
}

// redigoAnswers describes the helpers around a call: redis.Int(conn.Do(...)).
func redigoAnswers() []Entry {
	e := Entry{Pkg: redigoPkg, Role: Accessor, Returns: []Place{Arg(0).Dot("ok"), Arg(1)}}
	return each(e, "Bool", "ByteSlices", "Bytes", "Float64", "Float64Map", "Float64s", "Int", "Int64", "Int64Map", "Int64s", "IntMap", "Ints",
		"MultiBulk", "String", "StringMap", "Strings", "Uint64", "Uint64Map", "Uint64s", "Values")
}

func redigoTypes() []TypeEntry {
	return []TypeEntry{
		{Pkg: redigoPkg, Name: "Pool", Scope: PoolScope, Store: Redis},
		{Pkg: redigoPkg, Name: "Conn", Scope: PinnedScope, Store: Redis},
		{Pkg: redigoPkg, Name: "ConnWithContext", Scope: PinnedScope, Store: Redis},
		{Pkg: redigoPkg, Name: "ConnWithTimeout", Scope: PinnedScope, Store: Redis},
	}
}
