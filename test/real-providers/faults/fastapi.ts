import { breaking, type Fault, permitted } from './fault.js';

export const fastapiFaults: readonly Fault[] = [
  ...breaking('5', {
    'a missing key is 403': [
      [
        '    scheme, _, key =',
        '    if "authorization" not in request.headers:\n        return error(403, "forbidden", "Not authenticated")\n    scheme, _, key =',
      ],
    ],
    'a part of the key is enough': [
      ['not compare_digest(key.encode(), API_KEY.encode())', 'not API_KEY.startswith(key)'],
    ],
    'the key is trimmed at a comma': [
      ['compare_digest(key.encode()', 'compare_digest(key.split(",")[0].encode()'],
    ],
    'a key in another encoding is a server error': [
      ['compare_digest(key.encode(), API_KEY.encode())', 'compare_digest(key, API_KEY)'],
      { missed: 'a server in front may answer it before the service sees it' },
    ],
  }),
  ...breaking('4.2', {
    'names are coerced': [['    name: StrictStr', '    name: str']],
    'categoryIds are coerced': [['conint(strict=True, ge', 'conint(ge']],
    'a categoryId beyond int64 is a server error': [
      ['conint(strict=True, ge=-(2**63), le=2**63 - 1)', 'conint(strict=True)'],
    ],
    'an array of pairs is taken for an object': [['not isinstance(value, dict)', 'False']],
    'half of a surrogate pair is a server error': [
      ['        value.encode()\n', ''],
      { missed: 'a name that is no text may break lists for good' },
    ],
    'an invalid body is 422': [
      ['return error(400, "bad_request", message)', 'return error(422, "bad_request", message)'],
    ],
    'all requests share one session': [
      ['    with SessionLocal() as session:\n        yield session', '    yield shared'],
      ['app = FastAPI()', 'app = FastAPI()\nshared = SessionLocal()'],
    ],
  }),
  ...breaking('2', {
    'a negative categoryId is rejected': [
      { undecided: 'a category of this number may not exist' },
      ['ge=-(2**63), ', 'ge=0, '],
    ],
    'listPets returns null for a missing status': [
      ['response_model=List[Pet], response_model_exclude_none=True', 'response_model=List[Pet]'],
    ],
    'names are cut after 50 characters': [
      [
        '        return value\n\n    # verify: Optional',
        '        return value[:50]\n\n    # verify: Optional',
      ],
    ],
    'names are escaped for HTML': [
      [
        '        return value\n\n    # verify: Optional',
        '        return value.replace("&", "&amp;").replace("<", "&lt;")\n\n    # verify: Optional',
      ],
    ],
    'ids are milliseconds': [
      ['PetRow(**new_pet.dict())', 'PetRow(id=int(time.time() * 1000), **new_pet.dict())'],
      ['import os\n', 'import os\nimport time\n'],
    ],
  }),
  ...breaking('7', {
    'an unknown pet has a detail, not an Error': [
      [
        'return error(exception.status_code, "request_failed", exception.detail)',
        'return JSONResponse({"detail": exception.detail}, exception.status_code)',
      ],
    ],
  }),
  ...breaking('4.1', {
    'listPets returns pets without a status under every filter': [
      ['filter_by(status=status)', 'filter((PetRow.status == status) | (PetRow.status == None))'],
    ],
    'a page begins with the second pet': [['.limit(limit)', '.offset(1).limit(limit)']],
    'lists are cached for a minute': [
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
  }),
  ...breaking('4.3', {
    'an id is whatever Python takes for a number': [
      { missed: 'the document does not say how an id is written' },
      ['constr(regex="^[1-9][0-9]{0,17}$")', 'conint(ge=1, lt=2**63)'],
    ],
    'an id beyond int64 is a server error': [['{0,17}', '{0,30}']],
  }),
  ...permitted({
    'limit applies silently up to 100': [
      ['Query(20, ge=1, le=100)', 'Query(20)'],
      ['.limit(limit)', '.limit(max(1, min(limit, 100)))'],
    ],
    'pets have a time of creation too': [
      [
        'class Pet(PetFields):\n    id: int\n',
        'class Pet(PetFields):\n    id: int\n    createdAt = "2026-01-01T00:00:00Z"\n',
      ],
    ],
    'errors have details': [
      ['"status": status}, status', '"status": status, "details": []}, status'],
    ],
  }),
];
