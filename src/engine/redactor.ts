import { redactedKey } from './admit.js';

/** Replaces the simulator's own keys and token in a text. */
export type Redact = (text: string) => string;

/** Shorter keys are part of many words, so they are replaced only where they stand alone. */
export const minKeyLength = 4;

const escapePattern = (text: string) => text.replace(/[^a-z0-9]/gi, '\\$&');

/** Matches a character as it is, as JSON escapes it, and percent-encoded in upper or lower case. */
function matchCharacter(character: string): string {
  const bytes = [...new TextEncoder().encode(character)];
  const encoded = bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const json = JSON.stringify(character).slice(1, -1);
  const forms = new Set([encoded, encoded.toUpperCase(), json, character]);
  return `(?:${[...forms].map(escapePattern).join('|')})`;
}

/** Creates a redactor: `createRedactor(['test-key'])('/v1/pets?k=test-key')` is `/v1/pets?k=***`. */
export function createRedactor(secrets: readonly string[]): Redact {
  const patterns = secrets
    .filter((secret) => secret !== '')
    // Longest first, as one may begin with another.
    .sort((one, other) => other.length - one.length)
    .map((secret) => {
      const pattern = [...secret].map(matchCharacter).join('');
      return secret.length < minKeyLength ? `(?<![a-zA-Z0-9])${pattern}(?![a-zA-Z0-9])` : pattern;
    });
  const any = new RegExp(patterns.join('|'), 'g');
  return (text) => (patterns.length === 0 ? text : text.replace(any, redactedKey));
}
