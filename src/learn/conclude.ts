import { isDeepStrictEqual } from 'node:util';
import {
  type CustomError,
  type CustomErrorName,
  type CustomErrors,
  customErrorNames,
  findCustomError,
  type Leniency,
  leniencyNames,
} from '../document/custom-errors.js';
import { findErrorName } from '../document/errors.js';
import { isJsonObject, type JsonValue, omitUndefined } from '../document/json.js';
import {
  type Choices,
  type OpenPoint,
  openPointNames,
  openPoints,
} from '../document/open-points.js';
import { isPetStatus, responseFields, type SeedPet } from '../document/pet.js';
import { defaultApiKey } from '../engine/admit.js';
import type { ResolvedVerifyOptions } from '../options/verify-options.js';
import { createSimulator } from '../simulator/node-simulator.js';
import {
  createEvidenceFormatter,
  type Exchange,
  type ProviderRequest,
} from '../verify/evidence.js';
import { catchError, type Evidence, Inconclusive } from '../verify/result.js';
import { isSuccess } from '../verify/send/client.js';
import { describeAnswer, generalizeBoth, hideVarying, readError, readJson } from './answers.js';
import { type Asked, type Interview, readIds } from './ask.js';

/** What a service does at an open point, in a case of an error, or where the document promises something. */
export interface LearnedPoint {
  readonly point: string;
  /** The choice of the simulator that is the same, as far as can be told. */
  readonly choice?: string;
  /** Why it can't be told. */
  readonly unset?: string;
  /** What the service does, which the simulator does not. */
  readonly beyond?: string;
  /** The response, as far as it is always the same. */
  readonly answer?: string;
  /** The exchange that shows it. */
  readonly evidence?: Evidence;
}

/** A pet as a response shows it. */
export type Shown = Readonly<Record<string, JsonValue>>;

export const readPets = (exchange: Exchange): Shown[] =>
  [readJson(exchange) ?? []].flat().filter(isJsonObject);

/** A pet with the fields of the document only; those that it lacks get a value. */
export function toSeedPet({ id, name, categoryId, status }: Shown, index: number): SeedPet {
  const toInteger = (value: unknown, other: bigint) =>
    /^-?\d+$/.test(`${value}`) ? BigInt(`${value}`) : other;
  return {
    id: toInteger(id, BigInt(-index - 1)),
    name: typeof name === 'string' ? name : '',
    categoryId: toInteger(categoryId, 1n),
    ...(isPetStatus(status) && { status }),
  };
}

type SomeChoices = Partial<Record<OpenPoint, string>>;

/** Answers a request as the simulator does, under choices and with pets. */
type Mirror = (request: ProviderRequest, choices: SomeChoices) => Promise<Exchange>;

/** A request that creates no pet must see what a service shows now, and others what it showed before. */
interface MirrorPets {
  readonly before: readonly SeedPet[];
  readonly now: readonly SeedPet[];
}

function createMirror(
  options: ResolvedVerifyOptions,
  { before, now }: MirrorPets,
  errors: CustomErrors,
): Mirror {
  // A 401 names the default key where that is valid.
  const apiKey = options.apiKey === defaultApiKey ? defaultApiKey : 'another-key';
  const simulator = createSimulator({ errors, apiKey });
  // Requests without a key reach no other.
  const sandbox = simulator.sandbox('default');
  const url = 'http://simulator/v1';
  const keys = { valid: sandbox.apiKey, invalid: 'key-of-nobody' };
  const { createRaw } = createEvidenceFormatter({ ...options, url, header: [] }, keys);
  let current: readonly SeedPet[] | undefined;
  return async ({ credential, ...request }, choices) => {
    const pets = request.method === 'POST' ? before : now;
    if (pets !== current) {
      current = pets;
      await sandbox.reset({ pets });
    }
    await sandbox.settings.set({ choices: choices as Partial<Choices> });
    const spaced = { headers: { Authorization: `Bearer  ${sandbox.apiKey}` }, description: '' };
    const { method, path, headers, body } = createRaw({
      ...request,
      ...(credential && { credential: typeof credential === 'string' ? credential : spaced }),
    });
    const sent = { method, headers, ...(body !== undefined && { body }) };
    const response = await simulator.fetch(url + path, sent);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { request, response: { status: response.status, headers: response.headers, bytes } };
  };
}

