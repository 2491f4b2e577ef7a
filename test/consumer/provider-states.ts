import type { PetStatus } from './client.js';

/** What must be so before a request is sent. The names and parameters are documented in the README. */
export interface ProviderState {
  readonly name: string;
  readonly parameters?: Readonly<Record<string, string | number>>;
}

/** Where the verifier is to put a value that a state provides. */
export const provided = (value: 'apiKey' | 'categoryId' | 'petId') => `\${${value}}`;

/** Provides `apiKey`. */
export const validKey: ProviderState = { name: 'the API key is valid' };

/** Provides `apiKey`: one that the service doesn't accept. */
export const invalidKey: ProviderState = { name: 'the API key is not valid' };

/** Provides `categoryId`. */
export const someCategory: ProviderState = { name: 'a category exists' };

/** For the contract's own digits; everything else is to ask for any category. */
export const theCategory = (categoryId: bigint): ProviderState => ({
  name: 'the category exists',
  parameters: { categoryId: String(categoryId) },
});

/** Provides `petId`. Without a status, the pet was created without one. */
export const somePet = (status?: PetStatus): ProviderState =>
  status === undefined
    ? { name: 'a pet exists' }
    : { name: 'a pet exists', parameters: { status } };

/** Provides `petId`. */
export const noSuchPet: ProviderState = { name: 'no pet has the identifier' };

export const atLeastPets = (count: number): ProviderState => ({
  name: 'there are at least this many pets',
  parameters: { count },
});
