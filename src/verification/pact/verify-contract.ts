import { concludeRequirement, runCase } from '../cases.js';
import { findQuote } from '../document.js';
import type { VerificationPets } from '../provider/pets.js';
import type { Provider } from '../provider/provider.js';
import type { RequirementResult } from '../result.js';
import { createUnselected, type IsSelected } from '../selection.js';
import type { NumberedContract } from './contract.js';
import { checkInteraction, type SendSettings, sendInteractions } from './interactions.js';
import { setUpState } from './provider-states.js';
import { maxParts } from './run-pact.js';

/** What a verification of the contract needs beside the provider. */
export interface ContractSettings extends Omit<SendSettings, 'setUp'> {
  /** Whether --only selects an interaction; default: all. */
  readonly isSelected?: IsSelected;
}

/** Verifies a provider against the contract, with Pact's own verifier. */
export async function verifyContract(
  provider: Provider,
  pets: VerificationPets,
  { interactions, split }: NumberedContract,
  settings: ContractSettings,
): Promise<RequirementResult[]> {
  const { isSelected = () => true } = settings;
  const rounds = split(
    Math.min(maxParts, settings.maxConcurrency),
    pets.prefix,
    (interaction) => provider.allows(interaction) && isSelected(interaction),
  );
  const { recorded, results } = await sendInteractions(provider, rounds, {
    ...settings,
    setUp: (change) => setUpState(change, pets),
  });
  return Promise.all(
    interactions.map(async (interaction, index) => {
      const { requirement, section, method, status, body } = interaction;
      const quote = findQuote(section, status);
      const checked = {
        description: requirement,
        method,
        status,
        expected: `${status} with ${body}`,
      };
      const result = await runCase({
        name: requirement,
        test: () => {
          if (!isSelected(interaction)) {
            throw createUnselected();
          }
          checkInteraction(checked, recorded.get(index), results, provider);
        },
      });
      return concludeRequirement({ section, requirement, source: 'contract', quote }, [result]);
    }),
  );
}
