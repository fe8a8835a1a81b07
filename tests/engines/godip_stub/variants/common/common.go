// Package common has the description of a variant.
package common

import (
	"github.com/zond/godip"
	"github.com/zond/godip/orders"
	"github.com/zond/godip/state"
)

type Variant struct {
	Name              string
	Start             func() (*state.State, error)
	Blank             func(godip.Phase) *state.State
	Phase             func(int, godip.Season, godip.PhaseType) godip.Phase
	Parser            orders.Parser
	Graph             func() godip.Graph
	Nations           []godip.Nation
	PhaseTypes        []godip.PhaseType
	Seasons           []godip.Season
	UnitTypes         []godip.UnitType
	SoloWinner        func(*state.State) godip.Nation
	SoloSCCount       func(*state.State) int
	ProvinceLongNames map[godip.Province]string
	SVGMap            func() ([]byte, error)
	SVGVersion        string
	SVGUnits          map[godip.UnitType]func() ([]byte, error)
	SVGFlags          map[godip.Nation]func() ([]byte, error)
	CreatedBy         string
	Version           string
	Description       string
	Rules             string
}

func SCCountWinner(int) func(*state.State) godip.Nation { return nil }
