import { stringify } from 'lossless-json';
import { isJsonObject, type JsonValue, tryParseJson } from '../base/json.js';
import { decodePercent, shorten } from '../base/text.js';
import { createBadRequest } from '../document/errors.js';
import type { ServiceRequest } from '../document/message.js';

/** A condition on requests; what it leaves out doesn't matter. */
export interface RequestPattern {
  /** The identifier in the path: `/pets/7` has `7`. */
  readonly petId?: string | undefined;
  /** Query parameters with these values. */
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** Headers with these values; names in any case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Headers that contain this text; names in any case. */
  readonly headersContain?: Readonly<Record<string, string>> | undefined;
  /** JSON that the body must contain, among other fields; arrays must be equal. */
  readonly body?: unknown;
  /** A part of the body's text. */
  readonly bodyContains?: string | undefined;
}

/** Maximum length of a pattern as JSON, in characters. */
const maxPattern = 65_536;

/** @throws {SimulatorError} `bad_request` when comparing with the pattern would take too long */
export function checkPattern(pattern: object, what: string): void {
  const { length } = stringify(pattern) ?? '';
  if (length > maxPattern) {
    throw createBadRequest(
      `${what} must have at most ${maxPattern} characters as JSON; got ${length}. Compare fewer fields, or use ` +
        'bodyContains.',
    );
  }
}

/** The parts of a request that patterns are compared with, read once, however many patterns there are. */
export class RequestParts {
  readonly petId: string | undefined;
  #json: { readonly value: JsonValue | undefined } | undefined;

  constructor(
    readonly request: Omit<ServiceRequest, 'method'>,
    readonly query = new URLSearchParams(request.query),
  ) {
    const last = /\/pets\/([^/]+)$/.exec(request.path)?.[1];
    this.petId = last && decodePercent(last);
  }

  get json(): JsonValue | undefined {
    this.#json ??= { value: tryParseJson(this.request.body ?? '') };
    return this.#json.value;
  }
}

/** Writes a difference as a sentence: only few are ever shown. */
type Difference = () => string;

const show = (value: unknown) => shorten(stringify(value) ?? 'nothing');

function* compareJson(expected: unknown, got: unknown, where: string): Generator<Difference> {
  if (isJsonObject(expected) && isJsonObject(got)) {
    for (const [name, value] of Object.entries(expected)) {
      yield* compareJson(
        value,
        Object.hasOwn(got, name) ? got[name] : undefined,
        `${where}.${name}`,
      );
    }
  } else if (Array.isArray(expected) && Array.isArray(got) && expected.length === got.length) {
    for (const [index, value] of expected.entries()) {
      yield* compareJson(value, got[index], `${where}[${index}]`);
    }
  } else if (expected !== got) {
    yield () => `${where}: expected ${show(expected)}; got ${show(got)}`;
  }
}

function* compareText(
  where: string,
  expected: string,
  got: readonly string[],
): Generator<Difference> {
  if (!got.includes(expected)) {
    const shown = () => (got.length === 0 ? 'nothing' : shorten(got.map(show).join(' and ')));
    yield () => `${where}: expected ${show(expected)}; got ${shown()}`;
  }
}

/** Finds how a request differs from a pattern, one difference at a time; none when it matches. */
export function* findDifferences(
  pattern: RequestPattern,
  parts: RequestParts,
): Generator<Difference> {
  const { petId, query = {}, headers = {}, headersContain = {}, body, bodyContains } = pattern;
  const getHeader = (name: string) => parts.request.headers[name.toLowerCase()];
  if (petId !== undefined) {
    yield* compareText('petId', petId, [parts.petId ?? []].flat());
  }
  for (const [name, value] of Object.entries(query)) {
    yield* compareText(`query.${name}`, value, parts.query.getAll(name));
  }
  for (const [name, value] of Object.entries(headers)) {
    yield* compareText(`header ${name}`, value, [getHeader(name) ?? []].flat());
  }
  for (const [name, part] of Object.entries(headersContain)) {
    const got = getHeader(name);
    if (!got?.includes(part)) {
      yield () => `header ${name}: expected text that contains ${show(part)}; got ${show(got)}`;
    }
  }
  if (bodyContains !== undefined && !parts.request.body?.includes(bodyContains)) {
    yield () => `body: expected text that contains ${show(bodyContains)}`;
  }
  if (body !== undefined) {
    yield* compareJson(body, parts.json, 'body');
  }
}

export const isEmpty = (found: Generator<unknown>) => found.next().done === true;
