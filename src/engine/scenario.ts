import type { JsonValue } from '../document/json.js';
import type { Fault } from '../document/message.js';
import type { OperationName } from '../document/operations.js';
import type { RequestPattern } from './patterns.js';

/** How a response is forced. A request sets the first four fields; a rule can set the others too. */
export interface Scenario {
  readonly code?: number | undefined;
  readonly example?: string | undefined;
  /** Milliseconds. */
  readonly delay?: number | undefined;
  readonly fault?: Fault | undefined;
  /** The body in place of an Error: a string is sent as it is, any other value as JSON. */
  readonly body?: JsonValue | undefined;
  /** Headers that the response has besides its others, or in their place. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Forces nothing. */
export const noScenario: Scenario = Object.freeze({});

/** The lowest and highest status that can be forced on any operation. */
export const errorStatuses = { min: 400, max: 599 } as const;

/** A rule of a sandbox: a scenario that is armed ahead of time. */
export interface Rule extends Scenario {
  readonly id: string;
  /** Default: every operation that can respond so. */
  readonly operation?: OperationName | undefined;
  readonly match?: RequestPattern | undefined;
  /** How often the rule applies. Default: until it is removed. */
  readonly times?: number | undefined;
  /** From 0 to 1; seeded, so that it repeats. Default: 1. */
  readonly probability?: number | undefined;
  /** How often it applied. */
  applied: number;
  /** How often it matched, whether or not chance let it apply. */
  tried: number;
}

/** A rule as a test sends it. */
export type RuleInput = Omit<Rule, 'id' | 'applied' | 'tried'>;
