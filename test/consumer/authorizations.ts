import type { Authorization, Injected } from './interaction.js';
import { invalidKey, provided, validKey } from './provider-states.js';

/** A key after a scheme; its example tells verifiers that insert no values which of the two it is. */
function injectedKey(scheme: string, example: 'valid-key' | 'invalid-key'): Injected {
  return {
    example: `${scheme}${example}`,
    expression: `${scheme}${provided('apiKey')}`,
    regex: `^${scheme}\\S+$`,
  };
}

export const withKey: Authorization = {
  states: [validKey],
  value: injectedKey('Bearer ', 'valid-key'),
};

/** The missing or invalid keys of section 5, each to follow an operation. */
export const rejectedAuthorizations: Readonly<Record<string, Authorization>> = {
  'without an API key': { states: [] },
  'with an invalid API key': { states: [invalidKey], value: injectedKey('Bearer ', 'invalid-key') },
  'with the scheme Bearer and no API key': { states: [], value: 'Bearer' },
  'with the API key under the scheme Basic': {
    states: [validKey],
    value: injectedKey('Basic ', 'valid-key'),
  },
  'with the API key and no scheme': { states: [validKey], value: injectedKey('', 'valid-key') },
};
