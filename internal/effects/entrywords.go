package effects

import "github.com/locklint/locklint/internal/catalog"

// entryWords is what the catalogue says of a library function.
func entryWords(e *catalog.Entry) string {
	text := roleWords[e.Role]
	if e.Kind != catalog.UnknownKind {
		text += [...]string{"", " (of the process)", " (a lease)", " (a session lock)", " (a transaction lock)"}[e.Kind]
	}
	if e.Shared {
		text += ", shared"
	}
	if !e.If.IsZero() {
		text += ", if the arguments say so"
	}
	return text
}

var roleWords = map[catalog.Role]string{
	catalog.NewLock:      "makes the handle of a lock and does not take it",
	catalog.Acquire:      "waits for a lock and takes it",
	catalog.TryAcquire:   "takes a lock if it is free",
	catalog.Release:      "releases a lock",
	catalog.Delete:       "deletes a key, whoever set it",
	catalog.Extend:       "renews a lock",
	catalog.Begin:        "begins a transaction",
	catalog.Commit:       "commits the transaction",
	catalog.Rollback:     "rolls the transaction back",
	catalog.RunInTx:      "runs a function in a transaction, which commits if the function returns no error",
	catalog.RunPinned:    "runs a function on one connection, without a transaction",
	catalog.RunInLock:    "runs a function under a lock",
	catalog.Pin:          "takes one connection out of the pool",
	catalog.Unpin:        "gives the connection back",
	catalog.Statement:    "runs an SQL statement",
	catalog.Scan:         "looks at the answer of a statement",
	catalog.Read:         "reads the store",
	catalog.Write:        "writes the store",
	catalog.Derive:       "returns the same handle",
	catalog.Accessor:     "returns a part of its receiver",
	catalog.Script:       "runs a script in the store",
	catalog.Hook:         "registers a function that runs after the transaction",
	catalog.Open:         "opens a client or a pool",
	catalog.Close:        "closes the client, pool or connection",
	catalog.Command:      "sends a command",
	catalog.NewSession:   "makes a session on which leases hang",
	catalog.EndSession:   "ends the session, and releases its locks",
	catalog.StartRenewal: "renews the lock in the background",
	catalog.Calls:        "calls the function",
	catalog.Spawns:       "calls the function in another goroutine",
	catalog.Hijack:       "takes the connection away from its pool",
	catalog.Next:         "moves on to the next row",
	catalog.Text:         "makes the text of a statement",
	catalog.LossSignal:   "tells when the lock is lost",
	catalog.Outbound:     "calls another program and waits for it",
	catalog.SetTimeout:   "bounds the later calls",
	catalog.Carry:        "makes a request or command that carries the context",
	catalog.Word:         "adds words to a command",
	catalog.SetTTL:       "sets the life of the lock",
}
