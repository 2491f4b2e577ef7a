import { shorten } from '../document/format.js';
import { formatTarget, type ServiceRequest } from '../document/message.js';
import type { Needs } from '../document/response-fields.js';
import type { Exchange } from '../engine/exchange.js';
import { describeExclusion } from './exclusion.js';
import { readUse } from './read-use.js';
import { findSchema, formatUse, listFields, type NeededUse, need, type Use } from './use.js';

/** Uses that the contract has not, with one of their requests. */
export interface LeftOut {
  /** Why, as the end of a sentence: `the document is silent on a limit under 1 or over 100 …`. */
  readonly reason: string;
  /** The shortest of the requests, without keys: `GET /v1/pets?limit=0`. */
  readonly request: string;
  /** Number of exchanges. */
  readonly count: number;
}

type Target = Pick<ServiceRequest, 'method' | 'path' | 'query'>;

/** Maximum length of a request that is shown. */
const maxShown = 200;

function isBefore(one: string, other: string): boolean {
  return one.length === other.length ? one < other : one.length < other.length;
}

/**
 * Collects in which ways the service is used, over all sandboxes. Uses and reasons are finitely many, however
 * many exchanges there are.
 */
export class UseRecorder {
  readonly #redact: (text: string) => string;
  readonly #uses = new Map<string, { use: Use; isUnsaid: boolean; said: Set<string> }>();
  readonly #leftOut = new Map<string, { request: string; count: number }>();

  /** @param redact hides keys in the requests that are left out */
  constructor(redact: (text: string) => string) {
    this.#redact = redact;
  }

  /** Records an exchange with the service. */
  add(exchange: Exchange): void {
    if (exchange.method === 'OPTIONS' && exchange.status === 204) {
      // Browsers send these by themselves.
      return;
    }
    const exclusion = describeExclusion(exchange);
    const use = exclusion === undefined ? readUse(exchange) : undefined;
    if (use === undefined) {
      const { status } = exchange;
      const reason = exclusion ?? `the document doesn't tell why the response is ${status}`;
      this.#leaveOut(reason, exchange);
    } else {
      this.#addUse(use, exchange);
    }
  }

  /** Records a request that didn't reach the service. */
  miss(request: Target): void {
    this.#leaveOut('the document has no such path and method', request);
  }

  /**
   * The uses that get into a contract, with the fields that tests said they read.
   *
   * @param needs count where a test said nothing
   */
  uses(needs: Needs): NeededUse[] {
    return [...this.#uses.values()].map(({ use, isUnsaid, said }) => {
      const unsaid = isUnsaid ? (needs[findSchema(use)] ?? listFields(use)) : [];
      return need(use, [...unsaid, ...said]);
    });
  }

  /** The uses that don't, by their reasons. */
  leftOut(): LeftOut[] {
    return [...this.#leftOut]
      .map(([reason, { request, count }]) => ({
        reason,
        // Redacted first, as half a key would not be found.
        request: shorten(this.#redact(request), maxShown),
        count,
      }))
      .sort((one, other) => (one.reason < other.reason ? -1 : 1));
  }

  #addUse(use: Use, { needs }: Exchange): void {
    const name = formatUse(use);
    const recorded = this.#uses.get(name) ?? { use, isUnsaid: false, said: new Set<string>() };
    this.#uses.set(name, recorded);
    const said: readonly string[] | undefined = needs?.[findSchema(use)];
    if (said === undefined) {
      recorded.isUnsaid = true;
    }
    for (const field of said ?? []) {
      recorded.said.add(field);
    }
  }

  #leaveOut(reason: string, request: Target): void {
    // The name of a sandbox tells nothing about the use.
    const target = formatTarget(request).replace(/^\/sandboxes\/[^/]*(?=\/v1)/, '');
    const shown = `${request.method} ${target}`;
    const found = this.#leftOut.get(reason);
    const isShortest = found === undefined || isBefore(shown, found.request);
    this.#leftOut.set(reason, {
      request: isShortest ? shown : found.request,
      count: (found?.count ?? 0) + 1,
    });
  }
}
