import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenPoint, openPoints } from '../../../src/index.js';
import { run } from '../../support/command.js';
import { type BuiltClients, buildClients } from './built-clients.js';
import { plantedClients } from './planted-clients.js';

let clients: BuiltClients;

beforeAll(async () => {
  clients = await buildClients();
});
afterAll(() => clients.remove());

const points = Object.keys(openPoints) as OpenPoint[];
const usedBy = (what: 'request' | 'response') =>
  points.filter((point) => openPoints[point].usedBy === what);

function exec(point: OpenPoint) {
  const { clock = 'real' } = plantedClients[point];
  const options = ['--fail-on', 'open', '--clock', clock];
  return run(['exec', ...options, '--', ...clients.commandFor(point)]).finished;
}

describe('exec --fail-on open', () => {
  test.each(usedBy('request'))('finds a client that depends on %s', async (point) => {
    const { code, stderr } = await exec(point);

    expect(code).toBe(1);
    expect(stderr).toContain(`requests used open points (${point}). `);
    expect(stderr).toContain(`${openPoints[point].silent} (section ${openPoints[point].section})`);
  });

  test.each(usedBy('response'))('leaves the unavoidable %s to matrix', async (point) => {
    const { code } = await exec(point);

    expect(code).toBe(0);
  });
});

describe('matrix', () => {
  test('names the choices that make a client fail, and the open point', async () => {
    const { code, stdout, stderr } = await run([
      'matrix',
      '--',
      ...clients.commandFor('list-order'),
    ]).finished;

    const [first, second] =
      stdout.split('Choices that make the command fail:\n')[1]?.split('\n\n') ?? [];
    const explained = [
      '    The document does not specify the order of the list (section 4.1); the command needs oldest-first.',
      '    | Unexpected: list-order',
    ];
    expect(code).toBe(1);
    expect(first?.split('\n').sort()).toEqual(
      [
        '  list-order=newest-first: exit code 1',
        '  list-order=shuffled: exit code 1',
        ...explained,
        ...explained,
      ].sort(),
    );
    expect(second).toContain('The command depends on unspecified behaviour: list-order.');
    expect(stderr).toMatch(/^1 of \d+ {2}profile default: passed\n/);
  });

  test('tests the removal of getPet with --clock', async () => {
    const others = points
      .filter((point) => point !== 'after-sunset')
      .flatMap((point) => ['--choose', `${point}=${openPoints[point].choices[0]}`]);
    const options = ['--clock', '2030-12-06', ...others];

    const { code, stdout } = await run([
      'matrix',
      ...options,
      '--',
      ...clients.commandFor('after-sunset'),
    ]).finished;

    expect(code).toBe(1);
    expect(stdout).toContain('  after-sunset=not-found: exit code 1\n');
    expect(stdout).toContain('  after-sunset=available: exit code 1\n');
  });
});
