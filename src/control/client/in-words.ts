import { targetOf } from '../../engine/message.js';
import type { ExchangeCount, RecordedExchange } from '../schemas.js';

/** `POST /v1/pets (201)`. */
export function inWords(exchange: RecordedExchange): string {
  return `${exchange.method} ${targetOf(exchange)} (${exchange.status})`;
}

/** Which exchange came closest to what none was like, and how it differs. */
export function closestInWords({ closest }: ExchangeCount): string {
  if (closest === undefined) {
    return 'Nothing was sent at all.';
  }
  const differences = closest.differences.map((one) => `  ${one}`).join('\n');
  return `The closest was ${inWords(closest.request)}:\n${differences}`;
}
