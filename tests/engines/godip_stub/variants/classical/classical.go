// Package classical has what variants share with the standard game.
package classical

import (
	"github.com/zond/godip"
	"github.com/zond/godip/orders"
	"github.com/zond/godip/phase"
)

var (
	Parser     orders.Parser
	PhaseTypes []godip.PhaseType
	Seasons    []godip.Season
	UnitTypes  []godip.UnitType
	SVGUnits   map[godip.UnitType]func() ([]byte, error)
)

func AdjustSCs(*phase.Phase) bool { return false }

func BackupRule(godip.State, []godip.Province) error { return nil }
