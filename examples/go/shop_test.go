package shop

import (
	"fmt"
	"testing"
)

func TestShowsOnlyThePetsForSale(t *testing.T) {
	s := openSandbox(t)
	if pets, err := (Shop{s.url, s.key}).ForSale(); err != nil || len(pets) == 0 || pets[0].Status != "available" {
		t.Error(pets, err)
	}
}

func TestTriesAgainWhenTheStoreIsClosed(t *testing.T) {
	s := openSandbox(t)
	s.force(`{"operation":"listPets","code":503,"times":1}`)
	Shop{s.url, s.key}.ForSale()
	if sent := s.requests(); fmt.Sprint(sent[0].Status, sent[1].Status) != "503 200" {
		t.Error("sent", sent)
	}
}

func TestAddsAPet(t *testing.T) {
	s := openSandbox(t)
	err := Shop{s.url, s.key}.TakeIn("Rex", 2)
	if sent := s.requests()[0]; err != nil || fmt.Sprint(sent.JSON) != "map[categoryId:2 name:Rex]" {
		t.Error(sent, err)
	}
}
