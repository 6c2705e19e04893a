package catalog

import "slices"

const (
	mongo1Pkg = "go.mongodb.org/mongo-driver/mongo"
	mongo2Pkg = "go.mongodb.org/mongo-driver/v2/mongo"
)

// mongoEntries describes the driver of MongoDB, v1 and v2. What an operation is part of is said by its ctx: it carries
// the session, and with it the transaction.
func mongoEntries() []Entry {
	return slices.Concat(mongoVersion(mongo1Pkg, "Session"), mongoVersion(mongo2Pkg, "Session"), mongoOnly1(), mongoOnly2())
}

func mongoVersion(pkg, session string) []Entry {
	run := Entry{Pkg: pkg, Recv: []string{session}, Role: RunInTx, Store: Mongo, Handle: Recv, Ctx: Arg(0), Func: Arg(1), Tx: ArgOf(1, 0), Err: Result(1), Guarded: true}
	begin := Entry{Pkg: pkg, Recv: []string{session}, Role: Begin, Store: Mongo, Handle: Recv, Tx: Recv, Err: Result(0)}
	end := Entry{Pkg: pkg, Recv: []string{session}, Store: Mongo, Tx: Recv, Ctx: Arg(0), Err: Result(0)}
	commit, abort, finish := end, end, end
	commit.Role, abort.Role = Commit, Rollback
	finish.Role, finish.Err = Rollback, Place{} // aborts what is open
	start := Entry{Pkg: pkg, Recv: []string{"Client"}, Role: Pin, Store: Mongo, Handle: Recv, Tx: Result(0), Err: Result(1)}
	use := Entry{Pkg: pkg, Recv: []string{"Client"}, Role: RunPinned, Store: Mongo, Handle: Recv, Ctx: Arg(0), Func: Arg(1), Tx: ArgOf(1, 0), Err: Result(0)}
	useOpts := use
	useOpts.Func, useOpts.Tx = Arg(2), ArgOf(2, 0)
	with := Entry{Pkg: pkg, Role: RunPinned, Store: Mongo, Handle: Arg(1), Ctx: Arg(0), Func: Arg(2), Tx: ArgOf(2, 0), Err: Result(0)}
	return slices.Concat(
		each(run, "WithTransaction"), each(begin, "StartTransaction"), each(commit, "CommitTransaction"), each(abort, "AbortTransaction"), each(finish, "EndSession"),
		each(start, "StartSession"), each(use, "UseSession"), each(useOpts, "UseSessionWithOptions"), each(with, "WithSession"),
		[]Entry{
			{Pkg: pkg, Name: "NewSessionContext", Role: Derive, Store: Mongo, Ctx: Arg(0), Handle: Arg(1)},
			{Pkg: pkg, Name: "SessionFromContext", Role: Derive, Store: Mongo, Handle: Arg(0)},
			{Pkg: pkg, Recv: []string{"Client"}, Name: "Disconnect", Role: Close, Store: Mongo, Ctx: Arg(0), Handle: Recv, Err: Result(0)},
			{Pkg: pkg, Recv: []string{"Client"}, Name: "Database", Role: Derive, Store: Mongo, Handle: Recv},
			{Pkg: pkg, Recv: []string{"Database"}, Name: "Collection", Role: Derive, Store: Mongo, Handle: Recv, Table: Arg(0)},
			{Pkg: pkg, Recv: []string{"Database"}, Name: "Client", Role: Derive, Store: Mongo, Handle: Recv},
			{Pkg: pkg, Recv: []string{"Collection"}, Name: "Database", Role: Derive, Store: Mongo, Handle: Recv},
		},
		mongoCollection(pkg), mongoAnswers(pkg))
}

