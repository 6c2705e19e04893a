// Package cmds is a stub.
package cmds

import "time"

type (
	Builder                struct{}
	Completed              struct{}
	Set                    struct{}
	SetKey                 struct{}
	SetValue               struct{}
	SetConditionNx         struct{}
	SetExpirationPxMsTyped struct{}
	SetnxKey               struct{}
	Setnx                  struct{}
	SetnxValue             struct{}
	Del                    struct{}
	DelKey                 struct{}
	Eval                   struct{}
	EvalScript             struct{}
	EvalNumkeys            struct{}
	EvalKey                struct{}
	EvalArg                struct{}
	Arbitrary              struct{}
)

func (Builder) Set() Set                                       { return Set{} }
func (Set) Key(string) SetKey                                  { return SetKey{} }
func (SetKey) Value(string) SetValue                           { return SetValue{} }
func (SetValue) Nx() SetConditionNx                            { return SetConditionNx{} }
func (SetConditionNx) Px(time.Duration) SetExpirationPxMsTyped { return SetExpirationPxMsTyped{} }
func (SetValue) Build() Completed                              { return Completed{} }
func (SetConditionNx) Build() Completed                        { return Completed{} }
func (SetExpirationPxMsTyped) Build() Completed                { return Completed{} }
func (Builder) Setnx() Setnx                                   { return Setnx{} }
func (Setnx) Key(string) SetnxKey                              { return SetnxKey{} }
func (SetnxKey) Value(string) SetnxValue                       { return SetnxValue{} }
func (SetnxValue) Build() Completed                            { return Completed{} }
func (Builder) Del() Del                                       { return Del{} }
func (Del) Key(...string) DelKey                               { return DelKey{} }
func (DelKey) Build() Completed                                { return Completed{} }
func (Builder) Eval() Eval                                     { return Eval{} }
func (Eval) Script(string) EvalScript                          { return EvalScript{} }
func (EvalScript) Numkeys(int64) EvalNumkeys                   { return EvalNumkeys{} }
func (EvalNumkeys) Key(...string) EvalKey                      { return EvalKey{} }
func (EvalKey) Arg(...string) EvalArg                          { return EvalArg{} }
func (EvalArg) Build() Completed                               { return Completed{} }
func (Builder) Arbitrary(...string) Arbitrary                  { return Arbitrary{} }
func (Arbitrary) Keys(...string) Arbitrary                     { return Arbitrary{} }
func (Arbitrary) Args(...string) Arbitrary                     { return Arbitrary{} }
func (Arbitrary) Build() Completed                             { return Completed{} }
