import type { Reply } from '../document/message.js';
import { pause } from '../document/real-time.js';

/** The body of `fault=garbage`, which no JSON parser accepts. */
const garbageBody = '{"id":1,"name":"\u0000\uFFFD<html><body>502 Bad Gate';

/** In how many pieces a body dribbles. */
const maxPieces = 10;

/** The text that a reply sends. */
export const getBody = ({ fault, body }: Reply) => (fault === 'garbage' ? garbageBody : body);

/** Creates the names and values of the headers that a reply sends; `measure` finds the bytes of a text. */
export function createHeaders(reply: Reply, measure: (text: string) => number): string[] {
  const { headers, mediaType, fault, bytes } = reply;
  const body = getBody(reply);
  const list: string[] = [];
  if (body !== '' && bytes === undefined) {
    list.push('Content-Type', mediaType ?? 'application/json');
    // Without a length, Node.js sends chunks.
    if (fault !== 'dribble') {
      list.push('Content-Length', String(measure(body)));
    }
  }
  for (const [name, value] of headers) {
    list.push(name, value);
  }
  return list;
}

/** Whether the body breaks off, or arrives bit by bit. */
export const isBroken = ({ fault, body }: Reply) =>
  (fault === 'truncate' || fault === 'dribble') && body !== '';

/** The first half of a body, then a lost connection; or pieces of about the same size, the first of them at once. */
export async function* breakBody({ body, fault, duration = 0 }: Reply) {
  const bytes = new TextEncoder().encode(body);
  if (fault === 'truncate') {
    yield bytes.subarray(0, Math.floor(bytes.length / 2));
    // It must be on its way.
    await pause(0);
    throw new TypeError('terminated: the scenario fault=truncate');
  }
  const length = Math.ceil(bytes.length / maxPieces);
  for (let start = 0; start < bytes.length; start += length) {
    yield bytes.subarray(start, start + length);
    await pause((duration * length) / bytes.length);
  }
}
