import { shorten } from '../engine/interface/format.js';
import { formatTarget, type ServiceRequest } from '../engine/interface/message.js';
import type { Outcome } from '../engine/sandbox/journal-entry.js';
import type { Redactor } from '../log/redaction.js';
import { describeExclusion } from './decisions.js';
import { findSchema, type RecordedUse } from './needs.js';
import { findSentStatus, readUse } from './read-use.js';
import { formatUse } from './use.js';

/** Uses that the contract has not, with one of their requests. */
export interface LeftOut {
  /** Why, as the end of a sentence: `the document is silent on a limit under 1 or over 100 …`. */
  readonly reason: string;
  /** The shortest of the requests, without keys: `GET /v1/pets?limit=0`. */
  readonly request: string;
  /** Number of exchanges. */
  readonly count: number;
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

interface MutableUse extends Mutable<Omit<RecordedUse, 'said'>> {
  readonly said: Set<string>;
}

/** Maximum length of a request that is shown. */
const maxShown = 200;
/** Requests whose use is known already are recognised by these many texts for each list of notes. */
const maxRecognised = 100;
/** Maximum length of a query that is kept to recognise it. */
const maxQuery = 200;

const isBefore = (one: string, other: string) =>
  one.length === other.length ? one < other : one.length < other.length;

/** The text that tells the use of a request, with its notes; undefined when only reading all of it tells. */
function recognise({ operation, status, notes, needs }: Outcome, request: ServiceRequest) {
  const { method, query } = request;
  const isUnambiguous = status < 300 || (status === 404 && operation === 'getPet');
  if (!isUnambiguous || query.length > maxQuery || needs !== undefined) {
    return undefined;
  }
  let sent = '';
  if (status === 201) {
    sent = findSentStatus(request) ?? '';
    const isOmitted = notes.some((note) => 'point' in note && note.point === 'omitted-status');
    if (sent === '' && !isOmitted) {
      return undefined;
    }
  }
  return `${operation} ${method} ${sent}?${query}`;
}

/**
 * Collects in which ways the service is used, over all sandboxes. Its memory is bounded, as uses and reasons
 * are finitely many.
 */
export class UseRecorder {
  readonly #redactor: Redactor;
  readonly #uses = new Map<string, MutableUse>();
  readonly #leftOut = new Map<string, Mutable<LeftOut>>();
  /** By the list of notes, which is the same object when it recurs. */
  readonly #recognised = new WeakMap<object, Set<string>>();

  /** @param redactor hides keys in the requests that are left out */
  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** Records an exchange with the service. */
  readonly add = (outcome: Outcome, request: ServiceRequest): void => {
    const text = recognise(outcome, request);
    const recognised = this.#recognised.get(outcome.notes);
    if (text !== undefined && recognised?.has(text)) {
      return;
    }
    const isUse = this.#addAnew(outcome, request);
    if (!isUse || text === undefined) {
      return;
    }
    if (recognised === undefined) {
      this.#recognised.set(outcome.notes, new Set([text]));
    } else if (recognised.size < maxRecognised) {
      recognised.add(text);
    }
  };

  /** Records a request that didn't reach the service. */
  readonly miss = (request: Pick<ServiceRequest, 'method' | 'path' | 'query'>): void => {
    this.#leaveOut('the document has no such path and method', request);
  };

  /** The uses that get into a contract. */
  uses(): RecordedUse[] {
    return [...this.#uses.values()].map(({ said, ...use }) => ({ ...use, said: [...said] }));
  }

  /** The uses that don't, by their reasons. */
  leftOut(): LeftOut[] {
    const all = [...this.#leftOut.values()].map(({ request, ...others }) => ({
      ...others,
      // Redacted first, as half a key would not be found.
      request: shorten(this.#redactor.target(request), maxShown),
    }));
    return all.sort((one, other) => (one.reason < other.reason ? -1 : 1));
  }

  /** @returns whether the exchange is a use */
  #addAnew(outcome: Outcome, request: ServiceRequest): boolean {
    const { operation, status, notes } = outcome;
    if (request.method === 'OPTIONS' && status === 204) {
      // Browsers send these by themselves.
      return false;
    }
    const reason = describeExclusion(outcome, request.method);
    if (reason !== undefined || operation === undefined) {
      this.#leaveOut(reason ?? '', request);
      return false;
    }
    const forced = notes.find((note) => note.kind === 'scenario')?.applied;
    const use = readUse(operation, status, request, forced);
    if (use === undefined) {
      this.#leaveOut(`the document doesn't tell why the response is ${status}`, request);
      return false;
    }
    const name = formatUse(use);
    const recorded = this.#uses.get(name) ?? { use, isUnsaid: false, said: new Set<string>() };
    this.#uses.set(name, recorded);
    const said: readonly string[] | undefined = outcome.needs?.[findSchema(use)];
    if (said === undefined) {
      recorded.isUnsaid = true;
    } else {
      for (const field of said) {
        recorded.said.add(field);
      }
    }
    return true;
  }

  #leaveOut(reason: string, request: Pick<ServiceRequest, 'method' | 'path' | 'query'>): void {
    // The name of a sandbox tells nothing about the use.
    const target = formatTarget(request).replace(/^\/sandboxes\/[^/]*(?=\/v1)/, '');
    const shown = `${request.method} ${target}`;
    const found = this.#leftOut.get(reason);
    if (found === undefined) {
      this.#leftOut.set(reason, { reason, request: shown, count: 1 });
      return;
    }
    found.count += 1;
    if (isBefore(shown, found.request)) {
      found.request = shown;
    }
  }
}
