import { randomUUID } from 'node:crypto';
import { stringify } from 'lossless-json';
import { isJsonObject } from '../document/json.js';
import { type OpenPoint, openPointNames } from '../document/open-points.js';
import type { OwnErrors } from '../document/own-errors.js';
import { convertPet, isPetStatus, type SeedPet } from '../document/pet.js';
import { parseJsonResponse, tryParse } from '../document/responses.js';
import type { ResolvedVerifyOptions } from '../options/verify-options.js';
import { probeProvider } from '../verify/probe.js';
import { CannotVerify, catchError, type Evidence, Inconclusive } from '../verify/result.js';
import { Client, type Fetch, NoResponse } from '../verify/send/client.js';
import { AnimalStore } from '../verify/store.js';
import { learnErrors } from './errors.js';
import { type Answer, type Asked, documented, questions } from './questions.js';

/** What a service does at an open point. */
export interface LearnedPoint {
  readonly point: OpenPoint;
  /** The choice of the simulator that is the same. */
  readonly choice?: string;
  /** Without a choice: why it can't be told. */
  readonly unset?: string;
  /** Without a choice: what the service does, which no choice is. */
  readonly beyond?: string;
  /** The choice that comes closest to it. */
  readonly nearest?: string;
  /** The exchange that shows it. */
  readonly evidence?: Evidence;
}

/** Pets as a fixture, with the fields of the document only. */
function formatFixture(pets: readonly Shown[], isAnonymous: boolean): string {
  const fixture = pets.map(({ status, ...pet }, index) => ({
    ...convertPet(pet as unknown as SeedPet<unknown>, (integer) => integer),
    ...(isAnonymous && { name: `Pet ${index + 1}` }),
    ...(isPetStatus(status) && { status }),
  }));
  return `${stringify(fixture, undefined, 2)}\n`;
}

/** A pet as a response shows it. */
type Shown = Readonly<Record<string, unknown>>;

/** Reads the pets of a service, and what its list has that no choice is. */
async function readList(store: AnimalStore) {
  const { response } = await store.send({ method: 'GET', path: '/pets?limit=100' });
  const isAnswer = !(response instanceof NoResponse);
  const list = isAnswer && tryParse(parseJsonResponse, response);
  const pets: Shown[] = Array.isArray(list) ? list.filter(isJsonObject) : [];
  const fields = new Set(pets.flatMap((pet) => Object.keys(pet)));
  const others = [...fields].filter((name) => !documented.includes(name));
  const headers = isAnswer ? [...response.headers.keys()] : [];
  const limits = headers.filter((name) => /^(?:x-)?rate-?limit/.test(name));
  return {
    pets,
    categories: [...new Set(pets.map(({ categoryId }) => `${categoryId}`))],
    beyond: {
      ...(others.length > 0 && { 'other fields': `shows ${others.join(', ')}` }),
      ...(limits.length > 0 && { 'rate limit': `sends ${limits.join(', ')}` }),
    },
  };
}

/** What was learned from a service. */
export interface Learned {
  readonly url: string;
  /** When, in ISO 8601. */
  readonly at: string;
  readonly points: readonly LearnedPoint[];
  /** Its errors, where they are not the simulator's. */
  readonly errors: OwnErrors;
  /** What else it does that the simulator does not. */
  readonly beyond: Readonly<Record<string, string>>;
  /** The categories of its pets, as far as the list shows them. */
  readonly categories: readonly string[];
  /** Some of its pets as a fixture, if they were asked for. */
  readonly fixture?: string;
  readonly requests: number;
  readonly createdPets: number;
}

/** What else is learned. */
export interface LearnSettings {
  /** How many pets become a fixture. Default: 0. */
  readonly pets?: number;
  /** Whether their names are replaced. */
  readonly anonymize?: boolean;
}

