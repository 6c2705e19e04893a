package catalog

import (
	"go/types"
	"slices"
	"strings"
	"time"
)

// This file and queues.go describe calls of other programs. What returns before anything is sent (an asynchronous
// producer, a buffered publish) is no such call and is left out.

// outbound begins an entry of a call that speaks protocol.
func outbound(pkg, protocol string, recv ...string) Entry {
	e := Entry{Pkg: pkg, Recv: recv, Role: Outbound, Protocol: protocol}
	if len(recv) > 0 {
		e.Handle = Recv
	}
	return e
}

func (e Entry) ctx(i int) Entry { e.Ctx = Arg(i); return e }

func (e Entry) client(p Place, fields ...string) Entry {
	e.Client, e.TimeoutFields = p, fields
	return e
}

func (e Entry) bound(d time.Duration) Entry { e.DefaultBound = d; return e }

func (e Entry) timeout(p Place) Entry { e.Timeout = p; return e }

// setTimeout says that a method bounds the later calls of its receiver by argument i.
func setTimeout(pkg string, i int, recv ...string) Entry {
	return Entry{Pkg: pkg, Recv: recv, Role: SetTimeout, Handle: Recv, Timeout: Arg(i)}
}

// carry says that what is made carries the ctx.
func carry(pkg string, recv ...string) Entry {
	e := Entry{Pkg: pkg, Recv: recv, Role: Carry, Ctx: Arg(0)}
	return e
}

// carryNone says that what is made carries no ctx.
func carryNone(pkg string) Entry { return Entry{Pkg: pkg, Role: Carry} }

// opens says that the result is a connection that nothing bounds until a SetTimeout does.
func (e Entry) opens() Entry { e.Opens = true; return e }

const (
	httpPkg = "net/http"
	netPkg  = "net"
	smtpPkg = "net/smtp"
	execPkg = "os/exec"
	sshPkg  = "golang.org/x/crypto/ssh"
	grpcPkg = "google.golang.org/grpc"
	restPkg = "github.com/go-resty/resty/v2"
)

// httpOutbound: the functions use DefaultClient, which has no timeout unless the program gives it one.
func httpOutbound() []Entry {
	do := outbound(httpPkg, "http", "Client").client(Recv, "Timeout", "Transport.ResponseHeaderTimeout")
	carrier := do
	carrier.Carrier = Arg(0)
	trip, direct := outbound(httpPkg, "http", "RoundTripper").client(Recv), outbound(httpPkg, "http", "Transport").client(Recv, "ResponseHeaderTimeout")
	trip.Carrier, direct.Carrier = Arg(0), Arg(0)
	byDefault := outbound(httpPkg, "http")
	byDefault.ClientVar, byDefault.TimeoutFields = "DefaultClient", do.TimeoutFields
	return slices.Concat(
		each(do, "Get", "Head", "Post", "PostForm"), each(carrier, "Do"), each(trip, "RoundTrip"), each(direct, "RoundTrip"),
		each(byDefault, "Get", "Head", "Post", "PostForm"),
		each(carry(httpPkg), "NewRequestWithContext"), each(carryNone(httpPkg), "NewRequest"), each(carry(httpPkg, "Request"), "WithContext", "Clone"))
}

// netOutbound: without a timeout the operating system gives up on a connect after minutes; a name is looked up
// within the time that the resolver's configuration says. A read or write lasts until the other side acts.
func netOutbound() []Entry {
	dialer := outbound(netPkg, "tcp", "Dialer").client(Recv, "Timeout", "Deadline")
	lookup := outbound(netPkg, "dns").bound(10 * time.Second)
	lookupCtx := outbound(netPkg, "dns", "Resolver").ctx(0).bound(10 * time.Second)
	conn := outbound(netPkg, "tcp", "Conn", "conn").client(Recv)
	return slices.Concat(
		each(outbound(netPkg, "tcp").opens(), "Dial", "DialTCP"), each(outbound(netPkg, "tcp").timeout(Arg(2)).opens(), "DialTimeout"),
		each(dialer.opens(), "Dial"), each(dialer.ctx(0).opens(), "DialContext"),
		each(lookup, "LookupAddr", "LookupCNAME", "LookupHost", "LookupIP", "LookupMX", "LookupNS", "LookupSRV", "LookupTXT"),
		each(lookupCtx, "LookupAddr", "LookupCNAME", "LookupHost", "LookupIP", "LookupIPAddr", "LookupMX", "LookupNS", "LookupNetIP", "LookupSRV", "LookupTXT"),
		each(conn, "Read", "Write"), each(setTimeout(netPkg, 0, "Conn", "conn"), "SetDeadline", "SetReadDeadline", "SetWriteDeadline"))
}

