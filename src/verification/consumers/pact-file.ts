import { LosslessNumber, parse, stringify } from 'lossless-json';
import { quote, shorten } from '../../engine/interface/format.js';
import { UsageError } from '../../options/usage-error.js';
import type { CheckedInteraction } from '../pact/interactions.js';
import { isStateName } from '../pact/provider-states.js';
import { interactionHeader, interactionParameter } from '../pact/recording-proxy.js';
import { findExcess } from './pact-limits.js';
import type { MappedState, MapState } from './state-map.js';

/** Where a pact is from, and what its broker says about it. */
interface PactOrigin {
  /** A path, a URL, or a name in the broker. */
  readonly source: string;
  /** Whether a failure fails nothing yet: the provider's branch has never passed this pact. */
  readonly pending?: true;
  /** Whether it is work in progress, which no selector chose. */
  readonly wip?: true;
  /** Where its result is published. */
  readonly resultsUrl?: string;
  readonly notices?: readonly { readonly when: string; readonly text: string }[];
}

/** A pact as text, with every digit. */
export interface PactText extends PactOrigin {
  readonly text: string;
}

/** An interaction of a consumer's pact. */
export interface ConsumerInteraction extends CheckedInteraction {
  /** Its description in the pact; several may have the same, with different states. */
  readonly name: string;
  /** The broker's identifier. */
  readonly id: string | undefined;
  /** Its provider states as the pact has them: `a pet exists {"status":"sold"}`. */
  readonly states: readonly string[];
  /** Those of this package that set them up. */
  readonly mapped: readonly MappedState[];
  /** Why it cannot be verified at all. */
  readonly problem: string | undefined;
  /** Whether the pact marks it as pending (V4): a failure of it fails nothing. */
  readonly pending: boolean;
  /** Whether its literal key is replaced with the key of the verification. */
  readonly takesKey: boolean;
  /** Whether the literal id in its path is replaced with that of its state. */
  readonly takesPetId: boolean;
  /** Whether its request has the id of a state's pet. */
  readonly usesPetId: boolean;
  /** Names of the response headers that it requires. */
  readonly responseHeaders: readonly string[];
}

/** A consumer's pact, ready for Pact's verifier. */
export interface ConsumerPact {
  readonly origin: PactOrigin;
  readonly consumer: string;
  readonly interactions: readonly ConsumerInteraction[];
  /** Formats a pact with only the interactions of these numbers. */
  format(numbers: readonly number[]): string;
}

/** Maximum number of interactions of a pact. */
const maxInteractions = 2_000;

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof LosslessNumber);

const getFields = (value: unknown): Fields => (isFields(value) ? value : {});

const getText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Finds a field whose name has any case, as those of headers. */
const findHeader = (headers: unknown, name: string) =>
  Object.entries(getFields(headers)).find(([key]) => key.toLowerCase() === name)?.[1];

/** Reads the provider states of any version: V1 and V2 have one as text, V3 and V4 a list. */
function readStates({ providerStates, providerState, provider_state }: Fields): MappedState[] {
  if (Array.isArray(providerStates)) {
    return providerStates
      .map(getFields)
      .map(({ name, params }) => ({ state: getText(name), params: getFields(params) }));
  }
  const state = getText(providerState ?? provider_state);
  return state === '' ? [] : [{ state, params: {} }];
}

const formatState = ({ state, params }: MappedState) =>
  Object.keys(params).length === 0 ? state : `${state} ${stringify(params)}`;

/** Methods that can be sent, and whether fetch sends a body with them. */
const methods: Readonly<Record<string, boolean>> = {
  GET: false,
  HEAD: false,
  POST: true,
  PUT: true,
  PATCH: true,
  DELETE: true,
  OPTIONS: true,
};

/** Headers of one connection, or of a body that is no longer compressed. */
const lostHeaders =
  /^(connection|content-encoding|content-length|keep-alive|trailer|transfer-encoding)$/i;

/** Whether a request or a response has a body, which V4 has with its type. */
function hasBody({ body }: Fields): boolean {
  const content = isFields(body) && 'content' in body ? body.content : body;
  return content !== undefined && content !== null && content !== '';
}

/** Finds why an interaction cannot be verified. */
function findProblem(
  { type = 'Synchronous/HTTP', request, response }: Fields,
  method: string,
  states: readonly MappedState[],
  mapped: readonly (readonly MappedState[] | undefined)[],
): string | undefined {
  if (type !== 'Synchronous/HTTP' || !isFields(request)) {
    return 'verify tests HTTP interactions only; this one is a message';
  }
  const takesBody = methods[method];
  if (takesBody === undefined || (!takesBody && hasBody(request))) {
    return `verify cannot send ${quote(method)}${takesBody === undefined ? '' : ' with a body'}`;
  }
  const lost = Object.keys(getFields(getFields(response).headers)).find((name) =>
    lostHeaders.test(name),
  );
  if (lost !== undefined) {
    return `the pact requires the header ${lost}, which verify cannot pass on to Pact's verifier`;
  }
  const excess = findExcess(request, getFields(response), states.length);
  if (excess !== undefined) {
    return `the pact asks too much of Pact's verifier: ${excess}`;
  }
  const unknown = states.find((_state, index) => mapped[index] === undefined);
  return unknown === undefined
    ? undefined
    : `nobody knows the provider state ${quote(unknown.state)}. Map it to known states with --state-map`;
}

