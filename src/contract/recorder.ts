import { shorten } from '../base/text.js';
import { formatTarget } from '../document/message.js';
import { type Needs, optionalFields } from '../document/pet.js';
import {
  anyCreatedStatus,
  anyStatus,
  type Requirement,
  requirePet,
} from '../document/requirements.js';
import type { Exchange } from '../engine/exchange.js';
import type { Redact } from '../engine/redactor.js';
import { readRequirement } from './read-requirement.js';
import {
  listDeclared,
  mergeRequirements,
  type RecordedRequirement,
  withNeeds,
} from './response-parts.js';

/** Requests that a contract can't have, with the first of them. */
export interface ExcludedRequest {
  /** Why, as the end of a sentence: `the document is silent on a limit under 1 or over 100 …`. */
  readonly reason: string;
  /** The first of the requests, without keys: `GET /v1/pets?limit=0`. */
  readonly request: string;
  readonly count: number;
}

/** Formats a request without its sandbox, whose name tells nothing about the client, and without keys. */
function formatRequest(exchange: Exchange, redact: Redact): string {
  const target = formatTarget(exchange).replace(/^\/sandboxes\/[^/]*(?=\/v1)/, '');
  // Redacted first, as half a key would not be found.
  return shorten(redact(`${exchange.method} ${target}`), 200);
}

interface Recorded extends Pick<Exchange, 'test' | 'needs'> {
  readonly requirement: Requirement;
}

/**
 * The interactions that a requirement takes: two for a pet whose optional fields are read. Where they may be absent,
 * Pact finds a missing field by the one and a wrong value by the other.
 */
function splitByPresence(requirement: Requirement, needs: readonly string[]): Requirement[] {
  const { request, response } = requirement;
  const isRead = optionalFields.some(({ name }) => needs.includes(`Pet.${name}`));
  if (!isRead || response.petStatus !== undefined) {
    return [requirement];
  }
  switch (request.operation) {
    case 'createPet':
      return [requirement, anyCreatedStatus];
    case 'getPet':
      return [requirePet('available'), anyStatus];
    case 'listPets':
      return [requirement];
  }
}

/**
 * Collects the requirements that clients rely on, over all sandboxes. They and the reasons against others are
 * finitely many, however many exchanges there are.
 */
export class Recorder {
  /** Needs of a test, if they are derived and not declared; set before the first exchange. */
  derived:
    | ((test: string | undefined, requirement: Requirement) => readonly string[] | undefined)
    | undefined;
  readonly #recorded = new Map<string, Recorded>();
  readonly #excluded = new Map<string, ExcludedRequest>();

  /** @param redact hides keys in the requests that are excluded */
  constructor(readonly redact: Redact) {}

  add(exchange: Exchange): void {
    const isPreflight = exchange.method === 'OPTIONS' && exchange.status === 204;
    // Browsers send these by themselves, and set-up and probes can be marked.
    if (isPreflight || exchange.headers['simulator-record'] === 'false') {
      return;
    }
    const requirement = readRequirement(exchange);
    if (typeof requirement === 'string') {
      this.#exclude(requirement, exchange);
      return;
    }
    const { needs } = exchange;
    const test = this.derived && exchange.test;
    const key = [requirement.sentence, JSON.stringify(needs), test].join();
    this.#recorded.set(key, { requirement, test, needs });
  }

  recorded(): Recorded[] {
    return [...this.#recorded.values()];
  }

  /**
   * Lists the requirements that get into a contract.
   *
   * @param needs count where a test declared nothing, unless they are derived
   */
  list(needs: Needs): RecordedRequirement[] {
    const all = this.recorded().flatMap(({ requirement, test, needs: declared = {} }) => {
      const derived = this.derived?.(test, requirement);
      const parts = derived ?? listDeclared(requirement, [declared, needs]);
      const isDeclared = [declared, needs].some((one) => Object.values(one).some(Boolean));
      const isAssumed = derived === undefined && !isDeclared;
      return splitByPresence(requirement, parts).map((one) => ({
        ...withNeeds(one, parts),
        isAssumed,
      }));
    });
    return mergeRequirements(all);
  }

  listExcluded(): ExcludedRequest[] {
    return [...this.#excluded.values()].sort((one, other) => (one.reason < other.reason ? -1 : 1));
  }

  #exclude(reason: string, exchange: Exchange): void {
    const known = this.#excluded.get(reason);
    const request = known?.request ?? formatRequest(exchange, this.redact);
    this.#excluded.set(reason, { reason, request, count: (known?.count ?? 0) + 1 });
  }
}
