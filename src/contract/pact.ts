import { stringify } from 'lossless-json';
import type { Needs } from '../document/response-fields.js';
import { readOption } from '../options/option.js';
import { optionTable, type ResolvedOptions } from '../options/table.js';
import { UsageError } from '../options/usage-error.js';
import { writeInteractions } from './interactions.js';
import type { LeftOut, UseRecorder } from './recorder.js';
import type { Use } from './use.js';

/** Whose contract it is. */
export interface PactOptions {
  /** The name of the consumer. Default: the option `consumer`. */
  readonly consumer?: string;
  /** The fields of responses that the consumer reads. Default: the option `needs`, or else all. */
  readonly needs?: Needs;
}

/** The contract of a consumer, recorded from its use of the simulator. */
export interface RecordedPact {
  /** Pact V4. The same uses give the same text, in whatever order they were made. */
  readonly text: string;
  /** The uses that are not in it, because the document doesn't promise their responses. */
  readonly leftOut: readonly LeftOut[];
}

/** Writes the contract of a consumer: the same uses give the same text. */
export function formatPact(consumer: string, uses: readonly Use[]): string {
  const interactions = uses
    .flatMap(writeInteractions)
    .sort((one, other) => (one.description < other.description ? -1 : 1));
  const pact = {
    consumer: { name: consumer },
    provider: { name: 'animal-store' },
    interactions,
    // The format is that of the uses in the comments.
    metadata: { 'animal-store-simulator': { format: 1 }, pactSpecification: { version: '4.0' } },
  };
  // Integers have all their digits.
  return `${stringify(pact, null, 2)}\n`;
}

/** `PactOptions` as they were sent. */
export type RawPactOptions = Readonly<Partial<Record<keyof PactOptions, unknown>>>;

/**
 * Writes the contract of the uses so far.
 *
 * @throws {UsageError} when there is no consumer, or an option is wrong
 */
export function recordPact(
  recorder: UseRecorder,
  options: RawPactOptions,
  defaults: Pick<ResolvedOptions, 'consumer' | 'needs'>,
): RecordedPact {
  const label = (name: string) => `The ${name} of a contract`;
  const consumer =
    options.consumer === undefined
      ? defaults.consumer
      : readOption(optionTable.consumer, { value: options.consumer, label: label('consumer') });
  const needs =
    options.needs === undefined
      ? defaults.needs
      : readOption(optionTable.needs, { value: options.needs, label: label('needs') });
  if (consumer === undefined) {
    throw new UsageError(
      `${label('consumer')} is required. Set the name of the consumer, such as "shop".`,
    );
  }
  return { text: formatPact(consumer, recorder.uses(needs)), leftOut: recorder.leftOut() };
}