// mongoCollection: an update takes effect on the documents that its filter finds.
func mongoCollection(pkg string) []Entry {
	noDocuments := []string{"ErrNoDocuments"}
	c := Entry{Pkg: pkg, Recv: []string{"Collection"}, Store: Mongo, Handle: Recv, Ctx: Arg(0), Within: Arg(0), Terminal: true}
	find, count, one, insert, update, remove, change, bulk, drop := c, c, c, c, c, c, c, c, c
	find.Role, find.Cond, find.Answer, find.Err = Read, Arg(1), Later, Result(1)
	count.Role, count.Cond, count.Into, count.Answer, count.Err = Read, Arg(1), Result(0), Direct, Result(1)
	estimated := count
	estimated.Cond = Place{}
	one.Role, one.Cond, one.Answer, one.Err, one.Outcome = Read, Arg(1), Later, Result(0).Dot("err"), noDocuments
	insert.Role, insert.Value, insert.Err = Write, Arg(1), Result(1)
	update.Role, update.Cond, update.Value, update.Err = Write, Arg(1), Arg(2), Result(1)
	remove.Role, remove.Cond, remove.Err = Write, Arg(1), Result(1)
	change.Role, change.Cond, change.Value, change.Reads, change.Atomic, change.Err, change.Outcome = Write, Arg(1), Arg(2), true, true, Result(0).Dot("err"), noDocuments
	take := change
	take.Value = Place{}
	bulk.Role, bulk.Value, bulk.Err = Write, Arg(1), Result(1)
	drop.Role, drop.Err = Write, Result(0)
	command := c.on("Database")
	command.Role, command.Reads, command.Err = Write, true, Result(0).Dot("err")
	return slices.Concat(
		each(find, "Find", "Aggregate"), each(count, "CountDocuments"), each(estimated, "EstimatedDocumentCount"), each(one, "FindOne"),
		each(insert, "InsertOne", "InsertMany"), each(update, "UpdateOne", "UpdateMany", "UpdateByID", "ReplaceOne"), each(remove, "DeleteOne", "DeleteMany"),
		each(change, "FindOneAndUpdate", "FindOneAndReplace"), each(take, "FindOneAndDelete"), each(bulk, "BulkWrite"), each(drop, "Drop"),
		each(command, "RunCommand"))
}

func mongoAnswers(pkg string) []Entry {
	one := Entry{Pkg: pkg, Recv: []string{"SingleResult"}, Role: Scan, Store: Mongo, Handle: Recv, Into: Pointee(0), Err: Result(0), Outcome: []string{"ErrNoDocuments"}}
	cursor := Entry{Pkg: pkg, Recv: []string{"Cursor"}, Role: Scan, Store: Mongo, Handle: Recv, Into: Pointee(0), Err: Result(0)}
	all := cursor
	all.Ctx, all.Into = Arg(0), Pointee(1)
	return slices.Concat(each(one, "Decode"), each(cursor, "Decode"), each(all, "All"), []Entry{
		{Pkg: pkg, Recv: []string{"SingleResult", "Cursor"}, Name: "Err", Role: Accessor, Returns: []Place{Recv.Dot("err")}},
		{Pkg: pkg, Recv: []string{"Cursor"}, Name: "Next", Role: Next, Store: Mongo, Handle: Recv, Ctx: Arg(0)},
	})
}

func mongoOnly1() []Entry {
	distinct := Entry{Pkg: mongo1Pkg, Recv: []string{"Collection"}, Name: "Distinct", Role: Read, Store: Mongo, Handle: Recv, Ctx: Arg(0), Within: Arg(0), Cond: Arg(2), Into: Result(0), Answer: Direct,
		Err: Result(1), Terminal: true}
	return []Entry{distinct,
		{Pkg: mongo1Pkg, Name: "Connect", Role: Open, Store: Mongo, Ctx: Arg(0), Err: Result(1)},
		{Pkg: mongo1Pkg, Name: "NewClient", Role: Open, Store: Mongo, Err: Result(1)},
	}
}

func mongoOnly2() []Entry {
	return []Entry{
		{Pkg: mongo2Pkg, Recv: []string{"Client"}, Name: "BulkWrite", Role: Write, Store: Mongo, Handle: Recv, Ctx: Arg(0), Within: Arg(0), Value: Arg(1), Err: Result(1), Terminal: true},
		{Pkg: mongo2Pkg, Name: "Connect", Role: Open, Store: Mongo, Err: Result(1)},
	}
}

func mongoTypes() []TypeEntry {
	var out []TypeEntry
	for _, pkg := range []string{mongo1Pkg, mongo2Pkg} {
		out = append(out,
			TypeEntry{Pkg: pkg, Name: "Client", Scope: PoolScope, Store: Mongo},
			TypeEntry{Pkg: pkg, Name: "Database", Store: Mongo},
			TypeEntry{Pkg: pkg, Name: "Collection", Store: Mongo},
			TypeEntry{Pkg: pkg, Name: "Session", Scope: PinnedScope, Store: Mongo})
	}
	return append(out, TypeEntry{Pkg: mongo1Pkg, Name: "SessionContext", Scope: PinnedScope, Store: Mongo})
}
