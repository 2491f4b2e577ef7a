import { stringify } from 'lossless-json';
import { isJsonObject } from '../document/json.js';
import type { OpenPoint } from '../document/open-points.js';
import { responseFields } from '../document/pet.js';
import { parseJsonResponse, tryParse } from '../document/responses.js';
import type { Exchange } from '../verify/evidence.js';
import { Inconclusive } from '../verify/result.js';
import { isSuccess, NoResponse } from '../verify/send/client.js';
import type { AnimalStore } from '../verify/store.js';
import type { LearnedErrors } from './errors.js';

/** What is known of a service while it is asked. */
export interface Asked {
  readonly store: AnimalStore;
  /** Begins the names of created pets. */
  readonly prefix: string;
  readonly categoryId: bigint;
  readonly errors: LearnedErrors;
  /** How many pets the list has, at most 100, once no question creates more. */
  total?: number | undefined;
  /** The bodies of createPet responses, in the order of the requests. */
  readonly created: { readonly id: bigint; readonly fields: Readonly<Record<string, unknown>> }[];
}

/** What an exchange tells about an open point. */
export interface Answer {
  /** The choices that it fits: one if it is clear, none if the simulator has no such choice. */
  readonly choices: readonly string[];
  /** What the service does: `answers 422`. */
  readonly does: string;
  /** The choice that comes closest, where none fits. */
  readonly nearest?: string;
  /** Why it tells nothing. */
  readonly unset?: string;
  readonly exchange: Exchange;
}

/** Asks one thing about an open point. */
export type Question = (asked: Asked) => Promise<Answer>;

const describeStatus = ({ response }: Exchange) =>
  response instanceof NoResponse ? 'gives no response' : `answers ${response.status}`;

/** Reads the ids of a list, whatever else is wrong with its pets; undefined if it is none. */
function readIds({ response }: Exchange): bigint[] | undefined {
  const value = response instanceof NoResponse ? undefined : tryParse(parseJsonResponse, response);
  const ids = Array.isArray(value)
    ? value.map((pet) => (isJsonObject(pet) ? `${pet.id}` : ''))
    : [];
  const isList = Array.isArray(value) && ids.every((id) => /^-?\d+$/.test(id));
  return isList ? ids.map(BigInt) : undefined;
}

/** What a status tells: `statuses` has those that are choices; a service may have another than 400. */
function judgeStatus(
  { errors }: Asked,
  exchange: Exchange,
  statuses: Readonly<Record<number, string>>,
): Answer {
  const { status = 0 } = exchange.response;
  const rejection = errors.errors.bad_request?.status ?? 400;
  const choice =
    status === rejection ? statuses[400] : status === 400 ? undefined : statuses[status];
  const nearest = status >= 400 && status < 500 ? statuses[400] : undefined;
  return {
    choices: choice === undefined ? [] : [choice],
    does: describeStatus(exchange),
    exchange,
    ...(nearest !== undefined && { nearest }),
  };
}

/**
 * Asks with a query, and tells its choices apart by the number of pets on the page.
 *
 * @param lengths of a page under each choice, in a store that has enough pets; 400 is `reject`
 */
const askList =
  (query: string, lengths: Readonly<Record<string, number>>): Question =>
  async (asked) => {
    const { store } = asked;
    asked.total ??= readIds(await store.send({ method: 'GET', path: '/pets?limit=100' }))?.length;
    const total = asked.total ?? 0;
    const exchange = await store.send({ method: 'GET', path: `/pets?${query}` });
    if (exchange.response.status !== 200) {
      return judgeStatus(asked, exchange, { 400: 'reject' });
    }
    const pets = readIds(exchange);
    const fitting = Object.entries(lengths).filter(
      ([, length]) => pets?.length === Math.min(length, total),
    );
    const does = `answers 200 with ${pets === undefined ? 'no Pets' : `${pets.length} pets`}`;
    return { choices: fitting.map(([choice]) => choice), does, exchange };
  };

const askGet =
  (petId: string, statuses: Readonly<Record<number, string>>): Question =>
  async (asked) =>
    judgeStatus(asked, await asked.store.send({ method: 'GET', path: `/pets/${petId}` }), statuses);

/** This many pets are created at most. */
const maxPets = 8;
const form = 'application/x-www-form-urlencoded';

/** Sends a createPet request, and keeps what it created. */
async function post(asked: Asked, fields: object, contentType?: string) {
  const { store, prefix, categoryId, created } = asked;
  if (store.created.length >= maxPets) {
    throw new Inconclusive(`${maxPets} pets have been created already`);
  }
  const name = `${prefix}-${created.length + 1}`;
  const body =
    contentType === form
      ? `${new URLSearchParams({ name, categoryId: `${categoryId}` })}`
      : (stringify({ name, categoryId, ...fields }) ?? '');
  const type = contentType && { contentType };
  const exchange = await store.send({ method: 'POST', path: '/pets', body, ...type });
  const { response } = exchange;
  const value =
    response instanceof NoResponse || !isSuccess(response.status)
      ? undefined
      : tryParse(parseJsonResponse, response);
  const shown = isJsonObject(value) ? value : undefined;
  if (shown?.id !== undefined && /^-?\d+$/.test(`${shown.id}`)) {
    created.push({ id: BigInt(`${shown.id}`), fields: shown });
  }
  return { exchange, shown };
}

const askCreate =
  (fields: object, statuses: Readonly<Record<number, string>>, contentType?: string): Question =>
  async (asked) =>
    judgeStatus(asked, (await post(asked, fields, contentType)).exchange, statuses);

