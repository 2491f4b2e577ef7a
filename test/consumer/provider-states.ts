import type { PetStatus } from './client.js';

/** The state of the provider before a request. The README documents names and parameters. */
export interface ProviderState {
  readonly name: string;
  readonly parameters?: Readonly<Record<string, string | number>>;
}

/** The place for a value that a state provides. */
export const provided = (value: 'apiKey' | 'categoryId' | 'petId') => `\${${value}}`;

/** Provides `apiKey`. */
export const validKey: ProviderState = { name: 'the API key is valid' };

/** Provides `apiKey`: one that the service rejects. */
export const invalidKey: ProviderState = { name: 'the API key is not valid' };

/** Provides `categoryId`, which has these digits if they matter. */
export const someCategory = (categoryId?: bigint): ProviderState =>
  categoryId === undefined
    ? { name: 'a category exists' }
    : { name: 'a category exists', parameters: { categoryId: String(categoryId) } };

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
