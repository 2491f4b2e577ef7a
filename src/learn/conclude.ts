import { isDeepStrictEqual } from 'node:util';
import { readInt64 } from '../base/int64.js';
import { isJsonObject, omitUndefined } from '../base/json.js';
import type { CustomBehaviour, CustomErrors } from '../document/custom-errors.js';
import { customErrorNames, leniencyNames } from '../document/errors.js';
import { isOpenPoint, openPointNames, openPoints } from '../document/open-points.js';
import {
  type FieldKind,
  isPetField,
  isPetStatus,
  petFields,
  type SeedPet,
} from '../document/pet.js';
import { createFields } from '../document/requirements.js';
import type { ResolvedVerifyOptions } from '../options/verify-options.js';
import { createSimulator } from '../simulator/node-simulator.js';
import {
  createEvidenceFormatter,
  type Exchange,
  type ProviderRequest,
} from '../verify/evidence.js';
import type { Evidence } from '../verify/result.js';
import { isSuccess } from '../verify/send/client.js';
import { describeAnswer, readErrors } from './answers.js';
import type { Interview } from './ask.js';
import { type Asked, firstName, unlikelyCategory } from './questions.js';
import { readIds, readJson, readReceivedPets, type Shown } from './received-pets.js';

/** A service's behaviour at an open point, in a case of an error, or where the document promises something. */
export interface LearnedPoint {
  readonly point: string;
  /** The choice of the simulator that is the same, as far as can be told. */
  readonly choice?: string;
  /** Why it can't be told. */
  readonly unset?: string;
  /** Behaviour of the service that the simulator lacks. */
  readonly beyond?: string;
  /** The response, as far as it is always the same. */
  readonly answer?: string;
  /** The exchange that shows it. */
  readonly evidence?: Evidence;
}

type Judgement = Pick<LearnedPoint, 'choice' | 'unset' | 'beyond'>;

const readers: Readonly<Record<FieldKind, (value: unknown) => unknown>> = {
  int64: (value) => readInt64(`${value}`),
  text: (value) => (typeof value === 'string' ? value : undefined),
  status: (value) => (isPetStatus(value) ? value : undefined),
};

/** A pet with the fields of the document only; required ones that it lacks get a value. */
export const toSeedPet = (shown: Shown, index: number): SeedPet => ({
  ...createFields(''),
  id: BigInt(-index - 1),
  categoryId: 1n,
  ...omitUndefined(
    Object.fromEntries(petFields.map(({ name, kind }) => [name, readers[kind](shown[name])])),
  ),
});

type SomeChoices = Readonly<Record<string, string>>;

/** Answers requests as the simulator does, under choices and with the pets of the service. */
async function createMirror(
  options: ResolvedVerifyOptions,
  behaviour: CustomBehaviour,
  pets: readonly SeedPet[],
) {
  const { apiKey, sandbox, fetch } = createSimulator(behaviour);
  // Requests without a key reach no other.
  const { reset, settings } = sandbox('default');
  const url = 'http://simulator/v1';
  // Without the limits of a client, which are for the service.
  const { createRaw } = createEvidenceFormatter({ ...options, url, apiKey, header: [] });
  await reset({ pets });
  return async (requests: readonly ProviderRequest[], choices: SomeChoices) => {
    await settings.set({ choices });
    const exchanges: Exchange[] = [];
    for (const request of requests) {
      const { path, body, ...rest } = createRaw(request);
      // A text would get a Content-Type.
      const bytes = body === undefined ? null : Buffer.from(body);
      const response = await fetch(url + path, { ...rest, body: bytes });
      const { status, headers } = response;
      const received = new Uint8Array(await response.arrayBuffer());
      const number = exchanges.length + 1;
      exchanges.push({ request, response: { status, headers, bytes: received }, number });
    }
    if (exchanges.some(({ response }) => response.status === 201)) {
      await reset({ pets });
    }
    return exchanges;
  };
}