/** Concludes from the answers to all questions about a point. */
function conclude(answers: readonly Answer[]): Omit<LearnedPoint, 'point' | 'evidence'> {
  const [first, ...others] = answers;
  if (first === undefined) {
    return { unset: 'getPet has not been removed yet (section 9)' };
  }
  const untold = answers.find(({ unset }) => unset !== undefined)?.unset;
  if (untold !== undefined) {
    return { unset: untold };
  }
  const odd = answers.find(({ choices }) => choices.length === 0);
  if (odd !== undefined) {
    return { beyond: odd.does, ...(odd.nearest !== undefined && { nearest: odd.nearest }) };
  }
  const common = first.choices.filter((one) =>
    others.every(({ choices }) => choices.includes(one)),
  );
  const [choice, other] = common;
  if (choice === undefined) {
    const does = answers.map((one) => `${one.exchange.request.path} ${one.does}`).join('; ');
    return { beyond: `differs: ${does}`, nearest: first.choices[0] as string };
  }
  return other === undefined
    ? { choice }
    : { unset: `it ${first.does}, which is no difference between ${common.join(' and ')}` };
}

/** Milliseconds: a longer wait for the rate limit of a shared service would disturb others. */
const maxWait = 5_000;

/** Asks all questions about a point; twice where that creates no pet, since several services may answer. */
async function askPoint(asked: Asked, point: OpenPoint): Promise<LearnedPoint> {
  const answers: Answer[] = [];
  for (const ask of questions[point]) {
    const answer = await ask(asked);
    answers.push(answer);
    const again = answer.exchange.request.method === 'GET' ? await ask(asked) : answer;
    if (again.does !== answer.does) {
      const unset = `it ${answer.does}, then ${again.does}: several services may be behind the address`;
      return { point, unset };
    }
  }
  const { describer } = asked.store;
  const shown = (answers.find(({ choices }) => choices.length === 0) ?? answers[0])?.exchange;
  const evidence = shown && describer.createEvidence(shown, { expected: 'any response' });
  return { point, ...conclude(answers), ...(evidence && { evidence }) };
}

/**
 * Learns which choice a running service makes at each open point of the document, with at most 60 requests
 * and 8 created pets.
 *
 * @param signal ends it
 * @param fetch sends the requests; tests replace it
 * @throws {CannotVerify} when the service can't be reached, rejects the key or limits the rate of requests from
 *   the beginning, and when it was stopped
 */
export async function learn(
  options: ResolvedVerifyOptions,
  settings: LearnSettings = {},
  signal?: AbortSignal,
  fetch?: Fetch,
): Promise<Learned> {
  const learned = await catchError(Inconclusive, () =>
    learnUntil(signal, options, settings, fetch),
  );
  if (learned instanceof Inconclusive) {
    throw new CannotVerify(`Nothing was learned from ${options.url}: ${learned.message}.`);
  }
  return learned;
}

/** @throws {Inconclusive} when it is stopped, or the first answers don't come */
async function learnUntil(
  signal: AbortSignal | undefined,
  options: ResolvedVerifyOptions,
  { pets = 0, anonymize = false }: LearnSettings,
  fetch: Fetch | undefined,
): Promise<Learned> {
  const { url } = options;
  const store = new AnimalStore(options, new Client(options, signal, fetch, maxWait));
  // One after another: nothing else of this run explains an answer.
  store.client.limit = 1;
  const [categoryId] = await probeProvider(store, options.categoryId);
  const prefix = `learn ${randomUUID().slice(0, 6)}`;
  // Before it creates pets of its own.
  const list = await readList(store);
  const errors = await learnErrors(store, options);
  const asked: Asked = { store, prefix, categoryId, errors, created: [] };
  const points: LearnedPoint[] = [];
  for (const point of Object.keys(questions) as OpenPoint[]) {
    const learned = await catchError(Inconclusive, () => askPoint(asked, point));
    if (signal?.aborted) {
      throw store.client.stop.reason;
    }
    points.push(learned instanceof Inconclusive ? { point, unset: learned.message } : learned);
  }
  points.sort(
    (one, other) => openPointNames.indexOf(one.point) - openPointNames.indexOf(other.point),
  );
  return {
    url,
    at: new Date().toISOString(),
    points,
    errors: errors.errors,
    beyond: { ...errors.beyond, ...list.beyond },
    categories: list.categories,
    ...(pets > 0 && { fixture: formatFixture(list.pets.slice(0, pets), anonymize) }),
    requests: store.requests,
    createdPets: store.created.length,
  };
}
