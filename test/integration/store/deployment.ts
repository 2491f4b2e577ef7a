import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { root } from '../../package/packed.js';
import { type Run, run } from '../../support/command.js';
import { startHaproxy } from '../../support/haproxy.js';
import { findStablePort } from '../../support/local-programs.js';

/** Simulators behind HAProxy, as `deploy/haproxy.cfg` has them. */
export interface Deployment {
  /** The URL of HAProxy. */
  readonly origin: string;
  readonly replicas: readonly Replica[];
}

/** One of the simulators, at an address that stays. */
interface Replica {
  readonly origin: string;
  /** The process that runs now. */
  readonly current: Run;
  /** Starts another process, which is ready when the promise resolves. */
  start(): Promise<void>;
}

async function startReplica(args: readonly string[]): Promise<Replica> {
  const port = await findStablePort();
  let current: Run;
  const start = async () => {
    current = run(['start', '--port', String(port), '--log-level', 'error', ...args]);
    await current.ready;
  };
  await start();
  return {
    origin: `http://127.0.0.1:${port}`,
    get current() {
      return current;
    },
    start,
  };
}

/** Starts three simulators with these options, and HAProxy in front of them; they end with the test. */
export async function deploy(args: readonly string[] = []): Promise<Deployment> {
  const replicas = await Promise.all(Array.from({ length: 3 }, () => startReplica(args)));
  const address = `127.0.0.1:${await findStablePort()}`;
  const variables = replicas.map(({ origin }, index) => [
    `REPLICA_${index + 1}`,
    new URL(origin).host,
  ]);
  const haproxy = await startHaproxy(join(root, 'deploy', 'haproxy.cfg'), {
    BIND: address,
    ...Object.fromEntries(variables),
  });
  onTestFinished(() => haproxy.kill());
  return { origin: `http://${address}`, replicas };
}
