import fc from 'fast-check';
import type { Sandboxes } from '../../../src/engine/sandboxes.js';
import { callSandbox } from './call-sandbox.js';
import { findViolation, type Observed } from './linearizability.js';
import { type Call, sandboxModel } from './sandbox-model.js';

/** The calls and how often they come: enough of those that start over, and not too many. */
const anyCall = (nameLength: number): fc.Arbitrary<Call> =>
  fc.oneof(
    {
      weight: 10,
      arbitrary: fc.stringMatching(/^[a-z]{4}$/).map((name): Call => {
        return { type: 'create', name: name.padEnd(nameLength, 'x') };
      }),
    },
    {
      weight: 4,
      arbitrary: fc.integer({ min: 1, max: 4 }).map((id): Call => ({ type: 'get', id })),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constant('add-rule'),
        operation: fc.constantFrom('createPet', 'createPet', 'getPet', 'listPets'),
        times: fc.constantFrom(1, 2),
      }),
    },
    { weight: 5, arbitrary: fc.constant<Call>({ type: 'list' }) },
    {
      weight: 4,
      arbitrary: fc.constantFrom<Call>({ type: 'list-rules' }, { type: 'count-requests' }),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom<Call>(
        { type: 'remove-rules' },
        { type: 'reset' },
        { type: 'drop' },
      ),
    },
  );

const sandboxesAtOnce = 6;

interface HistoryOptions {
  /** Each call goes to any of them. */
  readonly replicas: readonly Sandboxes[];
  /** Of the first history; the next ones have the next seeds. */
  readonly seed: number;
  readonly clients?: number;
  readonly callsPerClient?: number;
  /** Of pets, in characters. */
  readonly nameLength?: number;
}

/** Has clients call one sandbox at once, and records what they see. */
async function observe(
  sandbox: string,
  { replicas, seed, clients = 4, callsPerClient = 3, nameLength = 4 }: HistoryOptions,
): Promise<Observed<Call>[]> {
  // All is drawn before the first call, so that a seed always makes the same calls.
  const step = fc.record({ call: anyCall(nameLength), replica: fc.constantFrom(...replicas) });
  const plan = fc.array(step, { minLength: callsPerClient, maxLength: callsPerClient });
  const plans = fc.sample(plan, { seed, numRuns: clients });
  const history: Observed<Call>[] = [];
  let time = 0;
  const runClient = async (steps: (typeof plans)[number]) => {
    for (const { call: input, replica } of steps) {
      time += 1;
      const start = time;
      const output = await callSandbox(replica, sandbox, input);
      time += 1;
      history.push({ input, start, end: output === undefined ? Infinity : time, output });
    }
  };
  await Promise.all(plans.map(runClient));
  return history;
}

interface CheckOptions extends HistoryOptions {
  readonly histories: number;
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
      observed.push([seed, await observe(`history-${seed}`, { ...options, seed })]);
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