/** Whether the interaction of a pact of an older version has a rule for the status. */
function hasStatusRule(response: Fields): boolean {
  const { matchingRules } = response;
  return getFields(matchingRules).status !== undefined || '$.status' in getFields(matchingRules);
}

function readInteraction(raw: Fields, number: number, mapState: MapState): ConsumerInteraction {
  const states = readStates(raw);
  const found = states.map((one) =>
    isStateName(one.state) ? (mapState(one) ?? [one]) : mapState(one),
  );
  const mapped = found.flatMap((one) => one ?? []);
  const [request, response] = [getFields(raw.request), getFields(raw.response)];
  const method = getText(request.method ?? 'GET').toUpperCase();
  const status = hasStatusRule(response) ? undefined : Number(response.status ?? 200);
  const generators = getFields(request.generators);
  const body = hasBody(response) ? ' with the body of the pact' : '';
  const takesPetId = generators.path === undefined;
  const hasId = takesPetId && /\/pets\/./.test(getText(request.path));
  const isKeyRejected = mapped.some(({ state }) => state === 'the API key is not valid');
  return {
    description: `#${number}`,
    id: typeof raw._id === 'string' ? raw._id : undefined,
    name: getText(raw.description) || `interaction ${number + 1}`,
    method,
    status,
    expected: `${status ?? 'a status of the pact'}${body}`,
    states: states.map(formatState),
    mapped,
    problem: findProblem(raw, method, states, found),
    pending: raw.pending === true,
    takesKey:
      (status !== 401 || isKeyRejected) &&
      findHeader(request.headers, 'authorization') !== undefined &&
      findHeader(generators.header ?? generators.headers, 'authorization') === undefined,
    takesPetId,
    usesPetId: hasId || JSON.stringify(generators).includes('petId'),
    responseHeaders: Object.keys(getFields(response.headers)),
  };
}

/** Numbers an interaction, and replaces its states with those that set it up. */
function prepare(
  raw: Fields,
  { description, mapped }: ConsumerInteraction,
  number: number,
): Fields {
  const { providerState: _one, provider_state: _other, ...rest } = raw;
  const request = getFields(raw.request);
  return {
    ...rest,
    description,
    pending: false,
    providerStates: mapped.map(({ state, params }) => ({
      name: state,
      params: { ...params, [interactionParameter]: String(number) },
    })),
    request: {
      ...request,
      headers: { ...getFields(request.headers), [interactionHeader]: String(number) },
    },
  };
}

function parsePact({ source, text }: PactText): Fields {
  try {
    const pact = parse(text);
    if (isFields(pact)) {
      return pact;
    }
  } catch (error) {
    // A deeply nested file exhausts the stack of the parser.
    throw new UsageError(`${source} is not JSON: ${shorten((error as Error).message)}.`);
  }
  throw new UsageError(`${source} is not a pact: it must be a JSON object.`);
}

/**
 * Reads a pact of any version from 1 to 4.
 *
 * @param mapState finds the states of this package that set up a state of the pact
 * @throws {UsageError} when it is none
 */
export function readPact(file: PactText, mapState: MapState): ConsumerPact {
  const { text: _text, ...origin } = file;
  const { source } = origin;
  const pact = parsePact(file);
  const { consumer, provider, metadata, interactions = [], messages = [] } = pact;
  const { name } = getFields(consumer);
  if (typeof name !== 'string' || name === '') {
    throw new UsageError(`${source} is not a pact: consumer.name must be a text.`);
  }
  if (!Array.isArray(interactions) || !Array.isArray(messages)) {
    throw new UsageError(`${source} is not a pact: interactions must be an array.`);
  }
  const all = [...interactions, ...messages].map(getFields);
  if (all.length > maxInteractions) {
    throw new UsageError(
      `${source} has ${all.length} interactions; at most ${maxInteractions} are allowed. Divide the pact.`,
    );
  }
  const read = all.map((raw, number) => readInteraction(raw, number, mapState));
  return {
    origin,
    consumer: name,
    interactions: read,
    format: (numbers) => {
      const chosen = numbers.map((number) =>
        prepare(all[number] ?? {}, read[number] as ConsumerInteraction, number),
      );
      return stringify({ consumer, provider, interactions: chosen, metadata }) as string;
    },
  };
}
