// Package phase has the phase that generated ones build upon.
package phase

import (
	"github.com/zond/godip"
	"github.com/zond/godip/orders"
)

type Phase struct {
	Yr        int
	Se        godip.Season
	Ty        godip.PhaseType
	Parser    orders.Parser
	AdjustSCs func(*Phase) bool
}

func Generator(parser orders.Parser, adjustSCs func(*Phase) bool) func(int, godip.Season, godip.PhaseType) godip.Phase {
	return func(year int, season godip.Season, typ godip.PhaseType) godip.Phase {
		return &Phase{Yr: year, Se: season, Ty: typ, Parser: parser, AdjustSCs: adjustSCs}
	}
}

func SortedUnits(godip.State, godip.Nation) ([]godip.Province, error) { return nil, nil }

func (self *Phase) Year() int { return self.Yr }

func (self *Phase) Season() godip.Season { return self.Se }

func (self *Phase) Type() godip.PhaseType { return self.Ty }

func (self *Phase) Next() godip.Phase { return nil }

func (self *Phase) PreProcess(godip.State) error { return nil }

func (self *Phase) PostProcess(godip.State) error { return nil }

func (self *Phase) DefaultOrder(godip.Province) godip.Adjudicator { return nil }

func (self *Phase) Options(godip.Validator, godip.Nation) godip.Options { return nil }

func (self *Phase) Messages(godip.Validator, godip.Nation) []string { return nil }

func (self *Phase) Corroborate(godip.Validator, godip.Nation) []godip.Inconsistency { return nil }
