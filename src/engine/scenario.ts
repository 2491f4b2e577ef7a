import { suggest } from '../base/nearest.js';
import { quote } from '../base/text.js';
import type { Fault } from '../document/message.js';
import type { ErrorStatus, Example, Operation, OperationName } from '../document/operations.js';
import type { RequestPattern } from './patterns.js';

/** A forced response. A request sets the first four fields; a rule can set the others too. */
export interface Scenario {
  /** A status from 400 to 599; 200 or 201 runs the operation. */
  readonly code?: number | undefined;
  /** The name of an example of `/openapi.yaml`, such as `missing-name`. */
  readonly example?: string | undefined;
  /** Milliseconds until the response, or until its fault ends. */
  readonly delay?: number | undefined;
  /** The way in which the response breaks. */
  readonly fault?: Fault | undefined;
  /** The body in place of an Error: a string is sent as it is, any other value as JSON. */
  // No JsonValue: `page.evaluate` of Playwright would recurse into its type without end.
  readonly body?: unknown;
  /** Headers that the response has besides its others, or in their place. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The parts of a scenario that decided a response, as its note has them; `headers` only tells that there are some. */
export interface Forced extends Pick<Scenario, 'code' | 'example' | 'delay' | 'fault'> {
  readonly headers?: true;
}

/** Formats parts of a scenario as preferences (RFC 7240): `code=503, delay=1`. */
export const formatForced = (forced: object): string =>
  Object.entries(forced)
    .map(([name, value]) => (value === true ? name : `${name}=${value}`))
    .join(', ');

/** Forces nothing. */
export const noScenario: Scenario = Object.freeze({});

/** The lowest and highest status that can be forced on any operation. */
export const errorStatuses = { min: 400, max: 599 } as const;

/** A rule of a sandbox, as it is added: at least one of code, example, delay, fault and headers is required. */
export interface Rule extends Scenario {
  /** Default: every operation that can respond so. */
  readonly operation?: OperationName | undefined;
  readonly match?: RequestPattern | undefined;
  /** Number of times that the rule applies. Default: until it is removed. */
  readonly times?: number | undefined;
  /** From 0 to 1; seeded, so that it repeats. Default: 1. */
  readonly probability?: number | undefined;
}

/** A rule with its identifier and how often it was applied. */
export interface RuleState extends Rule {
  readonly id: string;
  /** Number of times that it applied. */
  applied: number;
  /** Number of times that it matched, whether or not chance let it apply. */
  tried: number;
}

export const isError = (code: number) => code >= errorStatuses.min && code <= errorStatuses.max;

export type ErrorExample = Example & { readonly status: ErrorStatus };

/** The examples that can be forced. Those of a success show pets that the sandbox doesn't have. */
export function listErrors(operation: Operation, code: number | undefined): ErrorExample[] {
  return operation.examples.filter(
    (one): one is ErrorExample =>
      isError(one.status) && (code === undefined || one.status === code),
  );
}

/** Describes why an operation can't respond so, if it can't. */
export function describeImpossible(
  operation: Operation,
  { code, example }: Scenario,
): string | undefined {
  const { name, statuses, section } = operation;
  if (code !== undefined && !isError(code) && !statuses.includes(code)) {
    return (
      `${name} has no response ${code}. Use one of ${statuses.join(', ')} (section ${section}) or, ` +
      `beyond the interface, any from ${errorStatuses.min} to ${errorStatuses.max}.`
    );
  }
  const known = listErrors(operation, code).map((one) => one.name);
  if (example === undefined || known.includes(example)) {
    return undefined;
  }
  const withCode = code === undefined ? '' : ` with code=${code}`;
  const advice = known.length === 0 ? 'Leave out example' : `Use one of ${known.join(', ')}`;
  return `${name} has no error as example ${quote(example)}${withCode}. ${advice}.${suggest(example, known)}`;
}

export const canForce = (operation: Operation, scenario: Scenario): boolean =>
  describeImpossible(operation, scenario) === undefined;
