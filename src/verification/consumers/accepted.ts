import { shorten } from '../../engine/interface/format.js';
import { readInstant } from '../../options/readers.js';
import { UsageError } from '../../options/usage-error.js';
import type { AcceptedFailure, ConsumerResult, InteractionResult } from './result.js';

const fields = ['consumer', 'interaction', 'until', 'reason'] as const;

/** Maximum number of entries. */
const maxEntries = 1_000;

function readEntry(raw: unknown, label: string): AcceptedFailure {
  const entry = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>;
  for (const field of fields) {
    const value = entry[field];
    if (typeof value !== 'string' || value.trim() === '') {
      throw new UsageError(
        `${label} must have ${fields.join(', ')}, each a text; ${field} is ${shorten(JSON.stringify(value) ?? 'missing')}.`,
      );
    }
  }
  const unknown = Object.keys(entry).find((name) => !fields.some((field) => field === name));
  if (unknown !== undefined) {
    throw new UsageError(`${label} has the unknown field ${JSON.stringify(shorten(unknown))}.`);
  }
  const { consumer, interaction, until, reason } = entry as unknown as AcceptedFailure;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(until) || readInstant(until) === undefined) {
    throw new UsageError(
      `${label}: until must be a date such as 2026-12-31; got ${JSON.stringify(shorten(until))}.`,
    );
  }
  return { consumer, interaction, until, reason };
}

/**
 * Reads a file of accepted failures:
 * `[{"consumer": "shop", "interaction": "a pet is read", "until": "2026-12-31", "reason": "…"}]`.
 *
 * @param label what messages call the file
 * @throws {UsageError} when it is wrong
 */
export function readAccepted(text: string, label: string): readonly AcceptedFailure[] {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${label} is not JSON: ${shorten((error as Error).message)}.`);
  }
  if (!Array.isArray(raw) || raw.length > maxEntries) {
    throw new UsageError(`${label} must be a JSON array of at most ${maxEntries} entries.`);
  }
  return raw.map((entry, index) => readEntry(entry, `${label}: entry ${index + 1}`));
}

/** Marks the interactions that failed, or could not be tested, and are accepted today. */
export function acceptFailures(
  consumers: readonly ConsumerResult[],
  accepted: readonly AcceptedFailure[],
  now: Date,
): {
  readonly consumers: readonly ConsumerResult[];
  readonly expired: readonly AcceptedFailure[];
  readonly unused: readonly AcceptedFailure[];
} {
  const today = now.toISOString().slice(0, 10);
  const expired = accepted.filter(({ until }) => until < today);
  const valid = accepted.filter(({ until }) => until >= today);
  const used = new Set<AcceptedFailure>();
  const accept = (consumer: string, result: InteractionResult): InteractionResult => {
    const entry =
      result.verdict === 'passed'
        ? undefined
        : valid.find((one) => one.consumer === consumer && one.interaction === result.name);
    if (entry === undefined) {
      return result;
    }
    used.add(entry);
    return { ...result, accepted: { until: entry.until, reason: entry.reason } };
  };
  return {
    consumers: consumers.map((one) => ({
      ...one,
      interactions: one.interactions.map((result) => accept(one.consumer, result)),
    })),
    expired,
    unused: valid.filter((entry) => !used.has(entry)),
  };
}
