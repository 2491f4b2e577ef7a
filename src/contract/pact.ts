import { stringify } from 'lossless-json';
import { omitUndefined } from '../base/json.js';
import { UsageError } from '../base/usage-error.js';
import type { Needs } from '../document/pet.js';
import { labelOptions, readOptions } from '../options/option.js';
import { optionTable, type ResolvedOptions } from '../options/table.js';
import { type Interaction, writeInteraction } from './interaction.js';
import type { ExcludedRequest, Recorder } from './recorder.js';

/** Options of a recorded contract. */
export interface PactOptions {
  /** The name of the consumer. Default: the option `consumer`. */
  readonly consumer?: string;
  /** The fields of responses that the consumer reads. Default: the option `needs`, or else all. */
  readonly needs?: Needs;
}

/** The contract of a consumer, recorded from its requests to the simulator. */
export interface RecordedPact {
  /** Pact V4. The same requests give the same text, in any order. */
  readonly text: string;
  /** The requests that are not in it, because the document doesn't promise their responses. */
  readonly excluded: readonly ExcludedRequest[];
}

/** Mark of a contract that a simulator wrote; the format is that of the comments. */
export const recordedBy = { 'animal-store-simulator': { format: 1 } };

/** Writes the contract of a consumer: the same interactions give the same text. */
export function formatPact(consumer: string, interactions: readonly Interaction[]): string {
  const pact = {
    consumer: { name: consumer },
    provider: { name: 'animal-store' },
    interactions: interactions.toSorted((one, other) =>
      one.description < other.description ? -1 : 1,
    ),
    metadata: { ...recordedBy, pactSpecification: { version: '4.0' } },
  };
  // Integers have all their digits.
  return `${stringify(pact, null, 2)}\n`;
}

const pactOptionTable = { consumer: optionTable.consumer, needs: optionTable.needs };

/**
 * Writes the contract of the requests so far.
 *
 * @throws {UsageError} when there is no consumer, or an option is wrong
 */
export function recordPact(
  recorder: Recorder,
  options: object,
  defaults: Pick<ResolvedOptions, 'consumer' | 'needs'>,
): RecordedPact {
  const label = (name: string) => `The ${name} of a contract`;
  const set = { consumer: defaults.consumer, needs: defaults.needs, ...omitUndefined(options) };
  const raw = labelOptions(set, pactOptionTable, label);
  const { consumer, needs } = readOptions(pactOptionTable, raw);
  if (consumer === undefined) {
    throw new UsageError(
      `${label('consumer')} is required. Set the name of the consumer, such as "shop".`,
    );
  }
  return {
    text: formatPact(consumer, recorder.list(needs).map(writeInteraction)),
    excluded: recorder.listExcluded(),
  };
}
