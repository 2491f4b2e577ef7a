import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../support/command.js';
import { openProvider } from './providers.js';
import { flagsOf } from './verifying.js';

const source = fileURLToPath(new URL('record-connections.c', import.meta.url));

function hasCompiler(): boolean {
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Pact's verifier is native code: its connections are recorded below Node.js. */
const canWatch = process.platform === 'linux' && hasCompiler();
const reason = canWatch ? '' : ' (skipped: needs Linux and a C compiler called cc)';

interface Connection {
  readonly pid: number;
  /** Or a name that was looked up. */
  readonly host: string;
  readonly port: number;
}

/** Records connections and look-ups of the command and of all processes that it starts. */
async function connectionsOf(args: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [preload, recorded] = [join(folder, 'record.so'), join(folder, 'recorded')];
  execFileSync('cc', ['-shared', '-fPIC', '-o', preload, source, '-ldl']);
  const environment = { LD_PRELOAD: preload, RECORDED_CONNECTIONS: recorded };
  const { child, finished } = run(args, { environment });
  const { code, stdout } = await finished;
  const lines = (await readFile(recorded, 'utf8')).trimEnd().split('\n');
  const connections = lines.map((line): Connection => {
    const [pid = '', host = '', port = ''] = line.split(' ');
    return { pid: Number(pid), host, port: Number(port) };
  });
  const isOfCommand = ({ pid }: Connection) => pid === child.pid;
  return {
    code,
    stdout,
    ofCommand: connections.filter(isOfCommand),
    ofVerifier: connections.filter((connection) => !isOfCommand(connection)),
  };
}

/** Each once: `127.0.0.1:4010`. */
const addressesOf = (connections: readonly Connection[]) => [
  ...new Set(connections.map(({ host, port }) => `${host}:${port}`)),
];

test.skipIf(!canWatch)(
  `connects only to the given URL, and Pact's verifier only to the command${reason}`,
  async () => {
    const provider = await openProvider();

    const { code, stdout, ofCommand, ofVerifier } = await connectionsOf([
      'verify',
      ...flagsOf(provider),
    ]);

    expect(code, stdout).toBe(0);
    expect(addressesOf(ofCommand)).toEqual([new URL(provider.url).host]);
    expect(addressesOf(ofVerifier)).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+$/)]);
    expect(addressesOf(ofVerifier)).not.toEqual(addressesOf(ofCommand));
  },
);
