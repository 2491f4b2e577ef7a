import { readInt64 } from '../base/int64.js';
import { isJsonObject, type JsonValue, tryParseJson } from '../base/json.js';
import type { Exchange } from '../verify/evidence.js';
import { isSuccess } from '../verify/send/client.js';

/** Reads the JSON of a success, of an object around a list the list; undefined if there is none. */
export function readJson({ response }: Exchange): JsonValue | undefined {
  const value = isSuccess(response.status)
    ? tryParseJson(new TextDecoder().decode(response.bytes))
    : undefined;
  const wrapped = isJsonObject(value) && !('id' in value) ? Object.values(value) : [];
  return wrapped.find(Array.isArray) ?? value;
}

/** A pet as a response shows it. */
export type Shown = Readonly<Record<string, JsonValue>>;

export const readReceivedPets = (exchange: Exchange): Shown[] =>
  [readJson(exchange) ?? []].flat().filter(isJsonObject);

export const readIds = (exchange: Exchange): bigint[] =>
  readReceivedPets(exchange).flatMap(({ id }) => readInt64(`${id}`) ?? []);
