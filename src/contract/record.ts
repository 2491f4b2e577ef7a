import type { Needs } from '../document/response-fields.js';
import { readOption } from '../options/option.js';
import { optionTable, type ResolvedOptions } from '../options/table.js';
import { UsageError } from '../options/usage-error.js';
import { formatPact } from './pact.js';
import type { LeftOut, UseRecorder } from './recorder.js';

/** Whose contract it is, before it is checked. */
export interface RawPactOptions {
  readonly consumer?: unknown;
  readonly needs?: unknown;
}

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

const label = (name: string) => `The ${name} of a contract`;

/** @throws {UsageError} when there is no consumer, or an option is wrong */
function readPactOptions(
  { consumer, needs }: RawPactOptions,
  defaults: Pick<ResolvedOptions, 'consumer' | 'needs'>,
): { readonly consumer: string; readonly needs: Needs } {
  const named =
    consumer === undefined
      ? defaults.consumer
      : readOption(optionTable.consumer, { value: consumer, label: label('consumer') });
  if (named === undefined) {
    throw new UsageError(
      `${label('consumer')} is required. Set the name of the consumer, such as "shop".`,
    );
  }
  const narrowed =
    needs === undefined
      ? defaults.needs
      : readOption(optionTable.needs, { value: needs, label: label('needs') });
  return { consumer: named, needs: narrowed };
}

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
  const { consumer, needs } = readPactOptions(options, defaults);
  const text = formatPact(consumer, recorder.uses(needs));
  return { text, leftOut: recorder.leftOut() };
}