/** Describes what of a response tells one choice from another. */
function describe(point: string, exchange: Exchange): string {
  const { status } = exchange.response;
  const value = readJson(exchange);
  if (status === 0) {
    return 'gives no response';
  }
  if (Array.isArray(value)) {
    const asked = new URLSearchParams(exchange.request.path.split('?')[1]).get('status');
    const isFiltered = readReceivedPets(exchange).every((pet) => pet.status === asked);
    const listed = value.length === 0 ? 'no' : isFiltered ? 'only' : 'not only';
    return point === 'status filter'
      ? `lists ${listed} pets with the status ${asked}`
      : `answers ${status} with ${value.length} pets`;
  }
  const pet = isJsonObject(value) ? value : {};
  const what =
    (point === 'omitted-status' && `, status ${JSON.stringify(pet.status) ?? 'absent'}`) ||
    (point === 'unknown-field' && 'learned' in pet && ', echoed') ||
    (point === 'repeated-key' && pet.name === firstName && ', the first name') ||
    '';
  return `answers ${status}${what}`;
}

const rises = (values: readonly bigint[]) =>
  values.slice(1).every((value, index) => value > (values[index] ?? value));

/** Tells the scheme from the ids of new pets; other clients may have created some between them. */
function judgeIds({ ids, attempts }: Interview, between: Exchange | undefined): Judgement {
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
  // The sequence of a database doesn't return the id of a request that is rejected.
  const isUsedUp = steps.every(
    (step, index) => step <= (attempts[index + 1] ?? 0) - (attempts[index] ?? 0),
  );
  const isForeign = isSuccess(between?.response.status);
  if (steps.every((step) => step === 1n) || (isUsedUp && !isForeign)) {
    return { choice: 'sequential' };
  }
  return isForeign || steps.some((step) => step === 1n)
    ? { unset: `other clients created pets meanwhile: the ids are ${ids.join(', ')}` }
    : { choice: 'sparse' };
}

