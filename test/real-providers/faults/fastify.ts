import type { Fault } from './fault.js';

export const fastifyFaults: readonly Fault[] = [
  {
    name: 'requests lose digits of large integers',
    breaks: '2',
    changes: [['BigInt(text) : Number', 'BigInt(Number(text)) : Number']],
  },
  {
    name: 'responses lose digits of large integers',
    breaks: '2',
    changes: [["categoryId: { type: 'integer' }", "categoryId: { type: 'number' }"]],
  },
  {
    name: 'id is a string',
    breaks: '2',
    changes: [["id: { type: 'integer' }", "id: { type: 'string' }"]],
  },
  {
    name: 'a client may choose the id',
    breaks: '2',
    changes: [
      ['{ id: pets.size + 1, ...newPet }', '{ id: pets.size + 1, ...request.body, ...newPet }'],
    ],
  },
  {
    name: 'an integer is taken for a name',
    breaks: '4.2',
    changes: [["typeof name !== 'string'", 'name === undefined || name === null']],
  },
  {
    name: 'categoryId 0 is taken for a missing one',
    breaks: '2',
    undecided: 'a category of this number may not exist',
    changes: [
      ["typeof categoryId !== 'bigint' ||", "!categoryId || typeof categoryId !== 'bigint' ||"],
    ],
  },
  {
    name: 'an empty name is taken for a missing one',
    breaks: '2',
    undecided: 'which names are valid is not shown',
    changes: [["typeof name !== 'string'", "!name || typeof name !== 'string'"]],
  },
  {
    name: 'a categoryId beyond int64 wraps around',
    breaks: '4.2',
    changes: [
      [' || BigInt.asIntN(64, categoryId) !== categoryId', ''],
      [
        'return { name, categoryId, status }',
        'return { name, categoryId: BigInt.asIntN(64, categoryId), status }',
      ],
    ],
  },
  {
    name: 'a null status is accepted',
    breaks: '4.2',
    undecided: 'the document does not say whether null counts as absent',
    changes: [['status !== undefined && !statuses', 'status && !statuses']],
  },
  {
    name: 'invalid UTF-8 becomes U+FFFD',
    breaks: '4.2',
    undecided: 'RFC 8259 requires UTF-8, and the document does not name it',
    changes: [['{ fatal: true }', '{ fatal: false }']],
  },
  {
    name: 'bodies are read as Latin-1',
    breaks: '2',
    changes: [["'utf-8', { fatal: true }", "'latin1'"]],
  },
  {
    name: 'characters beyond 16 bits become question marks',
    breaks: '2',
    changes: [
      [
        'return { name, categoryId',
        "return { name: name.replace(/[^\\0-\\uffff]/gu, '?'), categoryId",
      ],
    ],
  },
  {
    name: 'names are normalized',
    breaks: '2',
    undecided: 'the document does not say that the characters are kept',
    changes: [['return { name, categoryId', "return { name: name.normalize('NFC'), categoryId"]],
  },
  {
    name: 'control characters are removed from names',
    breaks: '2',
    // biome-ignore format: one line
    changes: [['return { name, categoryId', "return { name: name.replace(/\\p{Cc}/gu, ''), categoryId"]],
  },
  {
    name: 'two concurrent pets get one id',
    breaks: '2',
    changes: [
      [
        '  const pet = { id: pets.size + 1, ...newPet };',
        '  const id = pets.size + 1;\n  await new Promise(setImmediate);\n  const pet = { id, ...newPet };',
      ],
    ],
  },
  {
    name: 'requests share the new pet',
    breaks: '2',
    changes: [
      [
        '  const newPet = readNewPet(request.body);',
        '  newPet = readNewPet(request.body);\n  await new Promise(setImmediate);',
      ],
      ['const petSchema', 'let newPet;\nconst petSchema'],
    ],
  },
  {
    name: 'more than ten concurrent requests are 500',
    breaks: '4.2',
    changes: [
      [
        '  const newPet = readNewPet(request.body);',
        "  connections += 1;\n  await new Promise((resolve) => setTimeout(resolve, 5));\n  const left = 10 - connections;\n  connections -= 1;\n  if (left < 0) {\n    throw new Error('the pool is exhausted');\n  }\n  const newPet = readNewPet(request.body);",
      ],
      ['const petSchema', 'let connections = 0;\nconst petSchema'],
    ],
  },
  {
    name: 'a key is remembered for its connection',
    breaks: '5',
    changes: [
      ['  if (!isAllowed(request)) {', '  if (!isAllowed(request) && !request.socket.allowed) {'],
      [
        '    throw unauthorized();\n  }\n});',
        '    throw unauthorized();\n  }\n  request.socket.allowed = true;\n});',
      ],
    ],
  },
  {
    name: 'only the newest 30 pets are kept',
    breaks: '4.3',
    changes: [
      [
        '  pets.set(String(pet.id), pet);',
        '  pets.set(String(pet.id), pet);\n  pets.delete(String(pet.id - 30));',
      ],
      ['id: pets.size + 1,', 'id: ++lastId,'],
      ['const petSchema', 'let lastId = 0;\nconst petSchema'],
    ],
  },
  {
    name: 'createPet answers 200',
    breaks: '4.2',
    changes: [
      ['reply.code(201)', 'reply.code(200)'],
      ['response: { 201: petSchema }', 'response: { 200: petSchema }'],
    ],
  },
  {
    name: 'there is no default limit',
    breaks: '8',
    changes: [['maximum: 100, default: 20 }', 'maximum: 100 }']],
  },
  {
    name: 'pets without a status are listed as available',
    breaks: '3',
    changes: [['pet.status === query.status', "(pet.status ?? 'available') === query.status"]],
  },
  {
    name: 'the body is read before the key',
    breaks: '5',
    changes: [["app.addHook('onRequest'", "app.addHook('preHandler'"]],
  },
  {
    name: 'GET needs no key',
    breaks: '5',
    changes: [
      ['  if (!isAllowed(request)) {', "  if (request.method !== 'GET' && !isAllowed(request)) {"],
    ],
  },
  {
    name: 'the key is found anywhere in the header',
    breaks: '5',
    changes: [
      [
        '  return timingSafeEqual(sha256(key), sha256(apiKey));',
        '  return String(headers.authorization).includes(apiKey) || key === apiKey;',
      ],
    ],
  },
  {
    name: 'a long id is 414, also without a key',
    breaks: '5',
    changes: [
      ['  routerOptions: { maxParamLength: 16_384 },\n', ''],
      [
        'sendError(isAllowed(request) ? error : unauthorized(), request, reply)',
        'sendError(error, request, reply)',
      ],
    ],
  },
  {
    name: 'an id is whatever JavaScript takes for a number',
    breaks: '4.3',
    missed: 'the document does not say how an id is written',
    changes: [['pets.get(params.petId)', 'pets.get(String(Number(params.petId)))']],
  },
  {
    name: 'errors are text',
    breaks: '1',
    changes: [
      ['reply.code(status).send(', "reply.code(status).type('text/plain').send(JSON.stringify("],
      ['{ code, message, status });', '{ code, message, status }));'],
    ],
  },
  {
    name: 'an Error lacks its code for unknown pets',
    breaks: '7',
    changes: [
      [
        "fail(404, 'not_found', 'No pet has this id')",
        "fail(404, undefined, 'No pet has this id')",
      ],
      ["code = 'internal_error', message", 'code, message'],
    ],
  },
  {
    name: 'lists lag by a second',
    changes: [
      [
        '[...pets.values()]',
        '[...pets.values()]\n    .filter(({ created }) => created < Date.now() - 1_000)',
      ],
      ['{ id: pets.size + 1, ...newPet }', '{ id: pets.size + 1, created: Date.now(), ...newPet }'],
    ],
  },
  {
    name: 'answers take 100 ms',
    changes: [
      [
        '  if (!isAllowed(request)) {',
        '  await new Promise((resolve) => setTimeout(resolve, 100));\n  if (!isAllowed(request)) {',
      ],
    ],
  },
  {
    name: 'the newest pets are listed first',
    changes: [['[...pets.values()]', '[...pets.values()]\n    .reverse()']],
  },
];
