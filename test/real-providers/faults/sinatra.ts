import { breaking, type Fault, permitted } from './fault.js';

export const sinatraFaults: readonly Fault[] = [
  ...breaking('2', {
    'status is null in answers': [[' }.compact', ' }']],
    'categoryId is in a column of floats': [['Bignum :category_id', 'Float :category_id']],
    'categoryId is checked against 32 bits': [
      { undecided: 'a category of this number may not exist' },
      ['(-2**63..2**63 - 1)', '(-2**31..2**31 - 1)'],
    ],
    'names are trimmed': [
      { undecided: 'the document does not say that the characters are kept' },
      ['{ name: name,', '{ name: name.strip,'],
    ],
    'names are stored in Latin-1': [
      [
        '{ name: name,',
        "{ name: name.encode('ISO-8859-1', undef: :replace, replace: '?').encode('UTF-8'),",
      ],
    ],
    'the next id is computed before the insert': [
      [
        'id = CREATE_PET.call(new_pet)',
        'id = DB[:pets].max(:id).to_i + 1\n  sleep 0.005\n  DB[:pets].insert(new_pet.merge(id: id))',
      ],
    ],
    'the new pet is in a global variable': [
      ['new_pet = read_new_pet', '$new_pet = read_new_pet\n  sleep 0.005'],
      ['CREATE_PET.call(new_pet)', 'CREATE_PET.call($new_pet)'],
      ['pet_json(new_pet.merge', 'pet_json($new_pet.merge'],
    ],
  }),
  ...breaking('4.2', {
    'a NUL in a name is a server error': [
      ['CREATE_PET.call(new_pet)', 'DB[:pets].insert(new_pet)'],
    ],
    'a name of invalid UTF-8 breaks the list': [
      [' && name.valid_encoding?', ''],
      { missed: 'a name that is no text may break lists for good' },
    ],
    'JSON with comments is accepted': [
      { missed: 'RFC 8259 allows extensions' },
      [', allow_comments: false', ''],
    ],
    'a body that is no object is a server error': [[' unless data.is_a?(Hash)', ' if data.nil?']],
    'an equal name is a conflict': [
      [
        '  id = CREATE_PET',
        "  fail_with 409, 'conflict', 'This name is taken' if DB[:pets][name: new_pet[:name]]\n  id = CREATE_PET",
      ],
    ],
  }),
  ...breaking('4.3', {
    'pets are deleted after three seconds': [
      ['  status 201', '  Thread.new { sleep 3; DB[:pets].where(id: id).delete }\n  status 201'],
    ],
  }),
  ...breaking('4.1', {
    'listPets returns one pet more than limit': [['.limit(limit)', '.limit(limit + 1)']],
    'limit applies before the filter': [['pets = pets.where(', 'pets = pets.from_self.where(']],
    'sold pets are listed only by their filter': [
      [
        '  pets.map',
        "  pets = pets.exclude(status: 'sold').or(status: nil) unless params[:status]\n  pets.map",
      ],
    ],
    'a status that is no UTF-8 is a server error': [
      { missed: 'the response to an unknown status is not shown' },
      ['STATUSES & [params[:status]]', 'params[:status]'],
    ],
  }),
  ...breaking('7', {
    'an unknown pet is an HTML page': [
      ["fail_with 404, 'not_found', 'No pet has this id' unless pet", 'pass unless pet'],
      ["not_found { fail_with 404, 'not_found', 'No such resource' }\n", ''],
    ],
  }),
  ...breaking('5', {
    'the key is compared without case': [
      ['Rack::Utils.secure_compare(key.b, API_KEY.b)', 'key.casecmp?(API_KEY)'],
    ],
    'a key may go on after the right one': [
      ['Rack::Utils.secure_compare(key.b, API_KEY.b)', 'key.start_with?(API_KEY)'],
    ],
  }),
  ...breaking('1', {
    'a query that cannot be parsed is an HTML page': [
      { missed: 'the response to such a query is not shown' },
      [
        "  check_key\n  fail_with 400, 'bad_request', 'The request is malformed'",
        "  content_type :html\n  '<h1>Bad Request</h1>'",
      ],
    ],
  }),
  ...permitted({
    'a new pet is available unless its status is given': [
      [
        '{ name: name, category_id: category_id, status: status }',
        "{ name: name, category_id: category_id, status: status || 'available' }",
      ],
    ],
    'ids are beyond 2^53': [
      [
        '# verify: Sequel writes',
        "DB[:pets].insert(id: 9_007_199_254_740_993, name: 'Rex', category_id: 1)\n#",
      ],
    ],
  }),
];
