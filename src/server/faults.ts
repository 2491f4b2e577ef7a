import { pause } from '../base/real-time.js';
import { faultEffects, type Reply } from '../document/message.js';

const maxPieces = 10;

/** True if the connection ends instead of a response. */
export const isLost = ({ fault }: Reply) => fault !== undefined && faultEffects[fault] === 'lost';

/** True if the body breaks off, or arrives bit by bit. */
export const isBroken = ({ fault, body }: Reply) =>
  fault !== undefined && faultEffects[fault] === 'pieces' && body !== '';

/** The first half of a body, then a lost connection; or pieces of about the same size, the first of them at once. */
export async function* breakBody({ body, fault, duration = 0 }: Reply) {
  const bytes = new TextEncoder().encode(body);
  if (fault === 'truncate') {
    yield bytes.subarray(0, Math.floor(bytes.length / 2));
    // The first part must be on its way.
    await pause(0);
    throw new TypeError('terminated: the scenario fault=truncate');
  }
  const length = Math.ceil(bytes.length / maxPieces);
  for (let start = 0; start < bytes.length; start += length) {
    yield bytes.subarray(start, start + length);
    await pause((duration * length) / bytes.length);
  }
}
