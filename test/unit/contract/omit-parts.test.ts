import { expect, test } from 'vitest';
import { omitParts } from '../../../src/contract/omit-parts.js';
import { withNeeds } from '../../../src/contract/response-parts.js';
import { createRequest } from '../engine/engine.js';
import { createEngine, prefer, rex } from './recording.js';

/** A response that leaves out some parts. */
function answer(sent: Parameters<typeof createRequest>[0], ...omitted: string[]) {
  const { reply, entry } = omitParts(
    createEngine().answer(createRequest(sent)),
    (requirement) => withNeeds(requirement, omitted).needs,
  );
  const { status, body } = reply;
  const headers = new Map(reply.headers);
  // A wrong length would keep the client waiting, and show a need that it hasn't.
  expect(headers.get('Content-Length')).toBe(body === '' ? undefined : `${body.length}`);
  return { status, body, notes: headers.get('Simulator-Notes'), entry };
}

const getPet = { path: '/v1/pets/1' };
const post = { method: 'POST', body: JSON.stringify(rex) };

test('leaves out a field, and keeps the digits of the others', () => {
  const body = '{"name":"Rex","categoryId":9007199254740993,"status":"sold"}';
  expect(answer({ ...post, body }, 'Pet.name').body).toMatch(
    /^\{"id":\d+,"categoryId":9007199254740993,"status":"sold"\}$/,
  );
});

test('leaves out a status that is present, and adds one that is not', () => {
  expect(
    answer({ ...post, body: '{"name":"Rex","categoryId":2,"status":"sold"}' }, 'Pet.status').body,
  ).not.toContain('status');
  expect(answer(post, 'Pet.status').body).toContain('"status":"available"');
});

test('a note says that the response is beyond the document, also in the journal', () => {
  const { notes, entry } = answer(getPet, 'Pet.id');
  expect(notes).toContain('scenario;applied="without Pet.id";beyond');
  expect(entry.notes).toContainEqual({
    kind: 'scenario',
    applied: 'without Pet.id',
    beyond: true,
  });
});

test.for([
  ['an error', { path: '/v1/pets/999' }, 'Pet.id'],
  ['a pet', getPet, 'Error.code'],
  ['what no contract can have', { ...getPet, headers: prefer('code=503') }, 'Error.code'],
] as const)('keeps %s as it is', ([, sent, omitted]) => {
  expect(answer(sent, omitted)).toEqual({ ...answer(sent), entry: expect.anything() });
});

test.for([
  ['Error.body', { path: '/v1/pets/999' }, 404, ''],
  ['Error.httpStatus', { path: '/v1/pets/999' }, 418, expect.stringContaining('"status":404')],
  ['Pet.page', {}, 200, '[]'],
  ['Pet.httpStatus', post, 202, expect.stringContaining('Rex')],
] as const)('without %s', ([omitted, sent, status, body]) => {
  expect(answer(sent, omitted)).toMatchObject({ status, body });
});
