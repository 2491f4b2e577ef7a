import { isDeepStrictEqual } from 'node:util';
import {
  type CustomError,
  type CustomErrors,
  customErrorNames,
  type Leniency,
  leniencyNames,
} from '../document/custom-errors.js';
import { isJsonObject, omitUndefined } from '../document/json.js';
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
import {
  describeAnswer,
  generalizeBoth,
  hideVarying,
  readError,
  readJson,
  readPets,
  type Shown,
} from './answers.js';
import { type Asked, type Interview, readIds } from './ask.js';
import { unlikelyCategory } from './questions.js';

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

/** Answers requests as the simulator does, under choices and with the pets of the service. */
function createMirror(
  options: ResolvedVerifyOptions,
  pets: readonly SeedPet[],
  errors: CustomErrors,
) {
  // A 401 names the default key where that is valid.
  const apiKey = options.apiKey === defaultApiKey ? defaultApiKey : 'another-key';
  const simulator = createSimulator({ errors, apiKey });
  // Requests without a key reach no other.
  const sandbox = simulator.sandbox('default');
  const url = 'http://simulator/v1';
  const keys = { valid: sandbox.apiKey, invalid: 'key-of-nobody' };
  const { createRaw } = createEvidenceFormatter({ ...options, url, header: [] }, keys);
  /** Whether the sandbox has these pets and no others. */
  let isReset = false;
  return async (request: ProviderRequest, choices: SomeChoices): Promise<Exchange> => {
    const { method, path, headers, body } = createRaw(request);
    if (!isReset) {
      await sandbox.reset({ pets });
    }
    await sandbox.settings.set({ choices: choices as Partial<Choices> });
    const sent = { method, headers, ...(body !== undefined && { body }) };
    const response = await simulator.fetch(url + path, sent);
    isReset = response.status !== 201;
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { request, response: { status: response.status, headers: response.headers, bytes } };
  };
}

/** Describes what of a response tells one choice from another. */
function see(point: string, exchange: Exchange): string {
  const { status } = exchange.response;
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
  mirror: ReturnType<typeof createMirror>,
  choices: SomeChoices,
): Promise<readonly string[]> {
  const seen = exchanges.map((one) => see(name, one));
  const hideStatus = (text: string) => text.replace(/ [45]\d\d$/, ' an error');
  const same: string[] = [];
  const like: string[] = [];
  for (const choice of openPoints[name as OpenPoint].choices) {
    const mirrored: string[] = [];
    for (const request of requests.slice(0, exchanges.length)) {
      mirrored.push(see(name, await mirror(request, { ...choices, [name]: choice })));
    }
    if (isDeepStrictEqual(seen, mirrored)) {
      same.push(choice);
    } else if (isDeepStrictEqual(seen.map(hideStatus), mirrored.map(hideStatus))) {
      like.push(choice);
    }
  }
  // A service may have any status for what it rejects.
  const rejecting = like.filter((choice) => choice === 'reject' || choice === 'unauthorized');
  return [same, rejecting, like].find((list) => list.length > 0) ?? [];
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

const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  (names as readonly string[]).includes(name);

/** Reads the errors of a service, by the question. */
function readErrors(all: readonly Asked[], base: string, hide: (text: string) => string) {
  const errors = new Map<string, CustomError>();
  const varying = new Set<string>();
  for (const { question, exchanges, again } of all) {
    const read = exchanges.map((one) => readError(one, base, hide));
    const failures = read.filter((one) => one !== undefined);
    const [first] = failures;
    // The first unknown id is a large one.
    const error = question.name === 'not_found' ? failures.at(-1) : first;
    if (first && first !== error) {
      errors.set('large_id', first);
    }
    if (error) {
      const other = again && error === read[0] ? readError(again, base, hide) : undefined;
      const body = generalizeBoth(error.body, other?.body, varying);
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
) {
  const { evidenceFormatter } = interview.store;
  const base = new URL(options.url).pathname.replace(/\/$/, '');
  const errors = readErrors(all, base, evidenceFormatter.hide);
  const find = (name: string) => all.find(({ question }) => question.name === name);
  const listed = find('list-order')?.exchanges[0];
  const now = listed === undefined ? list : readPets(listed);
  const more = now.length < maxListed ? [] : now.slice(0, 5).map((pet) => ({ ...pet, id: null }));
  // That of a question must be unknown.
  const pets = [...now, ...more].map(toSeedPet).map((pet) => ({
    ...pet,
    ...(`${pet.categoryId}` === unlikelyCategory && { categoryId: interview.categoryId }),
  }));
  /** Those that have no less exact one. */
  const basicErrors: CustomErrors = omitUndefined({
    bad_request: errors.get('missing_name'),
    not_found: errors.get('not_found'),
    missing_key: errors.get('missing_key'),
    unauthorized: errors.get('unauthorized'),
    unknown_path: errors.get('unknown_path'),
    method_not_allowed: errors.get('method_not_allowed'),
  });
  const mirror = createMirror(options, pets, basicErrors);
  const choices: SomeChoices = { 'error-codes': 'custom' };
  const points: LearnedPoint[] = [];
  const accepts: Leniency[] = [];

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
    const requests =
      question.together === undefined
        ? exchanges.map(({ request }) => request)
        : question.requests.map((request) => interview.complete(request));
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
    const failed = asked.exchanges.find(({ response }) => response.status >= 400) ?? first;
    points.push({
      point: name,
      ...point,
      ...(first && {
        answer:
          asked.exchanges.map((one) => describeAnswer(name, one, errors.get(name))).join('; ') +
          (point.beyond === undefined ? '' : ', unlike the simulator'),
      }),
      ...(failed && {
        evidence: evidenceFormatter.createEvidence(failed, { expected: 'any response' }),
      }),
    });
  }

  const created = find('omitted-status')?.exchanges[0];
  const shown = [...(created ? readPets(created) : []), ...now];
  // A question adds a field to a Pet.
  const known = [...responseFields.Pet, 'learned'];
  const fields = Object.entries(shown[0] ?? {}).filter(([name]) => !isOneOf(known, name));
  const causes = [...errors].filter(([name]) => isOneOf(customErrorNames, name));
  points.push(
    {
      point: 'extra-response-fields',
      ...(shown.length === 0
        ? { unset: 'it shows no pet' }
        : { choice: fields.length === 0 ? 'none' : 'custom' }),
    },
    {
      point: 'error-codes',
      ...(errors.size === 0 ? { unset: 'it answered no error' } : { choice: 'custom' }),
    },
    { point: 'after-sunset', unset: 'getPet has not been removed yet (section 9)' },
  );
  // Open points first, in their order.
  const order: readonly string[] = [...openPointNames, ...points.map(({ point }) => point)];
  return {
    points: points.toSorted((one, other) => order.indexOf(one.point) - order.indexOf(other.point)),
    errors: { ...basicErrors, ...Object.fromEntries(causes) } satisfies CustomErrors,
    /** Wrong bodies that it accepts. */
    accepts,
    /** Fields of its pets that are not in the document. */
    extraFields: Object.fromEntries(fields) as Shown,
  };
}
