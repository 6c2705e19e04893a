package catalog

// errorEntries lists the errors that code asks for with errors.Is and ==.
func errorEntries() []ErrEntry {
	return []ErrEntry{
		{"database/sql", "ErrNoRows", NoRow},
		{"database/sql", "ErrTxDone", Ended},
		{"database/sql", "ErrConnDone", Ended},
		{"database/sql/driver", "ErrBadConn", Discard},
		{gormPkg, "ErrRecordNotFound", NoRow},
		{gormPkg, "ErrDuplicatedKey", Duplicate},
		{pgxPkg, "ErrNoRows", NoRow},
		{pgxPkg, "ErrTxClosed", Ended},
		{redis9, "Nil", NoRow}, // of SET NX: busy
		{redis8, "Nil", NoRow},
		{redsyncPkg, "ErrFailed", Busy},
		{redsyncPkg, "ErrTaken", Busy},
		{redsyncPkg, "ErrExtendFailed", Lost},
		{redsyncPkg, "ErrLockAlreadyExpired", Lost},
		{redislockPkg, "ErrNotObtained", Busy}, // of Refresh: lost
		{redislockPkg, "ErrLockNotHeld", Lost},
		{etcdLockPkg, "ErrLocked", Busy},
		{etcdLockPkg, "ErrSessionExpired", Lost},
		{etcdLockPkg, "ErrLockReleased", Lost},
		{etcdLockPkg, "ErrElectionNotLeader", Lost},
	}
}
