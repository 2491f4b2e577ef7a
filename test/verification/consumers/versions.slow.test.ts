import { expect, test } from 'vitest';
import { openProvider } from '../providers.js';
import { formatPact, getPets, verifyText, withAnyKey } from './pacts.js';

const petRequest = { method: 'GET', path: '/pets/7', headers: withAnyKey };

test('verifies a pact of version 2 by its rules', async () => {
  const rules = {
    '$.body.id': { match: 'type' },
    '$.body.name': { match: 'type' },
    '$.headers.Content-Type': { match: 'regex', regex: 'application/json.*' },
  };
  const response = {
    status: 200,
    headers: { 'Content-Type': 'application/json' },
    body: { id: 7, name: 'Rex' },
    matchingRules: rules,
  };
  const pact = formatPact('2.0.0', [
    { description: 'a pet', providerState: 'a pet exists', request: petRequest, response },
    {
      description: 'a pet with a weight',
      providerState: 'a pet exists',
      request: petRequest,
      response: { ...response, body: { ...response.body, weight: 1 } },
    },
  ]);

  const { of } = await verifyText(await openProvider(), pact);

  expect(of('a pet')).toMatchObject({ verdict: 'passed', states: ['a pet exists'] });
  expect(of('a pet with a weight')).toMatchObject({
    verdict: 'failed',
    evidence: { problem: expect.stringContaining('the body must have weight; got') },
  });
});

test('verifies a pact of version 3 with parameters of its states', async () => {
  const matchers = { matchers: [{ match: 'integer' }] };
  const pact = formatPact('3.0.0', [
    {
      description: 'a sold pet',
      providerStates: [{ name: 'a pet exists', params: { status: 'sold' } }],
      request: petRequest,
      response: {
        status: 200,
        body: { id: 7, status: 'sold' },
        matchingRules: { body: { '$.id': matchers } },
      },
    },
  ]);

  const { of } = await verifyText(await openProvider(), pact);

  expect(of('a sold pet')).toMatchObject({
    verdict: 'passed',
    states: ['a pet exists {"status":"sold"}'],
  });
});

test('verifies a pact of version 4 with generators and a rule for the status', async () => {
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: Pact fills these in
  const generators = {
    path: { type: 'ProviderState', expression: '/pets/${petId}' },
    header: { Authorization: { type: 'ProviderState', expression: 'Bearer ${apiKey}' } },
  };
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: Pact fills these in
  const pact = formatPact('4.0', [
    {
      type: 'Synchronous/HTTP',
      description: 'a pet',
      providerStates: [{ name: 'the API key is valid' }, { name: 'a pet exists' }],
      request: { ...petRequest, generators },
      response: {
        status: 204,
        matchingRules: { status: { matchers: [{ match: 'statusCode', status: 'success' }] } },
      },
    },
  ]);

  const { of, report } = await verifyText(await openProvider(), pact);

  expect(of('a pet')).toMatchObject({ verdict: 'passed' });
  expect(report).toMatchObject({ outcome: 'passed', consumers: [{ consumer: 'shop' }] });
});

test('verifies literals without rules as they are written', async () => {
  const response = { status: 200, body: [{ id: 123_456, name: 'Rex', categoryId: 1 }] };
  const pact = formatPact('3.0.0', [{ ...getPets, response }]);

  const { of } = await verifyText(await openProvider(), pact);

  expect(of('a list of pets')).toMatchObject({ verdict: 'failed' });
});

test('keeps every digit of a large integer in a pact', async () => {
  const text = formatPact('2.0.0', [
    {
      description: 'a large category',
      providerState: 'a category exists',
      request: {
        method: 'POST',
        path: '/pets',
        headers: { ...withAnyKey, 'Content-Type': 'application/json' },
        body: { name: 'Rex', categoryId: 'BIG' },
      },
      response: { status: 201, body: { categoryId: 'BIG' } },
    },
  ]).replaceAll('"BIG"', '9007199254740993');

  const { of } = await verifyText(await openProvider(), text);

  expect(of('a large category')).toMatchObject({ verdict: 'passed' });
});

test('compares the response headers of a pact', async () => {
  const response = { status: 200, headers: { 'X-Pages': '3' } };
  const pact = formatPact('2.0.0', [{ ...getPets, response }]);

  const { of } = await verifyText(await openProvider(), pact);

  expect(of('a list of pets')).toMatchObject({
    verdict: 'failed',
    evidence: { problem: 'the header X-Pages must be 3; got none' },
  });
});

test('sends other methods, and paths that begin with the base path', async () => {
  const pact = formatPact('2.0.0', [
    {
      description: 'a pet is deleted',
      request: { method: 'DELETE', path: '/v1/pets/7', headers: withAnyKey },
      response: { status: 204 },
    },
  ]);

  const { of } = await verifyText(await openProvider(), pact);

  expect(of('a pet is deleted')).toMatchObject({
    verdict: 'failed',
    evidence: { request: 'DELETE /pets/7' },
  });
});

test('sends no key where the pact has none', async () => {
  const pact = formatPact('2.0.0', [
    { description: 'no key', request: { method: 'GET', path: '/pets' }, response: { status: 401 } },
    { ...getPets, description: 'a wrong key', response: { status: 401 } },
  ]);

  const { of } = await verifyText(await openProvider(), pact);

  expect(of('no key')).toMatchObject({ verdict: 'passed' });
  expect(of('a wrong key')).toMatchObject({ verdict: 'passed' });
});

test('two interactions with the same description are told apart', async () => {
  const pact = formatPact('2.0.0', [getPets, { ...getPets, response: { status: 404 } }]);

  const { report } = await verifyText(await openProvider(), pact);

  const verdicts = report.consumers[0]?.interactions.map(({ verdict }) => verdict);
  expect(verdicts).toEqual(['passed', 'failed']);
});
