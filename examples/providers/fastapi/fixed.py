"""The same service after `verify`: each "verify:" names what the natural one got wrong."""
import os
from enum import Enum
from hmac import compare_digest
from typing import List, Optional

from fastapi import Depends, FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, DictError, StrictStr, conint, constr, validator
from sqlalchemy import BigInteger, Column, Integer, String, create_engine
from sqlalchemy.orm import Session, declarative_base, sessionmaker
from starlette.exceptions import HTTPException

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
    categoryId = Column(BigInteger, nullable=False)
    status = Column(String)


Base.metadata.create_all(engine)


class PetStatus(str, Enum):
    available = "available"
    pending = "pending"
    sold = "sold"


# verify: pydantic turned "1", 1.5 and true into integers, and 42 into a name.
class PetFields(BaseModel):
    name: StrictStr
    categoryId: conint(strict=True, ge=-(2**63), le=2**63 - 1)
    status: Optional[PetStatus] = None


class NewPet(PetFields):
    # pydantic takes an array of pairs for an object.
    @classmethod
    def validate(cls, value):
        if not isinstance(value, dict):
            raise DictError()
        return super().validate(value)

    # Half of a surrogate pair is no text, and SQLite cannot store it.
    @validator("name")
    def is_text(cls, value):
        value.encode()
        return value

    # verify: Optional also means null.
    @validator("status", pre=True)
    def is_not_null(cls, value):
        if value is None:
            raise ValueError("status must not be null")
        return value


class Pet(PetFields):
    id: int

    class Config:
        orm_mode = True


def open_session():
    with SessionLocal() as session:
        yield session


app = FastAPI()


# verify: errors were {"detail": ...}.
def error(status: int, code: str, message: str):
    return JSONResponse({"code": code, "message": message, "status": status}, status)


# verify: HTTPBearer answers 403 without a key, and FastAPI parses the body before it asks for one.
@app.middleware("http")
async def check_key(request: Request, call_next):
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not compare_digest(key.encode(), API_KEY.encode()):
        return error(401, "unauthorized", "Missing or invalid API key")
    return await call_next(request)


# verify: FastAPI answers 422.
@app.exception_handler(RequestValidationError)
async def on_invalid_request(request: Request, invalid: RequestValidationError):
    where, *rest = invalid.errors()[0]["loc"]
    if where == "path":
        return error(404, "not_found", "No pet has this id")
    message = f"{'.'.join(map(str, rest)) or where}: {invalid.errors()[0]['msg']}"
    return error(400, "bad_request", message)


@app.exception_handler(HTTPException)
async def on_http_exception(request: Request, exception: HTTPException):
    return error(exception.status_code, "request_failed", exception.detail)


# verify: "status": null is no PetStatus; a pet without a status has no such field.
@app.get("/v1/pets", response_model=List[Pet], response_model_exclude_none=True)
def list_pets(
    limit: int = Query(20, ge=1, le=100),
    status: Optional[PetStatus] = None,
    session: Session = Depends(open_session),
):
    pets = session.query(PetRow).order_by(PetRow.id)
    if status:
        pets = pets.filter_by(status=status)
    return pets.limit(limit).all()


@app.post("/v1/pets", response_model=Pet, response_model_exclude_none=True, status_code=201)
def create_pet(new_pet: NewPet, session: Session = Depends(open_session)):
    pet = PetRow(**new_pet.dict())
    session.add(pet)
    session.commit()
    return pet


@app.get("/v1/pets/{pet_id}", response_model=Pet, response_model_exclude_none=True)
def get_pet(
    # int() also takes "+1" and "1_0", and $ a line break at the end.
    pet_id: constr(regex=r"^[1-9][0-9]{0,17}\Z"),
    session: Session = Depends(open_session),
):
    pet = session.get(PetRow, int(pet_id))
    if pet is None:
        raise HTTPException(404, "No pet has this id")
    return pet
