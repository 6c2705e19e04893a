// Package inventory lists every place at which a program takes a lock, and lays side by side what belongs
// together: the templates of one resource, across packages and modules.
//
// [Of] collects the sites of one package; they are plain data, so that a cache can keep them. [Make] makes the
// inventory of all of them. The rest prints it, compares it with an older one, and holds it against what the
// configuration demands.
package inventory

import "time"

// Version is the version of the JSON form. It changes when a field changes its meaning or goes away, not when one is added.
const Version = 1

// An Inventory is the lock sites of some modules.
type Inventory struct {
	Version   int        `json:"version"`
	Modules   []Module   `json:"modules"`
	Resources []Resource `json:"resources"` // in the order of their names; each site belongs to one
	Sites     []Site     `json:"sites"`     // in the order of the source
	Wrappers  []Site     `json:"wrappers"`  // where functions take a lock for callers that are sites
	Counts    Counts     `json:"counts"`
}

// A Module is what was looked at in one run.
type Module struct {
	Dir      string   `json:"dir"`      // as it was given; "." for the working directory
	Patterns []string `json:"patterns"` // of its packages
}

// Counts say how many sites there are, and how many of them have which mark.
type Counts struct {
	Sites     int    `json:"sites"`
	Resources int    `json:"resources"`
	Packages  int    `json:"packages"`
	Findings  int    `json:"findings"`
	Marks     []Mark `json:"marks"`
}

// A Mark counts the sites, or resources, with one of the marks.
type Mark struct {
	Mark  string `json:"mark"`
	Count int    `json:"count"`
}

// A Pos is a place in the source.
type Pos struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// A Site is a place at which a lock is taken.
type Site struct {
	ID       string   `json:"id"` // of package, function, template and occurrence: it survives lines that move
	Pos      Pos      `json:"pos"`
	Module   string   `json:"module"` // the directory that was given
	Package  string   `json:"package"`
	Function string   `json:"function"` // the declaration around it: (*Service).Place
	Text     string   `json:"text"`     // the source of the acquire
	Callee   string   `json:"callee"`   // (*redislock.Client).Obtain
	Via      []string `json:"via"`      // the functions that lead to the library, outermost first
	Lock     Lock     `json:"lock"`
	Unknown  string   `json:"unknown,omitempty"` // why the site is not understood

	TTL      TTL       `json:"ttl"`
	Wait     Wait      `json:"wait"`
	Token    string    `json:"token"`   // none, constant, key, fresh, given, handle, unknown
	Renewal  string    `json:"renewal"` // none; library; callee: of the functions in via, or the library; code: something that the function starts; unknown
	Fate     string    `json:"fate"`    // released; elsewhere: in another function; with transaction; own statement; handed on: the lock is returned or stored; never; unknown
	Releases []Release `json:"releases"`

	Transaction Transaction `json:"transaction"`
	Timeline    []Event     `json:"timeline"` // of the path that tells the most
	Worst       Worst       `json:"worst"`
	Tables      []Access    `json:"tables"`
	Defence     Defence     `json:"defence"`

	Findings []Finding `json:"findings"`
	Marks    []string  `json:"marks"`
	Resource string    `json:"resource"` // the name of the resource
}

// A Lock says what is taken.
type Lock struct {
	Kind     string `json:"kind"`               // process, lease, session, transaction, unknown
	What     string `json:"what"`               // for people: redis lock, advisory lock, row lock ...
	Library  string `json:"library"`            // the import path of what takes it; "" for a channel or a lock of the project
	Store    string `json:"store"`              // sql, redis, etcd, consul, zookeeper, dynamo, embedded, or ""
	Template string `json:"template"`           // of the key: lock:order:{}; "" where none is known
	Name     string `json:"name"`               // what to call it: the template, or the path of the mutex, or the table
	Shared   bool   `json:"shared"`             // a reader's lock
	Claim    bool   `json:"claim"`              // a key that says that something was done, or is not to be done too often: nobody gives it back
	Assuming string `json:"assuming,omitempty"` // on which assumption it is a lock
}

