// Package directive defines an Analyzer that reports //locklint:ignore
// comments that silence nothing because they are written wrongly.
//
// # Analyzer directive
//
// directive: report //locklint:ignore comments that are not understood
//
// A finding that is wrong, or that somebody has decided to live with, is
// silenced by a comment that names the rule and says why:
//
//	//locklint:ignore unlockbeforecommit the row is only a counter
//	defer unlock()
//
//	defer unlock() //locklint:ignore unlockbeforecommit the row is only a counter
//
// On a line of its own the comment covers the next statement, with all its
// lines. At the end of a line it covers the statement that starts there, or
// else the one the line is part of. In the doc comment of a function it
// covers the function. Several rules are given as a list without spaces:
//
//	//locklint:ignore leakedlock,canceledunlock the process ends here
//
// A comment that is not understood silences nothing, and nobody sees that
// in the code. The categories are certain:
//
//	malformed     misspelt ("// locklint:ignore", "//locklint:ignored"), or
//	              without a rule, or without a reason
//	unknown-rule  there is no rule of that name
//
// A directive that is understood but silences nothing is reported by the
// rule it names, as unused-directive: the code has changed, or the comment
// stands in the wrong place.
//
// Findings of this analyzer cannot be silenced; mend the comment. In
// generated files directives count, and mistakes in them are not reported.
package directive
