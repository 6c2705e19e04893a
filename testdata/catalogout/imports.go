// Package catalogout imports what the catalogue describes of the libraries that call other programs, so that their
// versions are pinned here and the conformance test can load them.
package catalogout

import (
	_ "github.com/IBM/sarama"
	_ "github.com/apache/rocketmq-client-go/v2"
	_ "github.com/apache/rocketmq-client-go/v2/primitive"
	_ "github.com/apache/rocketmq-client-go/v2/producer"
	_ "github.com/aws/aws-sdk-go-v2/aws"
	_ "github.com/aws/aws-sdk-go-v2/service/sqs"
	_ "github.com/aws/smithy-go"
	_ "github.com/aws/smithy-go/transport/http"
	_ "github.com/go-resty/resty/v2"
	_ "github.com/hibiken/asynq"
	_ "github.com/nats-io/nats.go"
	_ "github.com/nats-io/nats.go/jetstream"
	_ "github.com/rabbitmq/amqp091-go"
	_ "github.com/redis/rueidis"
	_ "github.com/segmentio/kafka-go"
	_ "github.com/stripe/stripe-go/v83"
	_ "github.com/stripe/stripe-go/v83/paymentintent"
	_ "golang.org/x/crypto/ssh"
	_ "google.golang.org/grpc"
)