// A TTL is how long a lease lives.
type TTL struct {
	Is   string `json:"is"` // limited, unlimited, computed, none: the lock is no lease
	MS   int64  `json:"ms"` // limited: milliseconds
	Text string `json:"text"`
}

// A Wait is how the acquire waits where the lock is busy.
type Wait struct {
	Is   string `json:"is"` // no, limited, context, unlimited, unknown
	MS   int64  `json:"ms"`
	Text string `json:"text"`
}

// A Release is one place at which the lock is given back.
type Release struct {
	Pos   Pos      `json:"pos"`
	How   string   `json:"how"`  // unlock, compare-and-delete, delete, watched delete, end of transaction, end of connection
	When  string   `json:"when"` // deferred; by hand; runner: by the function that takes it; transaction
	Text  string   `json:"text"`
	Via   []string `json:"via,omitempty"`
	Apart bool     `json:"apart,omitempty"` // in another function than the acquire, found by the key
}

// A Transaction is how the lock and a transaction lie to each other.
type Transaction struct {
	Relation string `json:"relation"` // none, around, inside, early, late, given, part: see docs/inventory.md
	Begin    *Pos   `json:"begin,omitempty"`
	End      *Pos   `json:"end,omitempty"`
}

// An Event is a step of the timeline.
type Event struct {
	What     string   `json:"what"` // begin, acquire, read, write, outbound, wait, release, commit, rollback, extend
	Pos      Pos      `json:"pos"`
	Text     string   `json:"text"`
	Via      []string `json:"via,omitempty"`   // the functions that lead there
	Trail    []Pos    `json:"trail,omitempty"` // and the places in them
	Table    string   `json:"table,omitempty"` // or key
	Store    string   `json:"store,omitempty"`
	Callee   string   `json:"callee,omitempty"` // outbound, wait: http.Client.Do
	Bound    string   `json:"bound,omitempty"`  // outbound, wait: bounded, context, unbounded, unknown
	MS       int64    `json:"ms,omitempty"`     // bounded: how long at most, by constants
	Times    int      `json:"times,omitempty"`  // how often at most, where a loop does it
	Loop     bool     `json:"loop,omitempty"`   // in a loop that no constant bounds
	Defence  []string `json:"defence,omitempty"`
	Deferred bool     `json:"deferred,omitempty"`
	Held     bool     `json:"held"`            // the lock of the site is held meanwhile
	Self     bool     `json:"self,omitempty"`  // acquire, release: of the lock of the site, else of another one
	Other    string   `json:"other,omitempty"` // acquire, release: the name of the other lock
}

// A Worst is how long the lock is held at worst, by constants.
type Worst struct {
	Is   string `json:"is"` // none: nothing that is known to wait; sum; unbounded: something under it has no bound
	MS   int64  `json:"ms"`
	Text string `json:"text"` // 3 x (2s timeout of http.Get + 1s back-off) = 9s, or what has no bound
}

// An Access is what is done to a table, or a key of a store, under the lock.
type Access struct {
	Table string `json:"table"`
	Store string `json:"store"`
	Read  bool   `json:"read"`
	Write bool   `json:"write"`
}

// A Defence says what keeps the data right where the lock fails.
type Defence struct {
	Is  string   `json:"is"`  // none: nothing is written; missing; partly: of some writes; all
	How []string `json:"how"` // row lock, unique constraint ...
}

// A Finding points into the site.
type Finding struct {
	Rule     string `json:"rule"`
	Category string `json:"category"`
	ID       string `json:"id"`
	Pos      Pos    `json:"pos"`
	Message  string `json:"message"`
	Sure     string `json:"sure"`
}

// A Resource is what some locks guard, as far as their templates and tables tell.
type Resource struct {
	Name      string   `json:"name"`
	Templates []string `json:"templates"`
	Tables    []string `json:"tables"` // that are written under its locks, or whose rows are locked
	Kinds     []string `json:"kinds"`
	Packages  []string `json:"packages"`
	Sites     []string `json:"sites"` // their IDs
	Marks     []string `json:"marks"`
}

// milliseconds rounds up what is not zero.
func milliseconds(d time.Duration) int64 {
	return int64((d + time.Millisecond - 1) / time.Millisecond)
}