/** Describes what of a response tells one choice from another. */
function see(point: string, exchange: Exchange): string {
  const { status = 0 } = exchange.response;
  const value = readJson(exchange);
  if (status === 0) {
    return 'gives no response';
  }
  if (Array.isArray(value)) {
    const isFiltered = readPets(exchange).every((pet) => pet.status === 'sold');
    return point === 'status filter'
      ? `lists ${isFiltered ? 'only' : 'not only'} pets with the status`
      : `answers ${status} with ${value.length} pets`;
  }
  const pet = isJsonObject(value) ? value : {};
  const what =
    (point === 'omitted-status' && `, status ${JSON.stringify(pet.status) ?? 'absent'}`) ||
    (point === 'unknown-field' && 'learned' in pet && ', echoed') ||
    '';
  return `answers ${status}${what}`;
}

/** Finds the choices under which the simulator does what a service does. */
async function findChoices(
  { question: { name }, exchanges }: Asked,
  requests: readonly ProviderRequest[],
  mirror: Mirror,
  choices: SomeChoices,
): Promise<readonly string[]> {
  const seen = exchanges.map((one) => see(name, one));
  const hideStatus = (text: string) => text.replace(/ [45]\d\d$/, ' an error');
  const candidates: { choice: string; isLike: boolean; isRejection: boolean; isSame: boolean }[] =
    [];
  for (const choice of openPoints[name as OpenPoint].choices) {
    const all: Exchange[] = [];
    for (const request of requests.slice(0, exchanges.length)) {
      all.push(await mirror(request, { ...choices, [name]: choice }));
    }
    const mirrored = all.map((one) => see(name, one));
    candidates.push({
      choice,
      isSame: isDeepStrictEqual(seen, mirrored),
      isLike: isDeepStrictEqual(seen.map(hideStatus), mirrored.map(hideStatus)),
      isRejection: choice === 'reject' || choice === 'unauthorized',
    });
  }
  // A service may have any status for what it rejects.
  const same = candidates.filter(({ isSame }) => isSame);
  const like = candidates.filter(({ isLike }) => isLike);
  const rejecting = like.filter(({ isRejection }) => isRejection);
  const found = [same, rejecting, like].find((list) => list.length > 0) ?? [];
  return found.map(({ choice }) => choice);
}

const rises = (values: readonly bigint[]) =>
  values.slice(1).every((value, index) => value > (values[index] ?? value));

/** Tells the scheme from the ids of new pets; other clients may have created some between them. */
function judgeIds(ids: readonly bigint[], { exchanges }: Asked): Partial<LearnedPoint> {
  const steps = ids.slice(1).map((id, index) => id - (ids[index] ?? id));
  if (ids.length < 3) {
    return { unset: `only ${ids.length} pets could be created` };
  }
  if (!rises(ids)) {
    return { beyond: `assigns the ids ${ids.join(', ')}` };
  }
  if (ids.every((id) => id > 2n ** 53n)) {
    return { choice: 'large' };
  }
  if (steps.every((step) => step === 1n)) {
    return { choice: 'sequential' };
  }
  const between = exchanges.at(-1)?.response;
  return isSuccess(between?.status) || steps.some((step) => step === 1n)
    ? { unset: `other clients created pets meanwhile: the ids are ${ids.join(', ')}` }
    : { choice: 'sparse' };
}

/** Tells the order of a list from pets whose order of creation is known. */
function judgeOrder(ids: readonly bigint[], listed: readonly bigint[]): Partial<LearnedPoint> {
  // Where ids rise, they are in the order of creation.
  const known = listed
    .map((id) => (rises(ids) ? id : BigInt(ids.indexOf(id))))
    .filter((age) => age >= 0n || rises(ids));
  if (ids.length < 2 || known.length < 3) {
    return { unset: `it lists ${known.length} pets whose order of creation is known` };
  }
  const isReversed = rises(known.toReversed());
  return { choice: rises(known) ? 'oldest-first' : isReversed ? 'newest-first' : 'shuffled' };
}

/** The fields that a Pet has, or gets from a question. */
const documented: readonly string[] = [...responseFields.Pet, 'learned'];

/** The field of the simulator's choice `some`. */
const someFields = { createdAt: '2030-01-01T00:00:00Z' };

