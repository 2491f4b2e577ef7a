import { readFileSync } from 'node:fs';
import { contractsFolder, listContractFiles } from '../../src/verification/pact/contract.js';

/** An interaction as it stands in the Pact file. */
export interface Interaction {
  readonly description: string;
  readonly providerStates?: readonly { name: string; params?: Record<string, unknown> }[];
  readonly request: { readonly method: string };
}

export const interactions = listContractFiles().flatMap((file): readonly Interaction[] => {
  return JSON.parse(readFileSync(new URL(file, contractsFolder), 'utf8')).interactions;
});

/** The states of an interaction, as a verifier asks for them. */
export const statesOf = ({ providerStates: states = [] }: Interaction) =>
  states.map(({ name, params = {} }) => ({ state: name, params }));
