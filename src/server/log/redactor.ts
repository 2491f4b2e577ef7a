import { redactedKey } from '../../engine/admit.js';

/** Replaces the simulator's own keys and token in a text. */
export type Redact = (text: string) => string;

/** Shorter keys are part of many words, so they are replaced only where they stand alone. */
const minKeyLength = 4;

/**
 * Creates a redactor for keys and tokens.
 *
 * @example createRedactor(['test-key'])('/v1/pets?k=test-key') === '/v1/pets?k=***'
 */
export function createRedactor(secrets: readonly string[]): Redact {
  const forms = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    // Longest first, as one may begin with another.
    .sort((one, other) => other.length - one.length);
  if (forms.length === 0) {
    return (text) => text;
  }
  const patterns = forms.map((form) => {
    const escaped = form.replace(/[^a-z0-9]/gi, '\\$&');
    return form.length < minKeyLength ? `(?<![a-zA-Z0-9])${escaped}(?![a-zA-Z0-9])` : escaped;
  });
  const secret = new RegExp(patterns.join('|'), 'g');
  return (text) => text.replace(secret, redactedKey);
}
