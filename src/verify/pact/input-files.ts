import type { StateParameters } from '../../contract/provider-states.js';
import { shorten } from '../../document/format.js';
import { readJsonFile } from '../../options/files.js';
import { UsageError } from '../../options/usage-error.js';

/** A failure that a team accepts until a date. */
export type AcceptedFailure = Readonly<
  Record<'consumer' | 'interaction' | 'until' | 'reason', string>
>;

/**
 * Reads a file of accepted failures:
 * `[{"consumer": "shop", "interaction": "a pet is read", "until": "2026-12-31", "reason": "…"}]`.
 *
 * @throws {UsageError} when it is wrong
 */
export function readAccepted(path: string): readonly AcceptedFailure[] {
  const label = `--accepted: ${path}`;
  const entries = [readJsonFile(path, label)].flat() as readonly AcceptedFailure[];
  for (const entry of entries) {
    const { consumer, interaction, until, reason } = entry ?? {};
    const texts = [consumer, interaction, until, reason];
    if (texts.some((one) => typeof one !== 'string') || !/^\d{4}-\d\d-\d\d$/.test(until)) {
      throw new UsageError(
        `${label} must be a list of {"consumer", "interaction", "until", "reason"}, each a text, and until a date ` +
          `such as 2026-12-31; got ${shorten(JSON.stringify(entry))}.`,
      );
    }
  }
  return entries;
}

/** A provider state, as Pact's verifier names it. */
interface StateChange {
  readonly state: string;
  readonly params?: StateParameters;
}

/** Finds the states of this package that set up a state of another tool; undefined for one of its own. */
export type MapState = (state: string) => readonly StateChange[] | undefined;

/**
 * Reads a file that maps states of other tools to those of this package, each a name or a name with
 * parameters, or a list of both:
 * `{"pet 7 is sold": {"state": "a pet exists", "params": {"status": "sold"}}, "the shop is open": []}`.
 *
 * @throws {UsageError} when it is not JSON
 */
export function readStateMap(path: string): MapState {
  type Target = string | StateChange;
  const json = readJsonFile(path, `--state-map: ${path}`) as Record<string, Target | Target[]>;
  const map = new Map(Object.entries(json ?? {}));
  return (state) => {
    const targets = map.get(state);
    return targets === undefined
      ? undefined
      : [targets].flat().map((one) => (typeof one === 'string' ? { state: one } : one));
  };
}
