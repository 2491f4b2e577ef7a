import type { Fault } from './fault.js';

export const sinatraFaults: readonly Fault[] = [
  { name: 'status is null in answers', breaks: '2', changes: [[' }.compact', ' }']] },
  {
    name: 'categoryId is in a column of floats',
    breaks: '2',
    changes: [['Bignum :category_id', 'Float :category_id']],
  },
  {
    name: 'categoryId is checked against 32 bits',
    breaks: '2',
    undecided: 'a category of this number may not exist',
    changes: [['(-2**63..2**63 - 1)', '(-2**31..2**31 - 1)']],
  },
  {
    name: 'names are trimmed',
    breaks: '2',
    undecided: 'the document does not say that the characters are kept',
    changes: [['{ name: name,', '{ name: name.strip,']],
  },
  {
    name: 'names are stored in Latin-1',
    breaks: '2',
    changes: [
      [
        '{ name: name,',
        "{ name: name.encode('ISO-8859-1', undef: :replace, replace: '?').encode('UTF-8'),",
      ],
    ],
  },
  {
    name: 'a NUL in a name is a server error',
    breaks: '4.2',
    changes: [['CREATE_PET.call(new_pet)', 'DB[:pets].insert(new_pet)']],
  },
  {
    name: 'a name of invalid UTF-8 breaks the list',
    breaks: '4.2',
    changes: [[' && name.valid_encoding?', '']],
  },
  {
    name: 'JSON with comments is accepted',
    breaks: '4.2',
    undecided: 'RFC 8259 allows extensions',
    changes: [[', allow_comments: false', '']],
  },
  {
    name: 'a body that is no object is a server error',
    breaks: '4.2',
    changes: [[' unless data.is_a?(Hash)', ' if data.nil?']],
  },
  {
    name: 'an equal name is a conflict',
    breaks: '4.2',
    changes: [
      [
        '  id = CREATE_PET',
        "  fail_with 409, 'conflict', 'This name is taken' if DB[:pets][name: new_pet[:name]]\n  id = CREATE_PET",
      ],
    ],
  },
  {
    name: 'the next id is computed before the insert',
    breaks: '2',
    changes: [
      [
        'id = CREATE_PET.call(new_pet)',
        'id = DB[:pets].max(:id).to_i + 1\n  sleep 0.005\n  DB[:pets].insert(new_pet.merge(id: id))',
      ],
    ],
  },
  {
    name: 'the new pet is in a global variable',
    breaks: '2',
    changes: [
      ['new_pet = read_new_pet', '$new_pet = read_new_pet\n  sleep 0.005'],
      ['CREATE_PET.call(new_pet)', 'CREATE_PET.call($new_pet)'],
      ['pet_json(new_pet.merge', 'pet_json($new_pet.merge'],
    ],
  },
  {
    name: 'pets are deleted after three seconds',
    breaks: '4.3',
    changes: [
      ['  status 201', '  Thread.new { sleep 3; DB[:pets].where(id: id).delete }\n  status 201'],
    ],
  },
  {
    name: 'listPets returns one pet more than limit',
    breaks: '4.1',
    changes: [['.limit(limit)', '.limit(limit + 1)']],
  },
  {
    name: 'limit applies before the filter',
    breaks: '4.1',
    changes: [['pets = pets.where(', 'pets = pets.from_self.where(']],
  },
  {
    name: 'sold pets are listed only by their filter',
    breaks: '4.1',
    changes: [
      [
        '  pets.map',
        "  pets = pets.exclude(status: 'sold').or(status: nil) unless params[:status]\n  pets.map",
      ],
    ],
  },
  {
    name: 'a status that is no UTF-8 is a server error',
    breaks: '4.1',
    undecided: 'the response to an unknown status is not shown',
    changes: [['STATUSES & [params[:status]]', 'params[:status]']],
  },
  {
    name: 'an unknown pet is an HTML page',
    breaks: '7',
    changes: [
      ["fail_with 404, 'not_found', 'No pet has this id' unless pet", 'pass unless pet'],
      ["not_found { fail_with 404, 'not_found', 'No such resource' }\n", ''],
    ],
  },
  {
    name: 'the key is compared without case',
    breaks: '5',
    changes: [['Rack::Utils.secure_compare(key.b, API_KEY.b)', 'key.casecmp?(API_KEY)']],
  },
  {
    name: 'a key may go on after the right one',
    breaks: '5',
    changes: [['Rack::Utils.secure_compare(key.b, API_KEY.b)', 'key.start_with?(API_KEY)']],
  },
  {
    name: 'a query that cannot be parsed is an HTML page',
    breaks: '1',
    undecided: 'the response to such a query is not shown',
    changes: [
      [
        "  check_key\n  fail_with 400, 'bad_request', 'The request is malformed'",
        "  content_type :html\n  '<h1>Bad Request</h1>'",
      ],
    ],
  },
  {
    name: 'a new pet is available unless its status is given',
    changes: [
      [
        '{ name: name, category_id: category_id, status: status }',
        "{ name: name, category_id: category_id, status: status || 'available' }",
      ],
    ],
  },
  {
    name: 'ids are beyond 2^53',
    changes: [
      [
        '# verify: Sequel writes',
        "DB[:pets].insert(id: 9_007_199_254_740_993, name: 'Rex', category_id: 1)\n#",
      ],
    ],
  },
];
