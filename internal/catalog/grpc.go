package catalog

import (
	"go/types"
	"slices"
	"strings"
)

// What is waited for of gRPC beside the calls of outbound.go, of which nobody knows how long.

// streamMethods are those of a stream that send or wait for what the other side sends.
var streamMethods = []string{"Send", "Recv", "SendMsg", "RecvMsg", "SendHeader", "Header", "SendAndClose", "CloseAndRecv"}

// SendsOnStream tells a method that sends or receives on a gRPC stream, of a client or a server: of the interfaces of the library, or
// of a generated one. A send waits where the other side does not read.
func SendsOnStream(obj *types.Func) bool {
	recv := obj.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) || !slices.Contains(streamMethods, obj.Name()) {
		return false
	}
	if obj.Pkg() != nil && unvendored(obj.Pkg().Path()) == grpcPkg && strings.Contains(typeName(recv.Type()), "Stream") {
		return true
	}
	iface := recv.Type().Underlying().(*types.Interface)
	for i := range iface.NumEmbeddeds() {
		n := namedType(iface.EmbeddedType(i))
		if n == nil || n.Obj().Pkg() == nil || unvendored(n.Obj().Pkg().Path()) != grpcPkg {
			continue
		}
		if name := n.Obj().Name(); name == "ClientStream" || name == "ServerStream" {
			return true
		}
	}
	return false
}

// Dials tells a function that connects to a gRPC server: in the background, unless it is given [WaitsForConnection].
func Dials(obj *types.Func) bool {
	return isGRPC(obj) && slices.Contains([]string{"Dial", "DialContext"}, obj.Name())
}

// WaitsForConnection tells the option with which a dial returns when the connection stands.
func WaitsForConnection(obj *types.Func) bool { return isGRPC(obj) && obj.Name() == "WithBlock" }

func isGRPC(obj *types.Func) bool {
	return obj.Pkg() != nil && unvendored(obj.Pkg().Path()) == grpcPkg && obj.Signature().Recv() == nil
}
