import type { Fault } from './fault.js';

export const fastapiFaults: readonly Fault[] = [
  {
    name: 'a missing key is 403',
    breaks: '5',
    changes: [
      [
        '    scheme, _, key =',
        '    if "authorization" not in request.headers:\n        return error(403, "forbidden", "Not authenticated")\n    scheme, _, key =',
      ],
    ],
  },
  {
    name: 'a part of the key is enough',
    breaks: '5',
    changes: [
      ['not compare_digest(key.encode(), API_KEY.encode())', 'not API_KEY.startswith(key)'],
    ],
  },
  {
    name: 'the key is trimmed at a comma',
    breaks: '5',
    changes: [['compare_digest(key.encode()', 'compare_digest(key.split(",")[0].encode()']],
  },
  {
    name: 'a key in another encoding is a server error',
    breaks: '5',
    changes: [['compare_digest(key.encode(), API_KEY.encode())', 'compare_digest(key, API_KEY)']],
  },
  {
    name: 'names are coerced',
    breaks: '4.2',
    changes: [['    name: StrictStr', '    name: str']],
  },
  {
    name: 'categoryIds are coerced',
    breaks: '4.2',
    changes: [['conint(strict=True, ge', 'conint(ge']],
  },
  {
    name: 'a categoryId beyond int64 is a server error',
    breaks: '4.2',
    changes: [['conint(strict=True, ge=-(2**63), le=2**63 - 1)', 'conint(strict=True)']],
  },
  {
    name: 'a negative categoryId is rejected',
    breaks: '2',
    undecided: 'a category of this number may not exist',
    changes: [['ge=-(2**63), ', 'ge=0, ']],
  },
  {
    name: 'an array of pairs is taken for an object',
    breaks: '4.2',
    changes: [['not isinstance(value, dict)', 'False']],
  },
  {
    name: 'half of a surrogate pair is a server error',
    breaks: '4.2',
    changes: [['        value.encode()\n', '']],
  },
  {
    name: 'an invalid body is 422',
    breaks: '4.2',
    changes: [
      ['return error(400, "bad_request", message)', 'return error(422, "bad_request", message)'],
    ],
  },
  {
    name: 'an unknown pet has a detail, not an Error',
    breaks: '7',
    changes: [
      [
        'return error(exception.status_code, "request_failed", exception.detail)',
        'return JSONResponse({"detail": exception.detail}, exception.status_code)',
      ],
    ],
  },
  {
    name: 'listPets returns null for a missing status',
    breaks: '2',
    changes: [
      ['response_model=List[Pet], response_model_exclude_none=True', 'response_model=List[Pet]'],
    ],
  },
  {
    name: 'listPets returns pets without a status under every filter',
    breaks: '4.1',
    changes: [
      ['filter_by(status=status)', 'filter((PetRow.status == status) | (PetRow.status == None))'],
    ],
  },
  {
    name: 'a page begins with the second pet',
    breaks: '4.1',
    changes: [['.limit(limit)', '.offset(1).limit(limit)']],
  },
  {
    name: 'lists are cached for a minute',
    breaks: '4.1',
    changes: [
      [
        '    pets = session.query(PetRow).order_by(PetRow.id)\n',
        '    if (limit, status) in pages:\n        return pages[limit, status]\n    pets = session.query(PetRow).order_by(PetRow.id)\n',
      ],
      [
        '    return pets.limit(limit).all()',
        '    pages[limit, status] = pets.limit(limit).all()\n    return pages[limit, status]',
      ],
      ['app = FastAPI()', 'app = FastAPI()\npages = {}'],
    ],
  },
  {
    name: 'names are cut after 50 characters',
    breaks: '2',
    changes: [
      [
        '        return value\n\n    # verify: Optional',
        '        return value[:50]\n\n    # verify: Optional',
      ],
    ],
  },
  {
    name: 'names are escaped for HTML',
    breaks: '2',
    changes: [
      [
        '        return value\n\n    # verify: Optional',
        '        return value.replace("&", "&amp;").replace("<", "&lt;")\n\n    # verify: Optional',
      ],
    ],
  },
  {
    name: 'ids are milliseconds',
    breaks: '2',
    changes: [
      ['PetRow(**new_pet.dict())', 'PetRow(id=int(time.time() * 1000), **new_pet.dict())'],
      ['import os\n', 'import os\nimport time\n'],
    ],
  },
  {
    name: 'all requests share one session',
    breaks: '4.2',
    changes: [
      ['    with SessionLocal() as session:\n        yield session', '    yield shared'],
      ['app = FastAPI()', 'app = FastAPI()\nshared = SessionLocal()'],
    ],
  },
  {
    name: 'an id is whatever Python takes for a number',
    breaks: '4.3',
    missed: 'the document does not say how an id is written',
    changes: [['constr(regex="^[1-9][0-9]{0,17}$")', 'conint(ge=1, lt=2**63)']],
  },
  {
    name: 'an id beyond int64 is a server error',
    breaks: '4.3',
    changes: [['{0,17}', '{0,30}']],
  },
  {
    name: 'limit applies silently up to 100',
    changes: [
      ['Query(20, ge=1, le=100)', 'Query(20)'],
      ['.limit(limit)', '.limit(max(1, min(limit, 100)))'],
    ],
  },
  {
    name: 'pets have a time of creation too',
    changes: [
      [
        'class Pet(PetFields):\n    id: int\n',
        'class Pet(PetFields):\n    id: int\n    createdAt = "2026-01-01T00:00:00Z"\n',
      ],
    ],
  },
  {
    name: 'errors have details',
    changes: [['"status": status}, status', '"status": status, "details": []}, status']],
  },
];
