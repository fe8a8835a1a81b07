// Package orders has the orders that a parser is made of.
package orders

import "github.com/zond/godip"

type Parser struct{}

func (self Parser) Orders() []godip.Order { return nil }

func NewParser([]godip.Order) Parser { return Parser{} }

var (
	MoveOrder               godip.Order
	MoveViaConvoyOrder      godip.Order
	HoldOrder               godip.Order
	SupportOrder            godip.Order
	BuildOrder              godip.Order
	BuildAnywhereOrder      godip.Order
	BuildAnyHomeCenterOrder godip.Order
	DisbandOrder            godip.Order
	ConvoyOrder             godip.Order
)
