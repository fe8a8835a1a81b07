// Package godip holds the types that generated variant packages name, so that go vet can check them offline.
package godip

import "time"

type (
	UnitType  string
	Nation    string
	OrderType string
	PhaseType string
	Province  string
	Season    string
	Flag      string
)

const (
	Sea        Flag = "Sea"
	Land       Flag = "Land"
	Convoyable Flag = "Convoyable"
	Anywhere   Flag = "A"

	AnyHomeCenter Flag = "H"

	Army  UnitType = "Army"
	Fleet UnitType = "Fleet"

	Neutral Nation = "Neutral"

	Spring Season = "Spring"
	Fall   Season = "Fall"

	Movement   PhaseType = "Movement"
	Retreat    PhaseType = "Retreat"
	Adjustment PhaseType = "Adjustment"

	Build   OrderType = "Build"
	Disband OrderType = "Disband"
)

var (
	Coast           = []Flag{Sea, Land}
	Archipelago     = []Flag{Sea, Land, Convoyable}
	ErrIllegalBuild error
)

type Unit struct {
	Type   UnitType
	Nation Nation
}

func (self Province) Super() Province { return self }

type Options map[interface{}]Options

type Inconsistency struct{}

type Order interface {
	Type() OrderType
	Targets() []Province
	Validate(Validator) (Nation, error)
	At() time.Time
}

type Adjudicator interface {
	Order
	Execute(State)
}

type BackupRule func(State, []Province) error

type Graph interface {
	SC(Province) *Nation
	SCs(Nation) []Province
	Nations() []Nation
}

type Phase interface {
	Year() int
	Season() Season
	Type() PhaseType
	Next() Phase
	PreProcess(State) error
	PostProcess(State) error
	DefaultOrder(Province) Adjudicator
	Options(Validator, Nation) Options
	Messages(Validator, Nation) []string
	Corroborate(Validator, Nation) []Inconsistency
}

type Validator interface {
	Unit(Province) (Unit, Province, bool)
	SupplyCenter(Province) (Nation, Province, bool)
	Orders() map[Province]Adjudicator
	Units() map[Province]Unit
	Dislodgeds() map[Province]Unit
	SupplyCenters() map[Province]Nation
	Graph() Graph
	Phase() Phase
}

type State interface {
	Validator
	RemoveDislodged(Province)
	RemoveUnit(Province)
	SetResolution(Province, error)
	SetSC(Province, Nation)
	SetUnit(Province, Unit) error
	SetOrders(map[Province]Adjudicator)
	ClearDislodgers()
	ClearBounces()
}
