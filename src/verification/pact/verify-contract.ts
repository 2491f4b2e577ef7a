import { concludeRequirement, runCase } from '../cases.js';
import { findQuote } from '../document.js';
import type { VerificationPets } from '../provider/pets.js';
import type { Provider } from '../provider/provider.js';
import type { RequirementResult } from '../result.js';
import { createUnselected, type IsSelected } from '../selection.js';
import type { NumberedContract } from './contract.js';
import {
  checkInteraction,
  planRounds,
  type SendSettings,
  sendInteractions,
} from './interactions.js';
import { setUpState } from './provider-states.js';

/** What a verification of the contract needs beside the provider. */
export interface ContractSettings extends Omit<SendSettings, 'setUp'> {
  /** Whether --only selects an interaction; default: all. */
  readonly isSelected?: IsSelected;
}

/** Verifies a provider against the contract, with Pact's own verifier. */
export async function verifyContract(
  provider: Provider,
  pets: VerificationPets,
  { interactions, format }: NumberedContract,
  settings: ContractSettings,
): Promise<RequirementResult[]> {
  const { isSelected = () => true, maxConcurrency } = settings;
  const rounds = planRounds(
    interactions,
    (interaction) => provider.allows(interaction) && isSelected(interaction),
    maxConcurrency,
    (numbers) => format(numbers, pets.prefix),
  );
  const { recorded, results } = await sendInteractions(provider, rounds, {
    ...settings,
    setUp: (change) => setUpState(change, pets),
  });
  const verified = interactions.map(async (interaction, index) => {
    const { requirement, section, status } = interaction;
    const test = () => {
      if (!isSelected(interaction)) {
        throw createUnselected();
      }
      checkInteraction(interaction, recorded.get(index), results, provider);
    };
    const quote = findQuote(section, status);
    return concludeRequirement({ section, requirement, source: 'contract', quote }, [
      await runCase({ name: requirement, test }),
    ]);
  });
  return Promise.all(verified);
}
