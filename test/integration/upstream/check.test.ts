import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import type { Note } from '../../../src/engine/notes.js';
import { start } from '../../support/simulator.js';
import { error, json, openService, pet } from '../../support/upstream.js';

const newPet = { name: 'Rex', categoryId: 2, status: 'sold' };
const large = '9223372036854775807';

/** A request as method and path, with a key and perhaps a body. */
interface Sent {
  readonly target: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the notes on a response of a service to a request. */
async function listNotes({ target, body, headers }: Sent, respond: RequestListener) {
  const { url: upstream } = await openService(respond);
  const simulator = await start({ upstream, logLevel: 'silent' });
  const [method = '', path = ''] = target.split(' ');
  await fetch(simulator.url + path, {
    method,
    headers: { Authorization: 'Bearer a', 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const [exchange] = await simulator.sandbox('default').requests();
  return exchange?.notes ?? [];
}

const list: Sent = { target: 'GET /pets' };
const sold: Sent = { target: 'GET /pets?status=sold' };
const get: Sent = { target: 'GET /pets/1' };
const create: Sent = { target: 'POST /pets', body: newPet };
const wrong: Sent = { target: 'POST /pets', body: { name: 'Rex' } };
const noKey = { Authorization: '' };
const bare: Sent = { ...list, headers: { Authorization: 'Bearer' } };
const creating = (fields: object): Sent => ({ ...create, body: { ...newPet, ...fields } });
const zoe = { ...pet, name: 'Zo\u00eb' };
const zero: Sent = { target: 'GET /pets?limit=0' };
const unknown: Sent = { target: 'GET /pets?a=1' };
const precise: Sent = { target: 'POST /pets', body: `{"name":"Rex","categoryId":${large}}` };
const rounded = '{"id":1,"name":"Rex","categoryId":9223372036854775000}';
const xml: Sent = { ...create, body: '<pet/>', headers: { 'Content-Type': 'application/xml' } };
/** A reply that is no JSON. */
const status =
  (code: number): RequestListener =>
  (_, response) =>
    response.writeHead(code, { 'Content-Type': 'text/html' }).end();
const pets = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...pet, id: index }));
const html = status(200);

type Row = [name: string, sent: Sent, respond: RequestListener, section?: string];

const contradictions: readonly Row[] = [
  ['a list gets 201', list, json(201, [pet]), '4.1'],
  ['a list gets 404', list, error(404), '4.1'],
  ['a list gets 500', list, error(500), '4.1'],
  [
    'a key in base64 with a sandbox gets 400',
    { ...list, headers: { Authorization: 'Bearer YQ==.shop' } },
    error(400),
    '4.1',
  ],
  ['Pets is an object', list, json(200, {}), '4.1'],
  ['the content type is another one', list, html, '4.1'],
  ['the body is not JSON', list, json(200, '[{'), '4.1'],
  ['an id is text', list, json(200, [{ ...pet, id: '1' }]), '4.1'],
  ['an id is beyond int64', get, json(200, JSON.stringify(pet).replace('1', `${large}0`)), '4.3'],
  ['a status is another word', list, json(200, [{ ...pet, status: 'eaten' }]), '4.1'],
  ['a name is missing', get, json(200, { ...pet, name: undefined }), '4.3'],
  ['a page has 21 pets', list, json(200, pets(21)), '4.1'],
  ['a page has more than its limit', { target: 'GET /pets?limit=2' }, json(200, pets(3)), '4.1'],
  ['a page has another status', sold, json(200, [{ ...pet, status: 'pending' }]), '4.1'],
  ['a page has a pet twice', list, json(200, [pet, pet]), '4.1'],
  ['a page has more with an unknown parameter', unknown, json(200, pets(21)), '4.1'],
  ['another pet is read', get, json(200, { ...pet, id: 2 }), '4.3'],
  ['getPet gets 400', get, error(400), '4.3'],
  ['a created pet has another name', create, json(201, { ...pet, name: 'rex' }), '4.2'],
  ['a created pet has another category', create, json(201, { ...pet, categoryId: 3 }), '4.2'],
  ['a created pet has no status', create, json(201, { ...pet, status: undefined }), '4.2'],
  ['a category is rounded', precise, json(201, rounded), '4.2'],
  ['a created pet gets 200', create, json(200, pet), '4.2'],
  ['a body without a category is accepted', wrong, json(201, pet), '4.2'],
  ['a body without a category gets 422', wrong, error(422), '4.2'],
  ['a body that is no JSON is accepted', { ...create, body: '{' }, json(201, pet), '4.2'],
  ['an Error is empty', get, json(404, {}), '7'],
  ['an Error has another status', get, json(404, { code: 'a', message: 'A.', status: 400 }), '7'],
  ['an Error is a page', wrong, status(400), '7'],
  ['a limit of 0 gets 500 and a page', zero, status(500), '7'],
  ['a list gets 400', list, error(400), '4.1'],
  ['a list without a key gets pets', { ...list, headers: noKey }, json(200, [pet]), '5'],
  ['a limit of 0 without a key gets 500', { ...zero, headers: noKey }, error(500), '5'],
  ['a pet is created without a key', { ...create, headers: noKey }, json(201, pet), '5'],
  ['a list with a bare scheme gets pets', bare, json(200, [pet]), '5'],
];

const permitted: readonly Row[] = [
  ['a list gets a page', list, json(200, pets(20))],
  ['a list gets an empty page', list, json(200, [])],
  ['a Pet has other fields', list, json(200, [{ ...pet, colour: 'red' }])],
  ['a pet is created', create, json(201, { ...pet, id: 5 })],
  ['a created pet gets 422, as a category may be unknown', create, error(422)],
  ['a name is trimmed and composed', creating({ name: ' Zoe\u0308 ' }), json(201, zoe)],
  ['int64 is exact', precise, json(201, `{"id":${large},"name":"Rex","categoryId":${large}}`)],
  ['a pet is read', get, json(200, pet)],
  ['a pet is not found', get, error(404)],
  ['a wrong body gets 400', wrong, error(400)],
  ['a key that nobody here knows gets 401', list, error(401)],
  ['a pet is not found without a key', { ...get, headers: noKey }, error(404)],
  ['a limit of 0 gets 400', zero, error(400)],
  ['a limit of 0 gets 422', zero, error(422)],
  ['a limit of 0 gets 500 and an Error', zero, error(500)],
  ['a malformed key gets 400 of a server', bare, status(400)],
  ['another scheme gets 400', { ...list, headers: { Authorization: 'Token a' } }, error(400)],
  ['two words get 400', { ...list, headers: { Authorization: 'Bearer a b' } }, error(400)],
  ['a limit of 0 gets a page of any size', zero, json(200, pets(30))],
  ['another field gets 400', creating({ colour: 'red' }), error(400)],
  ['a status of null is accepted', creating({ status: null }), json(201, pet)],
  ['XML is accepted', xml, json(201, pet)],
  ['XML gets 415 of a framework', xml, status(415)],
  ['a gateway is down', list, status(503)],
  ['there are too many requests', list, status(429)],
  ['HEAD has no body', { target: 'HEAD /pets' }, html],
  ['a path is not in the document', { target: 'GET /owners' }, html],
  ['an operation is not described', { target: 'GET /store/orders' }, json(200, {})],
  ['OPTIONS is not in the document', { target: 'OPTIONS /pets' }, html],
];

const isMismatch = (note: Note) => note.kind === 'mismatch';

test.each([...contradictions])('a mismatch: %s', async (_, sent, respond, section) => {
  const found = (await listNotes(sent, respond)).filter(isMismatch);
  expect(found).toMatchObject([{ kind: 'mismatch', section }]);
});

test.each([...permitted])('no mismatch: %s', async (_, sent, respond) => {
  expect((await listNotes(sent, respond)).filter(isMismatch)).toEqual([]);
});

/** A note as its kind and section, or as what a mismatch expected and received. */
const describeNote = (note: Note) =>
  note.kind === 'mismatch'
    ? `${note.expected}; got ${note.received}`
    : `${note.kind}${'section' in note ? ` of ${note.section}` : ''}`;

const byteOrderMark = 'the body to have no byte order mark (RFC 8259, section 8.1)';

test.each<[name: string, Sent, RequestListener, ...notes: string[]]>([
  [
    'a long page',
    list,
    json(200, pets(21)),
    'at most 20 pets; got 21 pets for no limit, which means 20',
  ],
  [
    'another pet',
    get,
    json(200, { ...pet, id: 2 }),
    'deprecated of 4.3',
    'the pet with the id 1; got the id 2 instead of 1',
  ],
  [
    'a wrong body',
    wrong,
    json(201, pet),
    'violation of 4.2',
    `400; got 201 ${JSON.stringify(pet)}`,
  ],
  [
    'a status that is null',
    create,
    json(201, { ...pet, status: null }),
    'status of the Pet to be one of available, pending, sold (section 2); got null',
  ],
  [
    'a byte order mark',
    get,
    json(404, '\ufeff{}'),
    'deprecated of 4.3',
    `${byteOrderMark}; got one`,
  ],
  ['no key', { ...list, headers: noKey }, error(401), 'violation of 5'],
  ['another path', { target: 'GET /owners' }, html, 'violation of 4'],
])('the notes on %s', async (_, sent, respond, ...notes) => {
  expect((await listNotes(sent, respond)).map(describeNote)).toEqual(notes);
});

const { status: _, ...withoutStatus } = newPet;
const unnamed: Sent = { target: 'POST /pets', body: withoutStatus };

test.each<[string, string, Sent, RequestListener, string | undefined]>([
  ['limit-too-small', 'rejected', zero, error(400), 'reject'],
  ['limit-too-small', 'accepted in one of two ways', zero, json(200, []), undefined],
  ['limit-malformed', 'accepted', { target: 'GET /pets?limit=a' }, json(200, []), 'ignore'],
  ...[401, 503].map((code): [string, string, Sent, RequestListener, undefined] => [
    ...(['limit-malformed', `answered with ${code}`] as const),
    ...([{ target: 'GET /pets?limit=a' }, error(code), undefined] as const),
  ]),
  ['malformed-pet-id', 'not found', { target: 'GET /pets/a' }, error(404), 'not-found'],
  ['malformed-pet-id', 'rejected', { target: 'GET /pets/a' }, error(400), 'reject'],
  ['unknown-category', 'rejected', create, error(422), 'reject'],
  ['omitted-status', 'absent', unnamed, json(201, { ...withoutStatus, id: 1 }), 'absent'],
  ['omitted-status', 'assigned', unnamed, json(201, { ...pet, status: 'available' }), 'available'],
])(
  'the note on %s, %s, names the choice that shows',
  async (point, _name, sent, respond, choice) => {
    const notes = await listNotes(sent, respond);
    const found = notes.find((note) => note.kind === 'open' && note.point === point);
    expect(found).toMatchObject(choice === undefined ? {} : { choice });
    expect(Object.hasOwn(found ?? {}, 'choice')).toBe(choice !== undefined);
  },
);

test('of two open points, neither choice shows', async () => {
  const notes = await listNotes({ target: 'GET /pets?limit=0&status=eaten' }, error(400));
  const open = notes.filter((note) => note.kind === 'open');
  expect(open.map(({ choice }) => choice)).toEqual([undefined, undefined]);
});

test.each([
  [
    json(200, { ...pet, name: 7 }),
    'got 7 (a number), expected name of the Pet to be a string (section 2)',
  ],
  [error(500), 'got 500 {"code":"some","message":"…, expected 200 or 404'],
])('the reason of a row says first what was received', async (respond, reason) => {
  const { url: upstream } = await openService(respond);
  const { url, sandbox } = await start({ upstream, logLevel: 'silent' });
  await fetch(`${url}/pets/1`, { headers: { Authorization: 'Bearer a' } });

  const [exchange] = await sandbox('default').requests();

  expect(exchange?.reason).toBe(`mismatch: ${reason}`);
});

test('a response carries its notes in place of those of another simulator', async () => {
  const { url: upstream } = await openService((_, response) =>
    json(200, {})(_, response.setHeader('Simulator-Notes', 'refused')),
  );
  const { url } = await start({ upstream, logLevel: 'silent' });

  const response = await fetch(`${url}/pets`, { headers: { Authorization: 'Bearer a' } });

  expect(response.headers.get('simulator-notes')).toBe('mismatch;section="4.1"');
});
