package sqltext

import "strings"

// conditions notes the comparisons in the tokens from i to j, a WHERE clause. Subqueries are stepped over.
func (p *parser) conditions(i, j int) {
	c := conds{toks: p.toks[i:min(j, len(p.toks))]}
	for c.i < len(c.toks) {
		c.step()
	}
	c.flush()
	if c.or {
		for n := range c.out {
			c.out[n].Or = true
		}
	}
	p.st.Where = append(p.st.Where, c.out...)
}

type conds struct {
	toks    []token
	i       int
	left    []token
	not     bool
	or      bool // OR stands somewhere: no condition must hold by itself
	op      string
	right   []token
	between bool // the next AND belongs to BETWEEN
	out     []Cond
}

const compareWords = " in like ilike is between regexp rlike similar exists isnull notnull "

func (c *conds) step() {
	t := c.toks[c.i]
	c.i++
	switch {
	case t.is("and") && c.between:
		c.between = false
	case t.is("and"), t.is("or"):
		c.or = c.or || t.is("or")
		c.flush()
	case t.is("not") && c.op == "":
		c.not = true
	case t.kind == open:
		c.parenthesis()
	case t.kind == closing:
	case c.op == "" && (t.kind == op && compares(t.text) || t.among(compareWords)):
		c.op = t.text
		c.between = t.is("between")
	case c.op == "":
		c.left = append(c.left, t)
	default:
		c.right = append(c.right, t)
	}
}

// parenthesis takes what follows as an operand, if it is one, and else only groups conditions.
func (c *conds) parenthesis() {
	first := token{}
	if c.i < len(c.toks) {
		first = c.toks[c.i]
	}
	if len(c.left) == 0 && c.op == "" && !first.is("select") {
		return // a group
	}
	depth, from := 1, c.i
	for ; c.i < len(c.toks) && depth > 0; c.i++ {
		switch c.toks[c.i].kind {
		case open:
			depth++
		case closing:
			depth--
		}
	}
	operand := c.toks[from-1 : c.i]
	if c.op == "" {
		c.left = append(c.left, operand...)
	} else {
		c.right = append(c.right, operand...)
	}
}

func (c *conds) flush() {
	if c.op == "" && len(c.left) == 0 {
		c.not = false
		return
	}
	cond := Cond{Op: c.op}
	left, right := c.left, c.right
	switch name := columnOf(left); {
	case name != "":
		cond.Column = name
	case columnOf(right) != "" && c.op != "in":
		cond.Column = columnOf(right)
		left, right = right, left
		cond.Op = mirror(c.op)
	}
	if cond.Op == "" { // WHERE active
		cond.Op = "is"
	}
	if c.not {
		cond.Op = "not " + cond.Op
	}
	if len(right) > 0 && right[0].is("not") && cond.Op == "is" {
		cond.Op, right = "is not", right[1:]
	}
	cond.Value = textOf(right)
	cond.Args, cond.Names = params(append(left[:len(left):len(left)], right...))
	c.out = append(c.out, cond)
	c.left, c.right, c.op, c.not, c.between = nil, nil, "", false, false
}

func compares(s string) bool {
	switch s {
	case "=", "<>", "!=", "<", ">", "<=", ">=", "~":
		return true
	}
	return false
}

func mirror(op string) string {
	switch op {
	case "<":
		return ">"
	case ">":
		return "<"
	case "<=":
		return ">="
	case ">=":
		return "<="
	}
	return op
}

// columnOf is the column that an operand looks at: itself, within it (data->>'k'), through a function (lower(name)).
func columnOf(toks []token) string {
	for i, t := range toks {
		if t.isOp("->") || t.isOp("->>") || t.isOp("#>>") {
			return columnName(toks[:i])
		}
	}
	if len(toks) > 3 && toks[0].kind == word && toks[1].kind == open && toks[len(toks)-1].kind == closing {
		first, _ := cutComma(toks[2 : len(toks)-1])
		return columnName(first)
	}
	return columnName(toks)
}

// columnName is the last part of a name that is all of toks; "" if they are something else.
func columnName(toks []token) string {
	for len(toks) >= 2 && toks[len(toks)-2].isOp("::") {
		toks = toks[:len(toks)-2]
	}
	if len(toks)%2 == 0 {
		return ""
	}
	for i, t := range toks {
		if i%2 == 0 && !t.name() || i%2 == 1 && !t.isOp(".") {
			return ""
		}
	}
	last := toks[len(toks)-1]
	if last.among(" true false null current_timestamp current_date default ") {
		return ""
	}
	return last.text
}

// assignments notes what SET does in the tokens from i to j.
func (p *parser) assignments(i, j int) {
	for rest := p.toks[i:min(j, len(p.toks))]; len(rest) > 0; {
		var one []token
		one, rest = cutComma(rest)
		eq := 0
		for eq < len(one) && !one[eq].isOp("=") {
			eq++
		}
		if eq == len(one) {
			continue
		}
		value := one[eq+1:]
		if one[0].kind == open && eq > 2 { // SET (a, b) = (1, 2)
			p.tuple(one[1:eq-1], value)
			continue
		}
		p.assign(columnName(one[:eq]), value)
	}
}

func (p *parser) tuple(columns, values []token) {
	if len(values) > 2 && values[0].is("row") {
		values = values[1:]
	}
	if len(values) > 2 && values[0].kind == open && !values[1].is("select") {
		values = values[1 : len(values)-1]
	} else {
		values = nil
	}
	for len(columns) > 0 {
		var column, value []token
		column, columns = cutComma(columns)
		value, values = cutComma(values)
		p.assign(columnName(column), value)
	}
}

func (p *parser) assign(column string, value []token) {
	if column == "" {
		return
	}
	a := Assign{Column: column, Value: textOf(value), Relative: usesOld(column, value)}
	a.Args, a.Names = params(value)
	p.st.Relative = p.st.Relative || a.Relative
	p.st.Sets = append(p.st.Sets, a)
}

// usesOld tells that value is computed from the old value of column. excluded.x and VALUES(x) are the new one.
func usesOld(column string, value []token) bool {
	if len(value) < 2 {
		return false
	}
	for i, t := range value {
		if !t.name() || t.text != column || i+1 < len(value) && value[i+1].kind == open {
			continue
		}
		if i >= 2 && (value[i-1].isOp(".") && strings.EqualFold(value[i-2].text, "excluded") || value[i-2].is("values")) {
			continue
		}
		return true
	}
	return false
}

// insertColumns pairs INSERT (a, b) with VALUES (1, 2); later rows are not looked at.
func (p *parser) insertColumns() {
	columns := p.toks[p.columns[0]:p.columns[1]]
	values := p.toks[min(p.values[0], p.values[1]):p.values[1]]
	var sets []Assign
	for len(columns) > 0 {
		var column, value []token
		column, columns = cutComma(columns)
		value, values = cutComma(values)
		if name := columnName(column); name != "" {
			a := Assign{Column: name, Value: textOf(value)}
			a.Args, a.Names = params(value)
			sets = append(sets, a)
		}
	}
	p.st.Sets = append(sets, p.st.Sets...)
}
