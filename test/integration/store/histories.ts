import type { Sandboxes } from '../../../src/engine/sandboxes.js';
import { callSandbox } from './call-sandbox.js';
import { findViolation, type Observed } from './linearizability.js';
import { type Call, sandboxModel } from './sandbox-model.js';

/** The next of a sequence of numbers from 0 to below 1. */
type Random = () => number;

/** Mulberry32: the same seed gives the same sequence. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<Value>(random: Random, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)] as Value;
}

const createName = (random: Random, length: number) =>
  random().toString(36).slice(2, 6).padEnd(length, 'x');

/** The calls and how often they come: enough of those that start over, and not too many. */
const weights: readonly (readonly [
  weight: number,
  create: (random: Random, nameLength: number) => Call,
])[] = [
  [10, (random, length) => ({ type: 'create', name: createName(random, length) })],
  [5, () => ({ type: 'list' })],
  [4, (random) => ({ type: 'get', id: 1 + Math.floor(random() * 4) })],
  [
    3,
    (random) => ({ type: 'add-rule', operation: pick(random, ruled), times: pick(random, [1, 2]) }),
  ],
  [2, () => ({ type: 'list-rules' })],
  [2, () => ({ type: 'count-requests' })],
  [1, () => ({ type: 'remove-rules' })],
  [1, () => ({ type: 'reset' })],
  [1, () => ({ type: 'drop' })],
];
const ruled = ['createPet', 'createPet', 'getPet', 'listPets'] as const;
const kinds = weights.flatMap(
  ([weight, create]) => Array(weight).fill(create) as (typeof create)[],
);

const sandboxesAtOnce = 6;

interface HistoryOptions {
  readonly replicas: readonly Sandboxes[];
  readonly sandbox: string;
  readonly seed: number;
  readonly clients?: number;
  readonly callsPerClient?: number;
  readonly nameLength?: number;
}

/** Has clients call one sandbox at once, and records what they see. */
async function observe({
  replicas,
  sandbox,
  seed,
  clients = 4,
  callsPerClient = 3,
  nameLength = 4,
}: HistoryOptions): Promise<Observed<Call>[]> {
  const random = createRandom(seed);
  // All is drawn before the first call, so that a seed always makes the same calls.
  const plans = Array.from({ length: clients }, () =>
    Array.from({ length: callsPerClient }, () => ({
      call: pick(random, kinds)(random, nameLength),
      replica: pick(random, replicas),
    })),
  );
  const recorder = createRecorder(sandbox);
  const runClient = async (plan: (typeof plans)[number]) => {
    for (const { call, replica } of plan) {
      await recorder.call(replica, call);
    }
  };
  await Promise.all(plans.map(runClient));
  return recorder.history;
}

/** Calls a sandbox, and records when and with what result. */
function createRecorder(sandbox: string) {
  const history: Observed<Call>[] = [];
  let time = 0;
  const call = async (replica: Sandboxes, input: Call): Promise<string | undefined> => {
    time += 1;
    const start = time;
    const output = await callSandbox(replica, sandbox, input);
    time += 1;
    history.push({ input, start, end: output === undefined ? Infinity : time, output });
    return output;
  };
  return { history, call };
}

interface CheckOptions {
  /** Each call goes to any of them. */
  readonly replicas: readonly Sandboxes[];
  /** Of the first history; the next ones have the next seeds. */
  readonly seed: number;
  readonly histories: number;
  readonly clients?: number;
  readonly callsPerClient?: number;
  /** Of pets, in characters. */
  readonly nameLength?: number;
  /** Called after each history with how many there were. */
  readonly onHistory?: (done: number) => void;
}

/**
 * Has clients call many sandboxes, several at once, and checks each history.
 *
 * @returns how many calls had an answer
 * @throws {Error} when no order of the calls of a sandbox explains their answers
 */
export async function checkHistories({
  histories,
  seed: first,
  onHistory,
  ...options
}: CheckOptions): Promise<number> {
  let [next, answered] = [first, 0];
  const observed: [seed: number, history: Observed<Call>[]][] = [];
  const observeSome = async () => {
    while (next < first + histories) {
      const seed = next;
      next += 1;
      observed.push([seed, await observe({ ...options, seed, sandbox: `history-${seed}` })]);
      onHistory?.(observed.length);
    }
  };
  await Promise.all(Array.from({ length: sandboxesAtOnce }, observeSome));
  // Last, as a check may take seconds, in which no connection is served.
  for (const [seed, history] of observed) {
    expectLinearizable(history, seed);
    answered += history.filter(({ output }) => output !== undefined).length;
  }
  return answered;
}

const formatCall = ({ input, start, end, output = 'no answer' }: Observed<Call>) =>
  `${start}-${end} ${JSON.stringify(input)} -> ${output}`;

/** @throws {Error} when no order of the calls explains their answers */
function expectLinearizable(history: readonly Observed<Call>[], seed: number): void {
  const violation = findViolation(sandboxModel, history);
  if (violation !== undefined) {
    const { explained, contradictions } = violation;
    const lines = [
      `No order of the calls explains their answers. SEED=${seed} repeats the calls.`,
      ...explained.map((call) => `  ${formatCall(call)}`),
      'Then, none of these agrees with the model:',
      ...contradictions.map(
        ({ operation, expected }) => `  ${formatCall(operation)}, expected ${expected}`,
      ),
    ];
    throw new Error(lines.join('\n'));
  }
}

/** The seed of the variable SEED, or any; printed, so that a run can be repeated. */
export function chooseSeed(): number {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  process.stderr.write(`SEED=${seed}\n`);
  return seed;
}
