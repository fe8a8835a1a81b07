// Package graph has the builder of boards.
package graph

import "github.com/zond/godip"

type Graph struct{}

type SubNode struct{}

func New() *Graph { return &Graph{} }

func (self *Graph) Prov(godip.Province) *SubNode { return &SubNode{} }

func (self *Graph) SC(godip.Province) *godip.Nation { return nil }

func (self *Graph) SCs(godip.Nation) []godip.Province { return nil }

func (self *Graph) Nations() []godip.Nation { return nil }

func (self *SubNode) Conn(godip.Province, ...godip.Flag) *SubNode { return self }

func (self *SubNode) Flag(...godip.Flag) *SubNode { return self }

func (self *SubNode) SC(godip.Nation) *SubNode { return self }

func (self *SubNode) Prov(godip.Province) *SubNode { return self }

func (self *SubNode) Done() *Graph { return &Graph{} }
