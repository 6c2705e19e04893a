package catalog

import "strings"

// memoryPackages are packages of which nothing is called that another program has to answer, although they import what can:
// they log, count, trace, read flags and configuration, encode, and make up identifiers. Each stands for those below it, too.
var memoryPackages = []string{
	"github.com/DataDog/datadog-go",
	"github.com/cihub/seelog",
	"github.com/getsentry/sentry-go",
	"github.com/go-kit/log",
	"github.com/go-logr",
	"github.com/gofrs/uuid",
	"github.com/gogo/protobuf",
	"github.com/golang-jwt/jwt",
	"github.com/golang/glog",
	"github.com/golang/protobuf",
	"github.com/google/uuid",
	"github.com/hashicorp/go-hclog",
	"github.com/hashicorp/golang-lru",
	"github.com/knadh/koanf",
	"github.com/opentracing",
	"github.com/openzipkin/zipkin-go",
	"github.com/patrickmn/go-cache",
	"github.com/prometheus/client_golang/prometheus",
	"github.com/rs/zerolog",
	"github.com/satori/go.uuid",
	"github.com/shirou/gopsutil",
	"github.com/sirupsen/logrus",
	"github.com/spf13",
	"github.com/stretchr/testify",
	"github.com/uber-go/tally",
	"go.opencensus.io",
	"go.opentelemetry.io",
	"go.uber.org/atomic",
	"go.uber.org/multierr",
	"go.uber.org/zap",
	"google.golang.org/grpc/metadata",
	"google.golang.org/grpc/status",
	"google.golang.org/protobuf",
	"gopkg.in/yaml.v2",
	"gopkg.in/yaml.v3",
	"k8s.io/apimachinery",
	"k8s.io/klog",
}

// InMemory tells a package of which nothing is called that another program has to answer.
func InMemory(path string) bool {
	path = unvendored(path)
	for _, p := range memoryPackages {
		if rest, ok := strings.CutPrefix(path, p); ok && (rest == "" || rest[0] == '/' || rest[0] == '.') {
			return true
		}
	}
	return false
}
