import { type Call, choose } from '../call.js';

/**
 * Reads digits with a leading zero or plus, which URLs may have as a space, as its choice says.
 *
 * @returns plain digits; undefined for another text, or where it counts as malformed
 */
export function readSpelling(
  call: Call,
  point: 'limit-spelling' | 'pet-id-spelling',
  text: string,
): string | undefined {
  if (!/^[+ ]?[0-9]{1,100}$/.test(text)) {
    return undefined;
  }
  const choice = choose(call, point);
  const isAccepted = choice === 'accept' || (choice === 'zeros' && /^[0-9]/.test(text));
  return isAccepted ? String(BigInt(text.replace('+', ''))) : undefined;
}

/** Reads the digits at the beginning of a text, as `parseInt` and `to_i` do; 0 where there are none. */
export const readPrefix = (text: string) =>
  String(BigInt(/^[+ ]?(-?[0-9]{1,100})/.exec(text)?.[1] ?? '0'));
