package localmutex

// A reason is why a section is no fault. The later ones are nearer to one.
type reason int

// The reasons.
const (
	none reason = iota
	otherKind
	readers
	noWrite
	unknownStore
	schema
	embedded
	inCallee
	gate
	noRead
	otherRows
	independent
	connection
	atomic
	unique
	conditional
	rowLocked
	twoTier
	inMemory
)