/** Tells the order of a list from pets whose order of creation is known. */
function judgeOrder(ids: readonly bigint[], listed: readonly bigint[]): Judgement {
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

/** Finds what the simulator does the same: under which choice, at an open point. */
async function judge(
  { name, requests, exchanges, again, unset }: Asked,
  interview: Interview,
  mirror: Awaited<ReturnType<typeof createMirror>>,
  choices: SomeChoices,
): Promise<Judgement> {
  const [first] = exchanges;
  if (unset !== undefined) {
    return { unset };
  }
  if (first && again && describe(name, first) !== describe(name, again)) {
    const both = [first, again].map((one) => describe(name, one));
    return { unset: `it ${both.join(', then ')}: several services may be behind the address` };
  }
  if (name === 'id-scheme') {
    return judgeIds(interview, exchanges.at(-1));
  }
  if (name === 'list-order') {
    return judgeOrder(interview.ids, exchanges.flatMap(readIds));
  }
  const describeAll = (some: readonly Exchange[]) => some.map((one) => describe(name, one));
  const received = describeAll(exchanges);
  const does = received.join(', then ');
  const simulate = (choice: SomeChoices) =>
    mirror(requests.slice(0, exchanges.length), { ...choices, ...choice });
  if (!isOpenPoint(name)) {
    const answers = await simulate({});
    const simulated = describeAll(answers);
    // A filter may find pets that the list doesn't show.
    const findsNone = answers.map(
      (one) => name === 'status filter' && readReceivedPets(one).length === 0,
    );
    const isSame = (one: string, index: number) => one === simulated[index] || findsNone[index];
    const expected = simulated.join(', then ');
    return received.every(isSame) ? {} : { beyond: `${does}; the simulator ${expected}` };
  }
  const hideStatus = (text: string) => text.replace(/ [45]\d\d\b/g, ' an error');
  const same: string[] = [];
  const like: string[] = [];
  /** The first choice that is alike in most responses, so nothing is worse than before. */
  let closest: Judgement = {};
  let maxAlike = 0;
  for (const choice of openPoints[name].choices) {
    const simulated = describeAll(await simulate({ [name]: choice }));
    const isAlike = (one: string, index: number) =>
      hideStatus(one) === hideStatus(simulated[index] ?? '');
    const alike = received.filter(isAlike).length;
    if (isDeepStrictEqual(simulated, received)) {
      same.push(choice);
    } else if (alike === exchanges.length) {
      like.push(choice);
    } else if (alike > maxAlike) {
      maxAlike = alike;
      closest = { choice };
    }
  }
  // A service may have any status for what it rejects.
  const rejecting = like.filter((choice) => choice === 'reject' || choice === 'unauthorized');
  const found = [same, rejecting, like].find((list) => list.length > 0) ?? [];
  const [choice] = found;
  if (choice === undefined) {
    return { ...closest, beyond: does };
  }
  const unclear = { unset: `it ${does}: no difference between ${found.join(' and ')}` };
  return { choice, ...(found.length > 1 && unclear) };
}

/** At least this many pets tell whether a limit over 100 applies. */
const maxListed = 100;

/**
 * Concludes from what a service answered, and from what the simulator answers to the same.
 *
 * @param before its list before the questions, for a run that ends before theirs
 */
export async function concludeAnswers(
  interview: Interview,
  all: readonly Asked[],
  before: Exchange,
) {
  const { evidenceFormatter, options } = interview.store;
  const errors = readErrors(all, interview.store);
  const find = (name: string) => all.find((one) => one.name === name)?.exchanges ?? [];
  const listed = readReceivedPets(find('list-order')[0] ?? before);
  // There may be more than a page shows.
  const more = listed.slice(maxListed - 1, maxListed + 4).map((pet) => ({ ...pet, id: null }));
  const pets = [...listed, ...more].map(toSeedPet).map((pet) => ({
    ...pet,
    // The id of a question must be unknown.
    ...(pet.categoryId === unlikelyCategory && { categoryId: interview.categoryId }),
  }));
  const { missing_name: general } = errors;
  const causes = Object.entries({ ...(general && { bad_request: general }), ...errors }).filter(
    ([name]) => (customErrorNames as readonly string[]).includes(name),
  );
  /** Wrong bodies that it accepts. */
  const accepts = leniencyNames.filter((name) =>
    find(name).some(
      (one) =>
        isSuccess(one.response.status) &&
        // The last value of a repeated key counts.
        readReceivedPets(one).every((pet) => pet.name !== firstName),
    ),
  );
  // The error of an open point would make its choices the same.
  const promised = causes.filter(([name]) => !isOpenPoint(name));
  const behaviour = { errors: Object.fromEntries(promised), accepts };
  const mirror = await createMirror(options, behaviour, pets);
  const choices: Record<string, string> = { 'error-codes': 'custom' };
  const points: LearnedPoint[] = [];
  for (const asked of all) {
    const { name, exchanges } = asked;
    const judgement = await judge(asked, interview, mirror, choices);
    if (judgement.choice !== undefined) {
      choices[name] = judgement.choice;
    }
    const failed = exchanges.find(({ response }) => response.status >= 400) ?? exchanges[0];
    points.push({
      point: name,
      ...judgement,
      ...(failed && {
        answer:
          exchanges.map((one) => describeAnswer(name, one, errors[name])).join('; ') +
          (judgement.beyond === undefined ? '' : ', unlike the simulator'),
        evidence: evidenceFormatter.createEvidence(failed, { expected: 'any response' }),
      }),
    });
  }

  const [pet] = find('omitted-status').slice(-1).flatMap(readReceivedPets);
  const inList = listed.find(({ id }) => id === pet?.id);
  if (pet && inList) {
    const [one, other] = [pet, inList].map(({ status }) => JSON.stringify(status) ?? 'absent');
    const beyond = { beyond: `lists the status ${other} where createPet returns ${one}` };
    points.push({ point: 'status in lists', answer: `${other}`, ...(one !== other && beyond) });
  }
  const [shown] = [...(pet ? [pet] : []), ...listed];
  // A question adds a field to a Pet.
  const extraFields = Object.entries(shown ?? {}).filter(
    ([name]) => !isPetField(name) && name !== 'learned',
  );
  const others: Readonly<Record<string, Judgement>> = {
    'extra-response-fields': shown
      ? { choice: extraFields.length === 0 ? 'none' : 'custom' }
      : { unset: 'it shows no pet' },
    'error-codes': causes.length === 0 ? { unset: 'it answered no error' } : { choice: 'custom' },
    'after-sunset': { unset: 'getPet has not been removed yet (section 9)' },
  };
  points.push(...Object.entries(others).map(([point, one]) => ({ point, ...one })));
  // Open points first, in their order.
  const order: readonly string[] = [...openPointNames, ...points.map(({ point }) => point)];
  return {
    points: points.toSorted((one, other) => order.indexOf(one.point) - order.indexOf(other.point)),
    errors: Object.fromEntries(causes) as CustomErrors,
    accepts,
    /** Fields of its pets that are not in the document. */
    extraFields: Object.fromEntries(extraFields) as Shown,
  };
}
