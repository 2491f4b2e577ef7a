import type { Authorization, Injected } from './interaction.js';
import { invalidKey, provided, validKey } from './provider-states.js';

function injectedKey(scheme: string): Injected {
  return {
    example: `${scheme}example-key`,
    expression: `${scheme}${provided('apiKey')}`,
    regex: `^${scheme}\\S+$`,
  };
}

export const withKey: Authorization = { states: [validKey], value: injectedKey('Bearer ') };

export const withoutKey: Authorization = { states: [] };

/** The missing or invalid keys of section 5, each to follow an operation. */
export const rejectedAuthorizations: Readonly<Record<string, Authorization>> = {
  'without an API key': withoutKey,
  'with an invalid API key': { states: [invalidKey], value: injectedKey('Bearer ') },
  'with the scheme Bearer and no API key': { states: [], value: 'Bearer' },
  'with the API key under the scheme Basic': { states: [validKey], value: injectedKey('Basic ') },
  'with the API key and no scheme': { states: [validKey], value: injectedKey('') },
};