/** Creates a pet without a status. */
const askOmittedStatus: Question = async (asked) => {
  const { exchange, shown } = await post(asked, {});
  if (shown === undefined) {
    return { choices: [], does: describeStatus(exchange), exchange };
  }
  const { status } = shown;
  const choice = status === undefined ? 'absent' : `${status}` || 'empty';
  const choices = ['absent', 'available', 'null', 'empty'].filter((one) => one === choice);
  return { choices, does: `shows the status ${stringify(status)}`, nearest: 'absent', exchange };
};

/** Creates a pet with a field that the document does not have. */
const askUnknownField: Question = async (asked) => {
  const { exchange, shown } = await post(asked, { learned: 'field' });
  return shown === undefined
    ? judgeStatus(asked, exchange, { 400: 'reject' })
    : { choices: ['learned' in shown ? 'echo' : 'ignore'], does: 'creates the pet', exchange };
};

/** The fields that a Pet has, or gets from a question. */
export const documented: readonly string[] = [...responseFields.Pet, 'learned'];

const askExtraFields: Question = async (asked) => {
  const { exchange, shown = {} } = await post(asked, { status: 'sold' });
  const others = Object.keys(shown).filter((name) => !documented.includes(name));
  const choices = 'id' in shown ? [others.length > 0 ? 'some' : 'none'] : [];
  return { choices, does: describeStatus(exchange), exchange };
};

/** The errors were asked for first: other answers are judged by them. */
const askErrorCode: Question = async ({ errors: { choice, exchanges } }) => ({
  choices: [choice],
  does: 'answers errors',
  exchange: exchanges.at(-1) as Exchange,
});

const rises = (values: readonly bigint[]) =>
  values.slice(1).every((value, index) => value > (values[index] ?? value));

/** Tells the scheme from the ids of the created pets; other clients may have created some between them. */
const askIdScheme: Question = async (asked) => {
  const { exchange } = await post(asked, { status: 'sold' });
  const ids = asked.created.map(({ id }) => id);
  const steps = ids.slice(1).map((id, index) => id - (ids[index] ?? id));
  const isLarge = ids.every((id) => id > 2n ** 53n);
  const hasNeighbours = steps.some((step) => step === 1n);
  const does = `assigns the ids ${ids.join(', ')}`;
  if (ids.length < 3) {
    return { choices: [], does, unset: `only ${ids.length} pets could be created`, exchange };
  }
  if (!rises(ids)) {
    return { choices: [], does, nearest: 'sparse', exchange };
  }
  const small = steps.every((step) => step === 1n)
    ? ['sequential']
    : hasNeighbours
      ? ['sequential', 'sparse']
      : ['sparse'];
  return { choices: isLarge ? ['large'] : small, does, exchange };
};

/** Lists pets whose order of creation is known. */
const askOrder: Question = async ({ store, created }) => {
  const exchange = await store.send({ method: 'GET', path: '/pets?limit=100' });
  const own = created.map(({ id }) => id);
  // Where ids rise, they are in the order of creation.
  const ages = (readIds(exchange) ?? []).map((id) => (rises(own) ? id : BigInt(own.indexOf(id))));
  const known = ages.filter((age) => age >= 0n || rises(own));
  const does = describeStatus(exchange);
  if (own.length < 2 || known.length < 3) {
    const unset = `it lists ${known.length} pets whose order of creation is known`;
    return { choices: [], does, unset, exchange };
  }
  const isReversed = rises(known.toReversed());
  const order = rises(known) ? 'oldest-first' : isReversed ? 'newest-first' : 'shuffled';
  return { choices: [order], does, exchange };
};

const onDefaultPage = 20;

/**
 * The questions about each open point; all must fit the same choice. Those that create pets come first, so
 * that lists have some.
 */
export const questions: Readonly<Record<OpenPoint, readonly Question[]>> = {
  'omitted-status': [askOmittedStatus],
  'unknown-field': [askUnknownField],
  'extra-response-fields': [askExtraFields],
  'unknown-category': [
    askCreate({ categoryId: 9_007_199_254_740_993n }, { 201: 'accept', 400: 'reject' }),
  ],
  'empty-name': [askCreate({ name: '' }, { 201: 'accept', 400: 'reject' })],
  'id-scheme': [askIdScheme],
  'media-type': [askCreate({}, { 201: 'accept', 400: 'reject', 415: 'unsupported' }, 'text/plain')],
  'form-body': [askCreate({}, { 201: 'accept', 400: 'reject', 415: 'unsupported' }, form)],
  'list-order': [askOrder],
  'limit-out-of-range': [
    askList('limit=0', { clamp: 1, ignore: onDefaultPage }),
    askList('limit=101', { clamp: 100, ignore: onDefaultPage }),
  ],
  'limit-malformed': [askList('limit=abc', { ignore: onDefaultPage })],
  'limit-decimal': [askList('limit=2.0', { accept: 2, ignore: onDefaultPage })],
  'empty-limit': [askList('limit=', { ignore: onDefaultPage })],
  'repeated-query': [askList('limit=2&limit=3', { first: 2, last: 3 })],
  'unknown-status-filter': [askList('status=eaten', { none: 0, ignore: onDefaultPage })],
  'empty-status-filter': [askList('status=', { none: 0, ignore: onDefaultPage })],
  'unknown-query': [askList('learned=query', { ignore: onDefaultPage })],
  'malformed-pet-id': [askGet('abc', { 400: 'reject', 404: 'not-found' })],
  'error-codes': [askErrorCode],
  'after-sunset': [],
};