function judgeFields(fields: Shown): 'none' | 'some' | 'own' {
  return Object.keys(fields).length === 0
    ? 'none'
    : isDeepStrictEqual(fields, someFields)
      ? 'some'
      : 'own';
}

/** What follows from all answers. */
export interface Conclusions {
  readonly points: readonly LearnedPoint[];
  /** The errors of the service, where they are not the simulator's. */
  readonly errors: CustomErrors;
  /** Wrong bodies that it accepts. */
  readonly accepts: readonly Leniency[];
  /** Fields of its pets that are not in the document, where they are not the simulator's. */
  readonly extraFields: Shown;
}

const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  (names as readonly string[]).includes(name);

/** The errors that have no less exact one, and the question that shows each. */
const basicErrors: Readonly<Partial<Record<CustomErrorName, string>>> = {
  bad_request: 'missing_name',
  not_found: 'not_found',
  missing_key: 'missing_key',
  unauthorized: 'unauthorized',
  unknown_path: 'unknown_path',
  method_not_allowed: 'method_not_allowed',
};

/** Reads the errors of a service, by the question. */
function readErrors(all: readonly Asked[], base: string, hide: (text: string) => string) {
  const errors = new Map<string, CustomError>();
  const varying = new Set<string>();
  for (const { question, exchanges, again } of all) {
    const failures = exchanges.filter(({ response }) => (response.status ?? 0) >= 400);
    const notFound = failures.find(({ response }) => response.status === 404);
    const failed = question.name === 'not_found' ? (notFound ?? failures[0]) : failures[0];
    const error = failed && readError(failed, base, hide);
    const other = again && failed === exchanges[0] && readError(again, base, hide);
    if (error !== undefined) {
      const body = other ? generalizeBoth(error.body, other.body, varying) : error.body;
      errors.set(question.name, { ...error, body });
    }
  }
  for (const [name, error] of errors) {
    errors.set(name, { ...error, body: hideVarying(error.body, varying) });
  }
  return errors;
}

/** At least this many pets tell whether a limit over 100 applies. */
const maxListed = 100;

