import { shorten } from '../document/format.js';
import { omitUndefined } from '../document/json.js';
import { formatTarget, type RequestLine } from '../document/message.js';
import type { Needs } from '../document/response-fields.js';
import type { Exchange } from '../engine/exchange.js';
import { readUse } from './read-use.js';
import { declareAspects, formatUse, mergeUses, need, type Use } from './use.js';

/** Uses that the contract has not, with one of their requests. */
export interface LeftOut {
  /** Why, as the end of a sentence: `the document is silent on a limit under 1 or over 100 …`. */
  readonly reason: string;
  /** The first of the requests, without keys: `GET /v1/pets?limit=0`. */
  readonly request: string;
  /** Number of exchanges. */
  readonly count: number;
}

/** Maximum length of a request that is shown. */
const maxShown = 200;

/**
 * Collects in which ways the service is used, over all sandboxes. Uses and reasons are finitely many, however
 * many exchanges there are.
 */
export class UseRecorder {
  readonly #redact: (text: string) => string;
  /** What a test needs, if that is derived and not declared; set before the first exchange. */
  derived: ((test: string | undefined) => readonly string[] | undefined) | undefined;
  /** With what tests declared; undefined where the needs of the consumer count. */
  readonly #uses = new Map<string, Pick<Exchange, 'test' | 'needs'> & { readonly use: Use }>();
  readonly #leftOut = new Map<string, LeftOut>();

  /** @param redact hides keys in the requests that are left out */
  constructor(redact: (text: string) => string) {
    this.#redact = redact;
  }

  /** Records an exchange with the service. */
  add(exchange: Exchange): void {
    const isPreflight = exchange.method === 'OPTIONS' && exchange.status === 204;
    // Browsers send these by themselves, and set-up and probes can be marked as no use.
    if (isPreflight || exchange.headers['simulator-record'] === 'false') {
      return;
    }
    const use = readUse(exchange);
    if (typeof use === 'string') {
      this.#leaveOut(use, exchange);
      return;
    }
    const { needs } = exchange;
    const test = this.derived && exchange.test;
    this.#uses.set([formatUse(use), JSON.stringify(needs), test].join(), { use, test, needs });
  }

  /** The uses so far, by test if needs are derived. */
  recorded() {
    return [...this.#uses.values()];
  }

  /** Records a request that didn't reach the service. */
  miss(request: RequestLine): void {
    this.#leaveOut('the document has no such path and method', request);
  }

  /**
   * The uses that get into a contract.
   *
   * @param needs count where a test declared nothing, unless they are derived
   */
  uses(needs: Needs): Use[] {
    const recorded = this.recorded().map(({ use, test, needs: declared = {} }) => {
      const all = declareAspects({ ...needs, ...omitUndefined(declared) });
      return need(use, this.derived?.(test) ?? all);
    });
    return mergeUses(recorded);
  }

  /** The uses that don't, by their reasons. */
  leftOut(): LeftOut[] {
    return (
      [...this.#leftOut.values()]
        // Redacted first, as half a key would not be found.
        .map((one) => ({ ...one, request: shorten(this.#redact(one.request), maxShown) }))
        .sort((one, other) => (one.reason < other.reason ? -1 : 1))
    );
  }

  #leaveOut(reason: string, request: RequestLine): void {
    // The name of a sandbox tells nothing about the use.
    const target = formatTarget(request).replace(/^\/sandboxes\/[^/]*(?=\/v1)/, '');
    const shown = `${request.method} ${target}`;
    const known = this.#leftOut.get(reason) ?? { reason, request: shown, count: 0 };
    this.#leftOut.set(reason, { ...known, count: known.count + 1 });
  }
}
