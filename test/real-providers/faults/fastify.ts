import { breaking, type Fault, permitted } from './fault.js';

export const fastifyFaults: readonly Fault[] = [
  ...breaking('2', {
    'requests lose digits of large integers': [
      ['BigInt(text) : Number', 'BigInt(Number(text)) : Number'],
    ],
    'responses lose digits of large integers': [
      ["categoryId: { type: 'integer' }", "categoryId: { type: 'number' }"],
    ],
    'id is a string': [["id: { type: 'integer' }", "id: { type: 'string' }"]],
    'a client may choose the id': [
      ['{ id: pets.size + 1, ...newPet }', '{ id: pets.size + 1, ...request.body, ...newPet }'],
    ],
    'categoryId 0 is taken for a missing one': [
      { undecided: 'a category of this number may not exist' },
      ["typeof categoryId !== 'bigint' ||", "!categoryId || typeof categoryId !== 'bigint' ||"],
    ],
    'an empty name is taken for a missing one': [
      { undecided: 'which names are valid is not shown' },
      ["typeof name !== 'string'", "!name || typeof name !== 'string'"],
    ],
    'bodies are read as Latin-1': [["'utf-8', { fatal: true }", "'latin1'"]],
    'characters beyond 16 bits become question marks': [
      [
        'return { name, categoryId',
        "return { name: name.replace(/[^\\0-\\uffff]/gu, '?'), categoryId",
      ],
    ],
    'names are normalized': [
      { undecided: 'the document does not say that the characters are kept' },
      ['return { name, categoryId', "return { name: name.normalize('NFC'), categoryId"],
    ],
    'control characters are removed from names': [
      ['return { name, categoryId', "return { name: name.replace(/\\p{Cc}/gu, ''), categoryId"],
    ],
    'two concurrent pets get one id': [
      [
        '  const pet = { id: pets.size + 1, ...newPet };',
        '  const id = pets.size + 1;\n  await new Promise(setImmediate);\n  const pet = { id, ...newPet };',
      ],
    ],
    'requests share the new pet': [
      [
        '  const newPet = readNewPet(request.body);',
        '  newPet = readNewPet(request.body);\n  await new Promise(setImmediate);',
      ],
      ['const petSchema', 'let newPet;\nconst petSchema'],
    ],
  }),
  ...breaking('4.2', {
    'an integer is taken for a name': [
      ["typeof name !== 'string'", 'name === undefined || name === null'],
    ],
    'a categoryId beyond int64 wraps around': [
      [' || BigInt.asIntN(64, categoryId) !== categoryId', ''],
      [
        'return { name, categoryId, status }',
        'return { name, categoryId: BigInt.asIntN(64, categoryId), status }',
      ],
    ],
    'a null status is accepted': [
      { undecided: 'the document does not say whether null counts as absent' },
      ['status !== undefined && !statuses', 'status && !statuses'],
    ],
    'invalid UTF-8 becomes U+FFFD': [
      { missed: 'RFC 8259 requires UTF-8, and the document does not name it' },
      ['{ fatal: true }', '{ fatal: false }'],
    ],
    'more than ten concurrent requests are 500': [
      [
        '  const newPet = readNewPet(request.body);',
        "  connections += 1;\n  await new Promise((resolve) => setTimeout(resolve, 5));\n  const left = 10 - connections;\n  connections -= 1;\n  if (left < 0) {\n    throw new Error('the pool is exhausted');\n  }\n  const newPet = readNewPet(request.body);",
      ],
      ['const petSchema', 'let connections = 0;\nconst petSchema'],
    ],
    'createPet answers 200': [
      ['reply.code(201)', 'reply.code(200)'],
      ['response: { 201: petSchema }', 'response: { 200: petSchema }'],
    ],
  }),
  ...breaking('5', {
    'a key is remembered for its connection': [
      ['  if (!isAllowed(request)) {', '  if (!isAllowed(request) && !request.socket.allowed) {'],
      [
        '    throw unauthorized();\n  }\n});',
        '    throw unauthorized();\n  }\n  request.socket.allowed = true;\n});',
      ],
    ],
    'the body is read before the key': [["app.addHook('onRequest'", "app.addHook('preHandler'"]],
    'GET needs no key': [
      ['  if (!isAllowed(request)) {', "  if (request.method !== 'GET' && !isAllowed(request)) {"],
    ],
    'the key is found anywhere in the header': [
      [
        '  return timingSafeEqual(sha256(key), sha256(apiKey));',
        '  return String(headers.authorization).includes(apiKey) || key === apiKey;',
      ],
    ],
    'a long id is 414, also without a key': [
      ['  routerOptions: { maxParamLength: 16_384 },\n', ''],
      [
        'sendError(isAllowed(request) ? error : unauthorized(), request, reply)',
        'sendError(error, request, reply)',
      ],
      { missed: 'the router refuses it before the service sees it' },
    ],
  }),
  ...breaking('4.3', {
    'only the newest 30 pets are kept': [
      [
        '  pets.set(String(pet.id), pet);',
        '  pets.set(String(pet.id), pet);\n  pets.delete(String(pet.id - 30));',
      ],
      ['id: pets.size + 1,', 'id: ++lastId,'],
      ['const petSchema', 'let lastId = 0;\nconst petSchema'],
    ],
    'an id is whatever JavaScript takes for a number': [
      { missed: 'the document does not say how an id is written' },
      ['pets.get(params.petId)', 'pets.get(String(Number(params.petId)))'],
    ],
  }),
  ...breaking('8', {
    'there is no default limit': [['maximum: 100, default: 20 }', 'maximum: 100 }']],
  }),
  ...breaking('3', {
    'pets without a status are listed as available': [
      ['pet.status === query.status', "(pet.status ?? 'available') === query.status"],
    ],
  }),
  ...breaking('1', {
    'errors are text': [
      ['reply.code(status).send(', "reply.code(status).type('text/plain').send(JSON.stringify("],
      ['{ code, message, status });', '{ code, message, status }));'],
    ],
  }),
  ...breaking('7', {
    'an Error lacks its code for unknown pets': [
      [
        "fail(404, 'not_found', 'No pet has this id')",
        "fail(404, undefined, 'No pet has this id')",
      ],
      ["code = 'internal_error', message", 'code, message'],
    ],
  }),
  ...permitted({
    'lists lag by a second': [
      [
        '[...pets.values()]',
        '[...pets.values()]\n    .filter(({ created }) => created < Date.now() - 1_000)',
      ],
      ['{ id: pets.size + 1, ...newPet }', '{ id: pets.size + 1, created: Date.now(), ...newPet }'],
    ],
    'answers take 100 ms': [
      [
        '  if (!isAllowed(request)) {',
        '  await new Promise((resolve) => setTimeout(resolve, 100));\n  if (!isAllowed(request)) {',
      ],
    ],
    'the newest pets are listed first': [
      ['[...pets.values()]', '[...pets.values()]\n    .reverse()'],
    ],
  }),
];