// sshOutbound: Timeout of the configuration bounds the connect, not the handshake behind it.
func sshOutbound() []Entry {
	dial := outbound(sshPkg, "ssh").client(Arg(2), "Timeout")
	dial.ClientType = "ClientConfig"
	return slices.Concat(
		each(dial, "Dial"), each(outbound(sshPkg, "ssh"), "NewClientConn"),
		each(outbound(sshPkg, "ssh", "Client"), "Dial", "NewSession"), each(outbound(sshPkg, "ssh", "Client").ctx(0), "DialContext"),
		each(outbound(sshPkg, "ssh", "Session"), "Run", "Output", "CombinedOutput", "Start", "Wait", "Shell"))
}

func smtpOutbound() []Entry {
	return slices.Concat(
		each(outbound(smtpPkg, "smtp"), "SendMail", "Dial", "NewClient"),
		each(outbound(smtpPkg, "smtp", "Client"), "Auth", "Data", "Hello", "Mail", "Noop", "Quit", "Rcpt", "StartTLS"))
}

func execOutbound() []Entry {
	run := outbound(execPkg, "exec", "Cmd")
	run.Carrier = Recv
	return slices.Concat(each(run, "Run", "Output", "CombinedOutput", "Wait"), each(carry(execPkg), "CommandContext"), each(carryNone(execPkg), "Command"))
}

// grpcOutbound: generated clients call Invoke and NewStream. A dial connects in the background, unless it is given
// WithBlock. A stream lives as long as the ctx that it was made with.
func grpcOutbound() []Entry {
	call := outbound(grpcPkg, "grpc", "ClientConn", "ClientConnInterface").ctx(0)
	fn, stream := outbound(grpcPkg, "grpc").ctx(0), outbound(grpcPkg, "grpc").ctx(0)
	fn.Handle, stream.Handle = Arg(4), Arg(2)
	part := outbound(grpcPkg, "grpc", "ClientStream")
	part.Carrier = Recv
	return slices.Concat(
		each(call, "Invoke", "NewStream"), each(fn, "Invoke"), each(stream, "NewClientStream"), each(part, "SendMsg", "RecvMsg", "Header"))
}

func restyOutbound() []Entry {
	send := outbound(restPkg, "http", "Request").client(Recv)
	send.Carrier = Recv
	timeout := setTimeout(restPkg, 0, "Client")
	ctx := carry(restPkg, "Request")
	ctx.Handle = Recv
	return slices.Concat(
		each(send, "Delete", "Execute", "Get", "Head", "Options", "Patch", "Post", "Put", "Send"), each(timeout, "SetTimeout"), each(ctx, "SetContext"),
		each(Entry{Pkg: restPkg, Role: Open, Opens: true}, "New"),
		each(Entry{Pkg: restPkg, Recv: []string{"Client"}, Role: Derive, Handle: Recv}, "R", "NewRequest"))
}

// A family is a set of packages that are generated from one mould: every function of a certain shape calls out.
type family struct {
	prefix string
	entry  Entry
	shape  func(recv string, sig *types.Signature) bool
}

// families are looked at where no entry is found. They are too many to list.
var families = []family{
	{"github.com/aws/aws-sdk-go-v2/service/", Entry{Role: Outbound, Protocol: "aws", Handle: Recv, Ctx: Arg(0), Err: Result(1)}, func(recv string, sig *types.Signature) bool {
		return recv == "Client" && sig.Variadic() && sig.Params().Len() == 3 && isNamed(sig.Params().At(0).Type(), "Context") && endsInError(sig, 2)
	}},
	{"github.com/stripe/stripe-go/", Entry{Role: Outbound, Protocol: "stripe", DefaultBound: 80 * time.Second, Err: Result(1)}, func(_ string, sig *types.Signature) bool {
		n := sig.Params().Len()
		return endsInError(sig, 2) && n > 0 && strings.HasSuffix(typeName(sig.Params().At(n-1).Type()), "Params")
	}},
}

func familyOf(path string) *family {
	for i := range families {
		if strings.HasPrefix(path, families[i].prefix) {
			return &families[i]
		}
	}
	return nil
}

func typeName(t types.Type) string {
	if n := namedType(t); n != nil {
		return n.Obj().Name()
	}
	return ""
}

func isNamed(t types.Type, name string) bool { return typeName(t) == name }

func endsInError(sig *types.Signature, n int) bool {
	return sig.Results().Len() == n && types.Identical(sig.Results().At(n-1).Type(), types.Universe.Lookup("error").Type())
}
