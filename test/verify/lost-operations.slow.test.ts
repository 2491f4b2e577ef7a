import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { openHttp, openService } from './open-provider.js';
import type { Answer, Call, Operation } from './providers/call.js';
import { Service } from './providers/service.js';
import { flagsOf, verifyByCommand } from './verifying.js';

type Answering = (response: ServerResponse) => void;

/** Maximum requests to an operation without a response, concurrent ones included. */
const maxTries = 30;

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
  [
    'sends a response without end',
    (response) => {
      const write = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      };
      response.writeHead(200, json).on('drain', write);
      write();
    },
  ],
];

describe.each([
  ['createPet', 1],
  ['getPet', 1],
  // Without it, nothing can be tested.
  ['listPets', 3],
] as const)('%s', (operation, code) => {
  test.each(ways)('%s: there is a verdict after a few requests', async (_, answering) => {
    const { service, lost } = losing(operation, answering);
    const provider = await openService(service);

    const finished = await verifyByCommand([...flagsOf(provider), '--timeout', '1000']);

    expect(finished.code, finished.stdout).toBe(code);
    expect(finished.stdout).toMatch(/no (?:complete )?response: /);
    expect(lost.calls).toBeLessThanOrEqual(maxTries);
  });
});

test('requirements of an operation that no longer responds are listed under its finding', async () => {
  const { service } = losing('getPet', (response) => response.destroy());
  const provider = await openService(service);

  const { stdout } = await verifyByCommand(flagsOf(provider));

  const [finding = ''] = stdout.split('\n\n').filter((block) => block.startsWith('1. '));
  expect(finding).toMatch(/^1\. getPet gives no response\n/);
  expect(finding).toMatch(/\n {3}\? 4\.3 getPet/);
  expect(stdout).not.toContain('in a row');
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
  const provider = await openService(service);

  const { code, stdout } = await verifyByCommand(flagsOf(provider));

  expect(code).toBe(1);
  expect(stdout).toContain(`received  307 to ${elsewhere}/pets (an empty body)`);
  expect(lost.calls).toBeGreaterThan(1);
  expect(followed).toBe(0);
});
