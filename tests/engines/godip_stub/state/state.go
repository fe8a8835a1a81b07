// Package state has the state of a game.
package state

import "github.com/zond/godip"

type State struct {
	graph         godip.Graph
	phase         godip.Phase
	units         map[godip.Province]godip.Unit
	supplyCenters map[godip.Province]godip.Nation
}

func New(graph godip.Graph, phase godip.Phase, _ godip.BackupRule, _ map[godip.Flag]bool, _ func(State) map[godip.Province]godip.Adjudicator) *State {
	return &State{graph: graph, phase: phase, supplyCenters: map[godip.Province]godip.Nation{}}
}

func (self *State) SetUnits(units map[godip.Province]godip.Unit) error {
	self.units = units
	return nil
}

func (self *State) SetSupplyCenters(centres map[godip.Province]godip.Nation) *State {
	self.supplyCenters = centres
	return self
}

func (self *State) SupplyCenters() map[godip.Province]godip.Nation { return self.supplyCenters }

func (self *State) Units() map[godip.Province]godip.Unit { return self.units }

func (self *State) Phase() godip.Phase { return self.phase }
