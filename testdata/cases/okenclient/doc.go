// Case okenclient: the client that ent generates, for the cases beside it; the schema says how. Nothing in it is reported.
package okenclient
