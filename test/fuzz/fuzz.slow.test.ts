import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/index.js';
import type { Answer } from './answers.js';
import { type Outcome, play, type Session } from './session.js';
import { session } from './sessions.js';

/** Codes of 501: each names what the client asked the simulator for. */
const refusals = [
  'simulator_bad_preference',
  'simulator_bad_sandbox',
  'simulator_contradiction',
  'simulator_not_described',
];
/** What a request must have to be refused so. */
const asksSimulator = /prefer|__|simulator-sandbox|sandboxes|test-key\.|store\/orders/i;
/** Codes of 501 and 505, for the framing and the version of a request (RFC 9110, 15.6). */
const protocolRefusals = ['not_implemented', 'http_version_not_supported'];

/** Whether a failure is one that the request asked for. */
function isAsked({ status, headers }: Answer, code: string, place: number, session: Session) {
  const request = session.requests[place];
  if (request === undefined && protocolRefusals.includes(code)) {
    return true;
  }
  return status === 501
    ? refusals.includes(code) && asksSimulator.test((request ?? session.last)?.bytes ?? '')
    : isForced(headers);
}

/** Checks an answer by itself: the Error shape, and that nothing but what was asked for fails. */
function checkAnswer(answer: Answer, place: number, session: Session): void {
  const { status, headers, body } = answer;
  const { method } = session.requests[place] ?? session.last ?? {};
  if (status < 400 || method === 'HEAD') {
    expect(status === 501 || status < 500 || isForced(headers)).toBe(true);
    return;
  }
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  const error = JSON.parse(body) as { code: string; message: string; status: number };
  expect(Object.keys(error)).toEqual(['code', 'message', 'status']);
  expect(error).toEqual({ code: expect.any(String), message: expect.any(String), status });
  if (status >= 500) {
    expect([error, isAsked(answer, error.code, place, session)]).toEqual([error, true]);
  }
}

function isForced(headers: Answer['headers']): boolean {
  return headers.get('simulator-notes')?.includes('scenario;applied="code=5') === true;
}

/** Checks that each request has its answer, in order, and that a broken one ends the connection. */
function checkOutcome(session: Session, { answers, closed, rest }: Outcome): void {
  const { requests, last, end } = session;
  for (const [place, answer] of answers.entries()) {
    checkAnswer(answer, place, session);
    const { sandbox, status } = requests[place] ?? {};
    const named = answer.headers.get('simulator-sandbox');
    expect([sandbox, undefined]).toContain(sandbox === undefined ? undefined : named);
    if (status !== undefined) {
      expect([answer.status, named]).toEqual([status, sandbox]);
    }
  }
  if (end === 'leaves') {
    return;
  }
  expect(answers.length).toBeGreaterThanOrEqual(requests.length);
  const final = answers[requests.length];
  // Nobody waits for the error behind a pending response, once the client has ended its side.
  if (last?.kind === 'broken' && (final !== undefined || end === 'reads')) {
    expect(last.statuses).toContain(final?.status);
    expect([final?.headers.get('connection'), rest, closed]).toEqual(['close', '', true]);
    expect(answers).toHaveLength(requests.length + 1);
  } else if (last === undefined) {
    expect(answers).toHaveLength(requests.length);
  }
}

/** The sandboxes whose creations were acknowledged, once for each creation. */
function listCreated({ requests }: Session, { answers }: Outcome): string[] {
  return answers
    .filter(({ status, headers }, place) => {
      const notes = headers.get('simulator-notes') ?? '';
      const isStored = status === 201 && !/scenario;applied="(?:code|example)/.test(notes);
      return isStored && requests[place]?.mayCreate === true;
    })
    .map(({ headers }) => headers.get('simulator-sandbox') ?? 'default')
    .filter((name) => !name.startsWith('a'));
}

const seeded = 50;

/** Checks that the catalogues hold what was acknowledged, and nothing that was refused. */
async function checkCatalogues(
  { origin }: RunningSimulator,
  created: readonly string[],
  maybe: number,
): Promise<void> {
  const response = await fetch(`${origin}/__admin/sandboxes`);
  const { sandboxes } = (await response.json()) as { sandboxes: { name: string; pets: number }[] };
  let unacknowledged = 0;
  for (const { name, pets } of sandboxes.filter((one) => !one.name.startsWith('a'))) {
    const acknowledged = created.filter((sandbox) => sandbox === name).length;
    expect(pets - seeded).toBeGreaterThanOrEqual(acknowledged);
    unacknowledged += pets - seeded - acknowledged;
  }
  expect(unacknowledged).toBeLessThanOrEqual(maybe);
}

/** The requests of a session that may have stored a pet without an answer. */
function countMaybe({ requests, last }: Session, { answers }: Outcome): number {
  const unanswered = [...requests.slice(answers.length), ...(last === undefined ? [] : [last])];
  return unanswered.filter(({ mayCreate }) => mayCreate).length;
}

/** Plays sessions at the same time against a simulator of their own. */
async function run(profile: 'default' | 'strict' | 'lenient' | 'hostile', sessions: Session[]) {
  const simulator = await startSimulator({
    profile,
    clock: '2030-01-01T00:00:00Z',
    maxBody: '8KiB',
    maxJournal: 20,
  });
  try {
    const played = await Promise.all(
      sessions.map(async (one) => [one, await play(simulator.port, one)] as const),
    );
    for (const [one, outcome] of played) {
      checkOutcome(one, outcome);
    }
    const created = played.flatMap(([one, outcome]) => listCreated(one, outcome));
    const maybe = played.reduce((sum, [one, outcome]) => sum + countMaybe(one, outcome), 0);
    await checkCatalogues(simulator, created, maybe);
    const health = await fetch(`${simulator.origin}/health`);
    expect([health.status, await health.json()]).toMatchObject([200, { status: 'ok' }]);
  } finally {
    await simulator.close();
  }
}

const profile = fc.constantFrom('default', 'strict', 'lenient', 'hostile');
const sessions = fc.array(session, { minLength: 1, maxLength: 4, size: 'max' });

/** How long it may hang, in milliseconds; an idle machine needs a tenth. */
const timeout = 200_000;
/** `FUZZ_SEED=5` repeats the run with that seed. */
const fresh = Number(process.env.FUZZ_SEED || Math.floor(Math.random() * 2 ** 31));

test.for([
  ['a fixed seed', 9],
  ['a fresh seed', fresh],
] as const)(
  'answers 5,000 requests, valid and broken, from %s (%i)',
  { timeout },
  async ([, seed]) => {
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(profile, sessions, async (chosen, played) => {
        sent += played.reduce(
          (sum, { requests, last }) => sum + requests.length + (last ? 1 : 0),
          0,
        );
        await run(chosen, played);
      }),
      // With a hang, finding the shortest example would take long.
      { seed, numRuns: 500, interruptAfterTimeLimit: timeout - 20_000 },
    );
    expect(sent).toBeGreaterThanOrEqual(5_000);
  },
);
