// Package uncheckedlock defines an Analyzer that reports sections that run
// although their lock may not be held.
//
// # Analyzer uncheckedlock
//
// uncheckedlock: report sections that run although the lock was not obtained
package uncheckedlock
