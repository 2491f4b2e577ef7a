import { stringify } from 'lossless-json';
import { decodePercent } from '../interface/format.js';
import { getHeader } from '../interface/headers.js';
import { isJsonObject, type JsonValue, tryReadJsonValue } from '../interface/json.js';
import type { ServiceRequest } from '../interface/message.js';
import type { Operation, OperationName } from '../interface/operations.js';
import { mix } from '../pets/order.js';
import { canForce, type Preferences } from './scenarios.js';

/** A condition on requests; what it leaves out doesn't matter. */
export interface RequestPattern {
  /** The identifier in the path: `/pets/7` has `7`. */
  readonly petId?: string;
  /** Query parameters with these values. */
  readonly query?: Readonly<Record<string, string>>;
  /** Headers with these values; names in any case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON that the body must contain, among other fields; arrays must be equal. */
  readonly body?: JsonValue;
  /** A part of the body's text. */
  readonly bodyContains?: string;
}

/** The parts of a request that patterns compare. */
type SentRequest = Pick<ServiceRequest, 'path' | 'query' | 'rawHeaders' | 'body'>;

const decoder = new TextDecoder();
const show = (value: unknown) => stringify(value) ?? 'nothing';

/** Lists in sentences what a JSON value lacks. */
function compareJson(expected: JsonValue, got: JsonValue | undefined, where: string): string[] {
  if (isJsonObject(expected) && isJsonObject(got)) {
    return Object.entries(expected).flatMap(([name, value]) =>
      compareJson(value, Object.hasOwn(got, name) ? got[name] : undefined, `${where}.${name}`),
    );
  }
  if (Array.isArray(expected) && Array.isArray(got) && expected.length === got.length) {
    return expected.flatMap((value, index) => compareJson(value, got[index], `${where}[${index}]`));
  }
  return expected === got ? [] : [`${where}: expected ${show(expected)}; got ${show(got)}`];
}

function readPetId(path: string): string | undefined {
  const last = /\/pets\/([^/]+)$/.exec(path)?.[1];
  return last === undefined ? undefined : decodePercent(last);
}

function compareText(where: string, expected: string | undefined, got: readonly string[]) {
  const differs = expected !== undefined && !got.includes(expected);
  const shown = got.length === 0 ? 'nothing' : got.map(show).join(' and ');
  return differs ? [`${where}: expected ${show(expected)}; got ${shown}`] : [];
}

/** Lists in sentences how a request differs from a pattern; none when it matches. */
export function listDifferences(pattern: RequestPattern, request: SentRequest): string[] {
  const { petId, query = {}, headers = {}, body, bodyContains } = pattern;
  const sent = new URLSearchParams(request.query);
  const sentId = readPetId(request.path);
  const differences = [
    ...compareText('petId', petId, sentId === undefined ? [] : [sentId]),
    ...Object.entries(query).flatMap(([name, value]) =>
      compareText(`query.${name}`, value, sent.getAll(name)),
    ),
    ...Object.entries(headers).flatMap(([name, value]) => {
      const header = getHeader(request.rawHeaders, name.toLowerCase());
      return compareText(`header ${name}`, value, header === undefined ? [] : [header]);
    }),
  ];
  if (body === undefined && bodyContains === undefined) {
    return differences;
  }
  const text = request.body instanceof Uint8Array ? decoder.decode(request.body) : '';
  if (bodyContains !== undefined && !text.includes(bodyContains)) {
    differences.push(`body: expected text that contains ${show(bodyContains)}`);
  }
  return body === undefined
    ? differences
    : [...differences, ...compareJson(body, tryReadJsonValue(text), 'body')];
}

/** A scenario that is armed ahead of time. */
export interface Rule {
  readonly id: string;
  /** Default: every operation that can respond so. */
  readonly operation?: OperationName;
  readonly match?: RequestPattern;
  /** The forced response, as the header `Prefer` describes it. */
  readonly preferences: Preferences;
  /** How often the rule applies. Default: until it is removed. */
  readonly times?: number;
  /** From 0 to 1; seeded, so that it repeats. Default: 1. */
  readonly probability?: number;
}

/** A rule with its counts. */
export interface RuleState extends Rule {
  readonly applied: number;
  /** How often it matched, whether or not chance let it apply. */
  readonly tried: number;
}

/** One matching rule, and whether chance let it apply. */
export interface RuleTry {
  readonly id: string;
  readonly applied: boolean;
}

const chances = 2 ** 32;

const readOrdinal = (id: string) => Number(/^rule-(\d{1,9})$/.exec(id)?.[1] ?? 0);

/** The identifier of the next rule. */
export function createRuleId(rulesAdded: number): string {
  return `rule-${rulesAdded + 1}`;
}

/** How many rules a sandbox counts at least: no two rules get the same identifier. */
export function countRules(rules: readonly Rule[], rulesAdded: number): number {
  return rules.reduce((max, { id }) => Math.max(max, readOrdinal(id)), rulesAdded);
}

/** The rules with the outcome of these tries counted. */
export function countTries(
  rules: readonly RuleState[],
  tries: readonly RuleTry[],
): readonly RuleState[] {
  return rules.map((rule) => {
    const found = tries.find(({ id }) => id === rule.id);
    return found === undefined
      ? rule
      : { ...rule, tried: rule.tried + 1, applied: rule.applied + (found.applied ? 1 : 0) };
  });
}

/** Finds the rule that applies to a request: the first that matches and that chance lets apply. */
export function tryRules(
  rules: readonly RuleState[],
  seed: number,
  operation: Operation,
  request: ServiceRequest,
): { readonly preferences: Preferences | undefined; readonly tries: readonly RuleTry[] } {
  const tries: RuleTry[] = [];
  for (const {
    id,
    operation: only,
    match = {},
    times,
    probability = 1,
    preferences,
    ...counts
  } of rules) {
    const concerns =
      only === undefined ? canForce(operation, preferences) : only === operation.name;
    const left = times === undefined || counts.applied < times;
    if (!concerns || !left || listDifferences(match, request).length > 0) {
      continue;
    }
    const chance = mix(mix(seed, readOrdinal(id)), counts.tried + 1) / chances;
    const applied = chance < probability;
    tries.push({ id, applied });
    if (applied) {
      return { preferences, tries };
    }
  }
  return { preferences: undefined, tries };
}
