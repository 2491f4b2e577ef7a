import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonValue } from '../document/json.js';
import type { ChoiceOf } from '../document/open-points.js';
import type { OwnError, OwnErrorName, OwnErrors } from '../document/own-errors.js';
import type { ResolvedVerifyOptions } from '../options/verify-options.js';
import { createSimulator } from '../simulator/node-simulator.js';
import type { Exchange, ProviderRequest } from '../verify/evidence.js';
import { unlikelyId } from '../verify/pets.js';
import { Client, isSuccess, NoResponse } from '../verify/send/client.js';
import { AnimalStore } from '../verify/store.js';

const post = (body: string): ProviderRequest => ({ method: 'POST', path: '/pets', body });

/** Requests that a service answers with an error; the two bodies are wrong in different ways. */
const requests: Readonly<Partial<Record<OwnErrorName, readonly ProviderRequest[]>>> = {
  bad_request: [post('{"categoryId":1}'), post('{"name":[],"categoryId":1}')],
  unsupported_media_type: [{ ...post('{"categoryId":1}'), contentType: 'text/csv' }],
  missing_key: [{ method: 'GET', path: '/pets', credential: 'none' }],
  unauthorized: [{ method: 'GET', path: '/pets', credential: 'invalid' }],
  not_found: [{ method: 'GET', path: `/pets/${unlikelyId}` }],
  unknown_path: [{ method: 'GET', path: '/learned' }],
  method_not_allowed: [{ method: 'PUT', path: '/pets', body: '{}' }],
};

const isDate = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text);

/** Puts a placeholder where two bodies have different texts. */
function generalize(one: JsonValue, other: JsonValue | undefined): JsonValue {
  if (typeof one === 'string') {
    const isSame = one === other || typeof other !== 'string' || isDate(one);
    return isSame ? one : '{message}';
  }
  if (Array.isArray(one)) {
    return one.map((part, index) => generalize(part, Array.isArray(other) ? other[index] : part));
  }
  if (!isJsonObject(one)) {
    return one;
  }
  const members = Object.entries(one).map(([name, value]) => [
    name,
    generalize(value, isJsonObject(other) ? other[name] : value),
  ]);
  return Object.fromEntries(members);
}

/** Reads how a service answers an error of the client; undefined if it gives none. */
function readError({ response }: Exchange, redact: (text: string) => string): OwnError | undefined {
  if (response instanceof NoResponse || response.status < 400 || response.status > 499) {
    return undefined;
  }
  const { status, headers, bytes } = response;
  const text = redact(new TextDecoder().decode(bytes)).replaceAll(`${unlikelyId}`, '{petId}');
  const mediaType = headers.get('content-type') ?? '';
  try {
    return { status, body: JSON.parse(text) };
  } catch {
    return { status, body: text, ...(mediaType && { mediaType }) };
  }
}

/** Asks a service for its errors. */
async function askErrors(store: AnimalStore) {
  const errors: Partial<Record<OwnErrorName, OwnError>> = {};
  const exchanges: Exchange[] = [];
  const beyond: Record<string, string> = {};
  for (const [name, all] of Object.entries(requests)) {
    for (const request of all.filter((one) => store.allows(one))) {
      const exchange = await store.send(request);
      exchanges.push(exchange);
      const error = readError(exchange, store.describer.redact);
      const before = errors[name as OwnErrorName];
      const { status = 0 } = exchange.response;
      if (isSuccess(status) || status > 499) {
        const { method, path, body = '' } = request;
        beyond[`${method} ${path} ${body}`.trim()] = `answers ${status}`;
      }
      // Some reject it as any wrong body, which `media-type` says.
      const isOther = name === 'unsupported_media_type' && status !== 415;
      if (error !== undefined && !isOther) {
        const body = generalize(before?.body ?? error.body, error.body);
        errors[name as OwnErrorName] = { ...error, body };
      }
    }
  }
  return { errors, exchanges, beyond };
}

/** The errors of a service, and which of the simulator's sets of codes they are. */
export interface LearnedErrors {
  readonly choice: ChoiceOf<'error-codes'>;
  readonly errors: OwnErrors;
  readonly exchanges: readonly Exchange[];
  /** Requests that it should have answered with an error, and what it did. */
  readonly beyond: Readonly<Record<string, string>>;
}

/** Learns the errors of a service: a simulator that answers the same requests alike needs none of its own. */
export async function learnErrors(
  store: AnimalStore,
  options: ResolvedVerifyOptions,
): Promise<LearnedErrors> {
  const asked = await askErrors(store);
  for (const choice of ['words', 'opaque'] as const) {
    const { fetch } = createSimulator({
      apiKey: options.apiKey,
      choices: {
        'error-codes': choice,
        'media-type': asked.errors.unsupported_media_type ? 'unsupported' : 'reject',
      },
    });
    const own = { ...options, url: 'http://simulator/v1', header: [] };
    const rehearsed = await askErrors(new AnimalStore(own, new Client(own, undefined, fetch)));
    if (isDeepStrictEqual(rehearsed.errors, asked.errors)) {
      return { ...asked, choice, errors: {} };
    }
  }
  return { ...asked, choice: 'own' };
}
