package catalog

import (
	"slices"
	"time"
)

const (
	kafkaGoPkg   = "github.com/segmentio/kafka-go"
	saramaPkg    = "github.com/IBM/sarama"
	natsPkg      = "github.com/nats-io/nats.go"
	jetstreamPkg = natsPkg + "/jetstream"
	amqpPkg      = "github.com/rabbitmq/amqp091-go"
	rocketPkg    = "github.com/apache/rocketmq-client-go/v2"
	asynqPkg     = "github.com/hibiken/asynq"
	stripePkg    = "github.com/stripe/stripe-go/v83"
	smithyPkg    = "github.com/aws/smithy-go/transport/http"
)

// kafkaEntries: a Writer gives up an attempt after ten seconds by itself; with its field Async it does not wait at
// all. A reader waits for a message as long as its ctx lives. Sarama's configuration bounds an answer by 30 seconds.
func kafkaEntries() []Entry {
	write := outbound(kafkaGoPkg, "kafka", "Writer").ctx(0).client(Recv, "WriteTimeout", "ReadTimeout").bound(10 * time.Second)
	conn := outbound(kafkaGoPkg, "kafka", "Conn").client(Recv)
	client := outbound(kafkaGoPkg, "kafka", "Client").ctx(0).client(Recv, "Timeout")
	dialer := outbound(kafkaGoPkg, "kafka", "Dialer").client(Recv, "Timeout", "Deadline")
	dial := outbound(kafkaGoPkg, "kafka").bound(10 * time.Second)
	sarama := func(recv ...string) Entry { return outbound(saramaPkg, "kafka", recv...).bound(30 * time.Second) }
	return slices.Concat(
		each(write, "WriteMessages"), each(outbound(kafkaGoPkg, "kafka", "Reader").ctx(0), "ReadMessage", "FetchMessage", "CommitMessages"),
		each(conn, "WriteMessages", "ReadMessage", "ReadBatch"), each(setTimeout(kafkaGoPkg, 0, "Conn"), "SetDeadline", "SetReadDeadline", "SetWriteDeadline"),
		each(client, "Produce", "Fetch"), each(dialer, "Dial"), each(dialer.ctx(0), "DialContext", "DialLeader"),
		each(dial, "Dial"), each(dial.ctx(0), "DialContext", "DialLeader"),
		each(sarama("SyncProducer"), "SendMessage", "SendMessages"), each(sarama(), "NewSyncProducer", "NewAsyncProducer", "NewClient", "NewConsumer", "NewConsumerGroup"),
		each(outbound(saramaPkg, "kafka", "ConsumerGroup").ctx(0), "Consume"), each(sarama("Client"), "GetOffset"), each(sarama("ClusterAdmin"), "CreateTopic"))
}

// natsEntries: Publish only buffers. What takes a ctx without a deadline in JetStream gives it one of five seconds.
func natsEntries() []Entry {
	conn := outbound(natsPkg, "nats", "Conn", "EncodedConn")
	request, msg := conn.on("Conn").timeout(Arg(2)), conn.on("Conn").timeout(Arg(1))
	js := outbound(natsPkg, "nats", "JetStream").bound(5 * time.Second)
	jet := func(recv string) Entry { return outbound(jetstreamPkg, "nats", recv).ctx(0).bound(5 * time.Second) }
	return slices.Concat(
		each(outbound(natsPkg, "nats").bound(2*time.Second), "Connect"),
		each(request, "Request"), each(conn.on("EncodedConn").timeout(Arg(3)), "Request"), each(msg, "RequestMsg"),
		each(conn.ctx(0), "RequestWithContext"), each(conn.on("Conn").ctx(0), "RequestMsgWithContext", "FlushWithContext"),
		each(conn.timeout(Arg(0)), "FlushTimeout"), each(conn.bound(10*time.Second), "Flush"),
		each(outbound(natsPkg, "nats", "Subscription").timeout(Arg(0)), "NextMsg"), each(outbound(natsPkg, "nats", "Subscription").ctx(0), "NextMsgWithContext"),
		each(js, "Publish", "PublishMsg"), each(jet("Publisher"), "Publish", "PublishMsg"), each(jet("KeyValue"), "Get", "Put", "Create", "Update", "Delete"))
}

// amqpEntries: the ctx of PublishWithContext is not looked at. A call that waits for the broker's answer ends with the
// connection only, which heartbeats watch.
func amqpEntries() []Entry {
	channel := outbound(amqpPkg, "amqp", "Channel")
	return slices.Concat(
		each(outbound(amqpPkg, "amqp").bound(30*time.Second), "Dial", "DialTLS", "DialConfig"),
		each(outbound(amqpPkg, "amqp", "Connection"), "Channel"),
		each(channel, "Publish", "PublishWithContext", "PublishWithDeferredConfirm", "PublishWithDeferredConfirmWithContext", "Get", "Consume", "ConsumeWithContext", "QueueDeclare", "QueueBind", "ExchangeDeclare",
			"Qos", "Ack", "Tx", "TxCommit"),
		each(outbound(amqpPkg, "amqp", "DeferredConfirmation"), "Wait"), each(outbound(amqpPkg, "amqp", "DeferredConfirmation").ctx(0), "WaitContext"))
}

// rocketEntries: a producer gives up after three seconds by itself.
func rocketEntries() []Entry {
	send := outbound(rocketPkg, "rocketmq", "Producer").ctx(0).bound(3 * time.Second)
	return slices.Concat(each(send, "SendSync", "SendOneWay"), each(send.on("TransactionProducer"), "SendMessageInTransaction"),
		each(outbound(rocketPkg, "rocketmq", "PullConsumer").ctx(0).bound(3*time.Second), "Pull", "PullFrom"))
}

// asynqEntries: a task is put into Redis, within the timeouts of go-redis.
func asynqEntries() []Entry {
	e := outbound(asynqPkg, "redis", "Client").bound(3 * time.Second)
	return slices.Concat(each(e, "Enqueue"), each(e.ctx(0), "EnqueueContext"))
}

// awsEntries describes what the clients of services stand on; the clients themselves are a family.
func awsEntries() []Entry {
	do := outbound(smithyPkg, "http", "ClientDo")
	do.Carrier = Arg(0)
	return each(do, "Do")
}

// stripeEntries describes what the packages of resources stand on; they themselves are a family.
func stripeEntries() []Entry {
	call := outbound(stripePkg, "stripe", "Backend", "BackendImplementation").bound(80 * time.Second)
	return each(call, "Call", "CallRaw", "CallStreaming", "CallMultipart")
}
