import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { verify } from '../../src/index.js';
import { formatReport } from '../../src/verify/report/text.js';
import { openHttp } from './open-provider.js';
import type { Answer, Call, Operation } from './providers/call.js';
import { startProvider } from './providers/provider.js';
import { Service } from './providers/service.js';

type Answering = (response: ServerResponse) => void;

/** Maximum requests to an operation without a response, concurrent ones included. */
const maxTries = 40;

/** The plain service except for one operation, whose requests are counted in `calls`. */
function losing(operation: Operation, answering: Answering) {
  const lost = { calls: 0 };
  const service = class extends Service {
    override send(response: ServerResponse, answer: Answer, call: Call) {
      if (call.operation !== operation) {
        super.send(response as Parameters<Service['send']>[0], answer, call);
        return;
      }
      lost.calls += 1;
      answering(response);
    }
  };
  return { service, lost };
}

const json = { 'Content-Type': 'application/json' };

const ways: [string, Answering][] = [
  ['never responds', () => {}],
  ['closes the connection', (response) => response.destroy()],
  [
    'sends half a body',
    (response) => {
      response.writeHead(200, { ...json, 'Content-Length': 99 }).write('[{"id":1,');
      setImmediate(() => response.destroy());
    },
  ],
];

/** Verifies a service over HTTP; returns the outcome and the report as text. */
async function verifyText(service: new () => Service, timeout = 5_000) {
  const { url, apiKey, close } = await startProvider(service);
  const report = await verify({ url, apiKey, timeout, rereadAfter: 0 }).finally(close);
  return { outcome: report.outcome, text: formatReport(report) };
}

describe.concurrent.each([
  ['createPet', 'failed'],
  ['getPet', 'failed'],
  // Without it, nothing can be tested.
  ['listPets', 'inconclusive'],
] as const)('%s', (operation, expected) => {
  test.each(ways)('%s: there is a verdict after a few requests', async (way, answering) => {
    const { service, lost } = losing(operation, answering);

    const { outcome, text } = await verifyText(service, 1_000);

    // Half a body is a response that contradicts the document.
    expect(outcome, text).toBe(way === 'sends half a body' ? 'failed' : expected);
    expect(text).toMatch(/no (?:complete )?response: /);
    expect(lost.calls).toBeLessThanOrEqual(maxTries);
  });
});

test('requirements of an operation that no longer responds are listed under its finding', async () => {
  const { service } = losing('getPet', (response) => response.destroy());

  const { text } = await verifyText(service);

  const [finding = ''] = text.split('\n\n').filter((block) => block.startsWith('1. '));
  expect(finding).toMatch(/^1\. getPet gives no complete response\n/);
  expect(finding).toMatch(/\n {3}\? 4\.3 getPet/);
  expect(text).not.toContain('in a row');
});

test('does not follow redirects', async () => {
  let followed = 0;
  const elsewhere = await openHttp((_request, response) => {
    followed += 1;
    response.writeHead(200, json).end('[]');
  });
  const { service, lost } = losing('getPet', (response) => {
    response.writeHead(307, { Location: `${elsewhere}/pets`, Refresh: `0; ${elsewhere}` }).end();
  });

  const { outcome, text } = await verifyText(service);

  expect(outcome).toBe('failed');
  expect(text).toContain(`received  307 to ${elsewhere}/pets (an empty body)`);
  expect(lost.calls).toBeGreaterThan(1);
  expect(followed).toBe(0);
});
