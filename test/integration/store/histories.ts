import fc from 'fast-check';
import { expect, vi } from 'vitest';
import type { Sandboxes } from '../../../src/engine/sandboxes.js';
import { create, listNames } from './call-sandbox.js';

/** Whether each call of each client creates a pet or lists all, and which replica answers. */
export function anyPlan(clients = 4, callsPerClient = 3): fc.Arbitrary<Plan> {
  const call = fc.record({ isCreate: fc.boolean(), replica: fc.nat() });
  const calls = fc.array(call, { minLength: callsPerClient, maxLength: callsPerClient });
  return fc.array(calls, { minLength: clients, maxLength: clients });
}

type Plan = readonly (readonly { readonly isCreate: boolean; readonly replica: number }[])[];

/** A call between two moments: the identifier of a created pet, NaN without an answer, or the listed names. */
interface Observed {
  readonly start: number;
  /** Without an answer, a call may take effect at any time after its start. */
  readonly end: number;
  readonly name: string;
  readonly answer: number | readonly string[];
}

let histories = 0;

/**
 * Has clients use one sandbox at once, and checks that their calls can have happened one after the other: in the order
 * of the last list, as pets are only added. Returns how many calls had an answer.
 */
export async function checkHistory(
  replicas: readonly Sandboxes[],
  plan: Plan,
  nameLength = 4,
): Promise<number> {
  histories += 1;
  const sandbox = `history-${histories}`;
  const observed: Observed[] = [];
  let time = 0;
  const observe = async (name: string, call: () => Promise<Observed['answer']>) => {
    time += 1;
    const start = time;
    const answer = await call().catch(() => Number.NaN);
    time += 1;
    observed.push({ start, end: Number.isNaN(answer) ? Infinity : time, name, answer });
  };
  const runClient = async (calls: Plan[number], client: number) => {
    for (const [index, { isCreate, replica }] of calls.entries()) {
      const used = replicas[replica % replicas.length] as Sandboxes;
      const name = `${client}-${index}`.padEnd(nameLength, 'x');
      await observe(name, () =>
        isCreate ? create(used, sandbox, name) : listNames(used, sandbox),
      );
    }
  };
  await Promise.all(plan.map(runClient));
  const answered = observed.filter(({ end }) => end < Infinity).length;
  for (const replica of replicas) {
    const list = () => listNames(replica, sandbox).catch(() => false as const);
    await observe('', () => vi.waitUntil(list, { timeout: 60_000, interval: 1 }));
  }

  const names = observed.at(-1)?.answer as readonly string[];
  expect(new Set(names).size).toBe(names.length);
  const placed = observed.flatMap(({ start, end, name, answer }) => {
    if (typeof answer !== 'number') {
      expect(answer).toEqual(names.slice(0, answer.length));
      return { start, end, place: answer.length + 0.5 };
    }
    const place = names.indexOf(name) + 1;
    expect(end < Infinity ? answer : place).toBe(place);
    return place === 0 ? [] : { start, end, place };
  });
  for (const { end, place } of placed) {
    const later = placed.filter(({ start }) => start > end).map((one) => one.place);
    expect(Math.min(place, ...later)).toBe(place);
  }
  return answered;
}

const sandboxesAtOnce = 5;

/** Checks many histories, several at once, and returns how many calls had an answer. */
export async function checkHistories(
  replicas: readonly Sandboxes[],
  count: number,
  plan: fc.Arbitrary<Plan> = anyPlan(),
): Promise<number> {
  let answered = 0;
  const history = fc.asyncProperty(plan, async (one) => {
    // Read late: others add to it meanwhile.
    const more = await checkHistory(replicas, one);
    answered += more;
  });
  // The same plan would take another course.
  const options = { numRuns: count / sandboxesAtOnce, endOnFailure: true };
  await Promise.all(Array.from({ length: sandboxesAtOnce }, () => fc.assert(history, options)));
  return answered;
}
