import { onTestFinished } from 'vitest';
import {
  connect,
  type RunningSimulator,
  type SimulatorOptions,
  startSimulator,
} from '../../src/index.js';
import { openBalancer } from './balancer.js';

/** Starts three simulators that share a store; they are closed when the test ends. */
export async function openReplicas(options: SimulatorOptions): Promise<RunningSimulator[]> {
  const replicas: RunningSimulator[] = [];
  onTestFinished(async () => void (await Promise.all(replicas.map(({ close }) => close()))));
  for (let replica = 0; replica < 3; replica += 1) {
    replicas.push(await startSimulator(options));
  }
  return replicas;
}

/** Starts three simulators that share a store, and that look like one: each request goes to any of them. */
export async function startBalanced(
  options: SimulatorOptions,
  random: () => number,
): Promise<RunningSimulator> {
  const replicas = await openReplicas(options);
  const [first] = replicas as [RunningSimulator];
  const ports = replicas.map(({ port }) => port);
  const balancer = await openBalancer(ports, random);
  onTestFinished(balancer.close);
  const { origin, port } = balancer;
  const { url, sandbox, sandboxes } = connect(origin, {
    apiKey: first.apiKey,
    ...(options.adminToken !== undefined && { adminToken: options.adminToken }),
  });
  const close = async () => void (await Promise.all(replicas.map((replica) => replica.close())));
  return { ...first, origin, url, port, sandbox, sandboxes, close };
}
