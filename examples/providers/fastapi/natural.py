"""The service as one writes it in half an hour."""
import os
from enum import Enum
from typing import List, Optional

from fastapi import Depends, FastAPI, HTTPException, Query
from fastapi.security import HTTPBearer
from pydantic import BaseModel
from sqlalchemy import Column, Integer, String, create_engine
from sqlalchemy.orm import Session, declarative_base, sessionmaker

API_KEY = os.environ.get("API_KEY", "test-key")
engine = create_engine(
    os.environ.get("DATABASE_URL", "sqlite:///pets.sqlite"),
    connect_args={"check_same_thread": False},
)
SessionLocal = sessionmaker(bind=engine)
Base = declarative_base()


class PetRow(Base):
    __tablename__ = "pets"
    id = Column(Integer, primary_key=True)
    name = Column(String, nullable=False)
    categoryId = Column(Integer, nullable=False)
    status = Column(String)


Base.metadata.create_all(engine)


class PetStatus(str, Enum):
    available = "available"
    pending = "pending"
    sold = "sold"


class NewPet(BaseModel):
    name: str
    categoryId: int
    status: Optional[PetStatus] = None


class Pet(NewPet):
    id: int

    class Config:
        orm_mode = True


def check_key(credentials=Depends(HTTPBearer())):
    if credentials.credentials != API_KEY:
        raise HTTPException(401, "Missing or invalid API key")


def open_session():
    with SessionLocal() as session:
        yield session


app = FastAPI(dependencies=[Depends(check_key)])


@app.get("/v1/pets", response_model=List[Pet])
def list_pets(
    limit: int = Query(20, ge=1, le=100),
    status: Optional[PetStatus] = None,
    session: Session = Depends(open_session),
):
    pets = session.query(PetRow)
    if status:
        pets = pets.filter_by(status=status)
    return pets.limit(limit).all()


@app.post("/v1/pets", response_model=Pet, status_code=201)
def create_pet(new_pet: NewPet, session: Session = Depends(open_session)):
    pet = PetRow(**new_pet.dict())
    session.add(pet)
    session.commit()
    return pet


@app.get("/v1/pets/{pet_id}", response_model=Pet)
def get_pet(pet_id: int, session: Session = Depends(open_session)):
    pet = session.get(PetRow, pet_id)
    if pet is None:
        raise HTTPException(404, "No pet has this id")
    return pet
