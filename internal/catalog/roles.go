package catalog

var roleNames = [...]string{"NoRole", "NewLock", "Acquire", "TryAcquire", "Release", "Delete", "Extend", "Begin", "Commit", "Rollback", "RunInTx", "RunPinned",
	"RunInLock", "Pin", "Unpin", "Statement", "Scan", "Read", "Write", "Derive", "Accessor", "Script", "Hook", "Hijack", "Open", "Close", "Next", "Text", "Command",
	"NewSession", "EndSession", "LossSignal", "StartRenewal", "Calls", "Spawns", "Outbound", "SetTimeout", "Carry", "Word", "SetTTL"}

func (r Role) String() string {
	if int(r) < len(roleNames) {
		return roleNames[r]
	}
	return "NoRole"
}
