import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { root } from '../package/packed.js';
import { launchProgram } from './listening-program.js';
import { endingWithTests, findMissingProgram, findStablePort } from './local-programs.js';

/** Why there is no HAProxy on this machine, or nothing when there is one. */
export const noHaproxy = findMissingProgram('haproxy', 'HAProxy');

/**
 * Starts HAProxy with `deploy/haproxy.cfg` in front of three replicas, until the test ends; returns its URL, and a
 * function that returns what it has reported.
 */
export async function startHaproxy(ports: readonly number[]) {
  const address = `127.0.0.1:${await findStablePort()}`;
  const replicas = ports.map((port, place) => [`REPLICA_${place + 1}`, `127.0.0.1:${port}`]);
  const { child, kill } = await launchProgram(
    // In the foreground, with a master that reports when its worker listens.
    endingWithTests(['haproxy', '-W', '-db', '-f', 'haproxy.cfg']),
    {
      folder: join(root, 'deploy'),
      environment: { BIND: address, ...Object.fromEntries(replicas) },
    },
    /Loading success/,
  );
  onTestFinished(kill);
  let report = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    report += chunk;
  });
  return { origin: `http://${address}`, report: () => report };
}
