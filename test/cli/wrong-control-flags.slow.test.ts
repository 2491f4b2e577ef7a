import { expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../src/index.js';
import { run } from '../support/command.js';

const wrongFlags: [args: string[], message: string][] = [
  [
    ['rules', 'add', '--operation=createPets', '--code=500'],
    '--operation must be one of listPets, createPet, getPet; got "createPets".',
  ],
  [
    ['rules', 'add', '--code=999'],
    '--code must be one of 200, 201, or a status from 400 to 599; got "999".',
  ],
  [
    ['rules', 'add', '--fault=hangup'],
    '--fault must be one of reset, empty, truncate, garbage, hang, dribble; got "hangup".',
  ],
  [
    ['rules', 'add', '--operation=getPet', '--times=3'],
    'A rule must force something. Set at least one of --code, --example, --delay, --fault and --header.',
  ],
  [
    ['rules', 'add', '--code=503', '--header=Retry-After'],
    '--header must be a name and a value with ":" between them; got "Retry-After".',
  ],
  [['rules', 'add', '--code=503', '--match-body={'], '--match-body must be JSON; got "{".'],
  [
    ['rules', 'add', '--cod', '500'],
    "Unknown option '--cod'. Did you mean --code?\nanimal-store rules add --help shows all options.\n",
  ],
  [
    ['requests', '--operation=createPets'],
    '--operation must be one of listPets, createPet, getPet; got "createPets".',
  ],
  [['requests', '--note=vilation'], '--note must be one of open, deprecated, violation,'],
  [
    ['requests', '--since=yesterday'],
    '--since must be an instant such as 2030-12-05T00:00:00Z (ISO 8601); got "yesterday".',
  ],
  [['reset', '--fixture=nope'], '--fixture must be one of default, empty, every-status,'],
  [['reset', '--fixture=empty', '--pets=3'], '--pets and --fixture must not be used together'],
];

for (const [args, message] of wrongFlags) {
  test(`rejects ${args.join(' ')}`, async () => {
    const simulator = await startSimulator();
    onTestFinished(() => simulator.close());

    const { code, stderr } = await run([...args, '--url', simulator.url]).finished;

    expect(code).toBe(2);
    expect(stderr.startsWith(message), stderr).toBe(true);
  });
}