/** Concludes from what a service answered, and from what the simulator answers to the same. */
export async function conclude(
  options: ResolvedVerifyOptions,
  interview: Interview,
  all: readonly Asked[],
  list: readonly Shown[],
): Promise<Conclusions> {
  const { evidenceFormatter } = interview.store;
  const base = new URL(options.url).pathname.replace(/\/$/, '');
  const errors = readErrors(all, base, evidenceFormatter.hide);
  const find = (name: string) => all.find(({ question }) => question.name === name);
  const listed = find('list-order')?.exchanges[0];
  const now = listed === undefined ? list : readPets(listed);
  const more = now.length < maxListed ? [] : now.slice(0, 5).map((pet) => ({ ...pet, id: null }));
  const known = { name: '', categoryId: interview.categoryId };
  const pets = {
    before: [...list.slice(0, 20), known].map(toSeedPet),
    now: [...now, ...more].map(toSeedPet),
  };
  const basic = Object.entries(basicErrors).map(([name, question]) => [name, errors.get(question)]);
  const mirror = createMirror(options, pets, omitUndefined(Object.fromEntries(basic)));
  const choices: SomeChoices = { 'error-codes': 'own' };
  const points: LearnedPoint[] = [];
  const accepts: Leniency[] = [];

  /** The requests of a question, each on its own. */
  const listRequests = ({ question, exchanges }: Asked) =>
    question.together === undefined
      ? exchanges.map(({ request }) => request)
      : question.requests.map((request) => interview.complete(request));

  const judge = async (asked: Asked): Promise<Partial<LearnedPoint>> => {
    const { question, exchanges, again, unset } = asked;
    const { name } = question;
    const [first] = exchanges;
    if (unset !== undefined) {
      return { unset };
    }
    if (name === 'id-scheme') {
      return judgeIds(interview.ids, asked);
    }
    if (first === undefined) {
      return { unset: 'it was not asked' };
    }
    const [does, after] = [first, again ?? first].map((one) => see(name, one));
    if (does !== after) {
      return { unset: `it ${does}, then ${after}: several services may be behind the address` };
    }
    if (name === 'list-order') {
      return judgeOrder(interview.ids, readIds(first));
    }
    const requests = listRequests(asked);
    if (isOneOf(openPointNames, name)) {
      const found = await findChoices(asked, requests, mirror, choices);
      const [choice, other] = found;
      if (other !== undefined) {
        const common = found.join(' and ');
        return {
          choice: choice as string,
          unset: `it ${does}: no difference between ${common}`,
        };
      }
      return choice === undefined
        ? { beyond: exchanges.map((one) => see(name, one)).join(', then ') }
        : { choice };
    }
    if (isOneOf(leniencyNames, name) && isSuccess(first.response.status)) {
      accepts.push(name);
      return {};
    }
    const expected = see(name, await mirror(requests[0] as ProviderRequest, choices));
    const isImitated = errors.has(name) && isOneOf(customErrorNames, name);
    return expected === does || isImitated ? {} : { beyond: `${does}; the simulator ${expected}` };
  };

  for (const asked of all) {
    const { name } = asked.question;
    const judged = await catchError(Inconclusive, () => judge(asked));
    const point = judged instanceof Inconclusive ? { unset: judged.message } : judged;
    if (point.choice !== undefined) {
      choices[name as OpenPoint] = point.choice;
    }
    const [first] = asked.exchanges;
    const failed = asked.exchanges.find(({ response }) => (response.status ?? 0) >= 400) ?? first;
    points.push({
      point: name,
      ...point,
      ...(first && {
        answer:
          describeAnswer(name, asked.exchanges, errors.get(name)) +
          (point.beyond === undefined ? '' : ', unlike the simulator'),
      }),
      ...(failed && {
        evidence: evidenceFormatter.createEvidence(failed, { expected: 'any response' }),
      }),
    });
  }

  const created = find('omitted-status')?.exchanges[0];
  const shown = [...(created ? readPets(created) : []), ...now];
  const fields = Object.entries(shown[0] ?? {}).filter(([name]) => !documented.includes(name));
  const extraFields = Object.fromEntries(fields);
  const extra = judgeFields(extraFields);
  points.push({
    point: 'extra-response-fields',
    ...(shown.length === 0 ? { unset: 'it shows no pet' } : { choice: extra }),
  });

  const standard = { ...choices, 'extra-response-fields': 'none' };
  const causes = all.filter(
    ({ question: { name } }) =>
      errors.has(name) && isOneOf(customErrorNames, name) && name !== 'keyless-path',
  );
  const answer = async (asked: Asked, codes: string) => {
    const failed = asked.exchanges.findIndex(({ response }) => (response.status ?? 0) >= 400);
    const request = listRequests(asked)[failed] as ProviderRequest;
    return mirror(request, { ...standard, 'error-codes': codes });
  };
  let codes = 'own';
  for (const known of ['opaque', 'words']) {
    const isSame = async (asked: Asked) => {
      const mirrored = readError(await answer(asked, known), '/v1', evidenceFormatter.hide);
      return isDeepStrictEqual(mirrored, errors.get(asked.question.name));
    };
    let areSame = true;
    for (const asked of causes) {
      areSame &&= await isSame(asked);
    }
    codes = areSame ? known : codes;
  }
  const customErrors: Partial<Record<CustomErrorName, CustomError>> = {};
  if (codes === 'own') {
    Object.assign(customErrors, omitUndefined(Object.fromEntries(basic)));
    for (const asked of causes) {
      const name = asked.question.name as CustomErrorName;
      const { status = 0 } = (await answer(asked, 'words')).response;
      const other = findCustomError(customErrors, name, findErrorName(status) ?? name);
      const error = errors.get(name);
      if (error !== undefined && status >= 400 && !isDeepStrictEqual(other, error)) {
        customErrors[name] = error;
      }
    }
  }
  points.push(
    causes.length === 0
      ? { point: 'error-codes', unset: 'it answered no error' }
      : { point: 'error-codes', choice: codes },
    { point: 'after-sunset', unset: 'getPet has not been removed yet (section 9)' },
  );
  // Open points first, in their order.
  const order: readonly string[] = [...openPointNames, ...points.map(({ point }) => point)];
  return {
    points: points.toSorted((one, other) => order.indexOf(one.point) - order.indexOf(other.point)),
    errors: customErrors,
    accepts,
    extraFields: extra === 'own' ? extraFields : {},
  };
}
