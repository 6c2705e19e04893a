// Package use calls the libraries as programs do; see the package of the same name in testdata/catalog.
package use

import (
	"context"
	"net"
	"net/http"
	"net/smtp"
	"os/exec"
	"time"

	"github.com/IBM/sarama"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/go-resty/resty/v2"
	"github.com/hibiken/asynq"
	"github.com/nats-io/nats.go"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/segmentio/kafka-go"
	"github.com/stripe/stripe-go/v83/paymentintent"
	"golang.org/x/crypto/ssh"
	"google.golang.org/grpc"
)

func std(ctx context.Context, c *http.Client, conn net.Conn, tcp *net.TCPConn) {
	req, _ := http.NewRequestWithContext(ctx, "GET", "", nil) // Carry http.
	c.Do(req)                                                 // Outbound http.Client
	http.Get("")                                              // Outbound http.
	conn.SetDeadline(time.Now())                              // SetTimeout net.Conn
	conn.Read(nil)                                            // Outbound net.Conn
	tcp.Read(nil)                                             // Outbound net.conn
	net.DialTimeout("tcp", "", time.Second)                   // Outbound net.
	smtp.SendMail("", nil, "", nil, nil)                      // Outbound smtp.
	exec.CommandContext(ctx, "true").Run()                    // Outbound exec.Cmd
	exec.Command("true").Start()                              // Carry exec.
}

func others(ctx context.Context, cc grpc.ClientConnInterface, s *ssh.Session, w *kafka.Writer, p sarama.SyncProducer, n *nats.Conn, ch *amqp.Channel, q *asynq.Client, r *resty.Client, aws *sqs.Client) {
	cc.Invoke(ctx, "m", nil, nil)                                       // Outbound grpc.ClientConnInterface
	s.Run("true")                                                       // Outbound ssh.Session
	w.WriteMessages(ctx)                                                // Outbound kafka.Writer
	p.SendMessage(nil)                                                  // Outbound sarama.SyncProducer
	n.Request("s", nil, time.Second)                                    // Outbound nats.Conn
	n.Publish("s", nil)                                                 //
	ch.PublishWithContext(ctx, "", "", false, false, amqp.Publishing{}) // Outbound amqp091.Channel
	q.EnqueueContext(ctx, nil)                                          // Outbound asynq.Client
	r.SetTimeout(time.Second)                                           // SetTimeout resty.Client
	r.R().SetContext(ctx).Get("")                                       // Outbound resty.Request
	aws.SendMessage(ctx, nil)                                           // Outbound sqs.Client
	paymentintent.New(nil)                                              // Outbound paymentintent.
}
