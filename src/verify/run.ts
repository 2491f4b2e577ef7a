import { shorten } from '../document/format.js';
import { UsageError } from '../options/usage-error.js';
import type { ResolvedVerifyOptions } from '../options/verify-options.js';
import { allChecks } from './checks/all-checks.js';
import { burstChecks } from './checks/bursts.js';
import { type Check, runCheck } from './checks/check.js';
import { createPrefix } from './pets.js';
import { createContext, createFirstPet, expectNoLockout } from './probe.js';
import { ProviderClient } from './provider-client.js';
import { conclude, type VerificationReport } from './report/report.js';
import { CannotVerify, catchError, type RequirementResult } from './result.js';
import { Client, type Fetch } from './send/client.js';

/**
 * Finds the checks that --only selects, by a section with its parts, or words of a requirement; without it,
 * all are.
 *
 * @throws {UsageError} when a value selects none
 */
export function selectChecks(all: readonly Check[], only: readonly string[]): readonly Check[] {
  const selects = (value: string) => {
    const text = value.trim().toLowerCase();
    return ({ section, requirement }: Check) =>
      /^[\d.]+$/.test(text)
        ? `${section}.`.startsWith(`${text}.`)
        : text.length > 2 && requirement.toLowerCase().includes(text);
  };
  const wrong = only.find((value) => !all.some(selects(value)));
  if (wrong !== undefined) {
    const sections = [...new Set(all.map(({ section }) => section))].sort();
    throw new UsageError(
      `--only must be a section with requirements (${sections.join(', ')}) or words of a requirement, such as ` +
        `"${all[0]?.requirement}"; got ${JSON.stringify(shorten(wrong))}. Copy the words from a report.`,
    );
  }
  return only.length === 0
    ? all
    : all.filter((check) => only.some((value) => selects(value)(check)));
}

/**
 * Verifies a running implementation against the interface document, by its URL and a key.
 *
 * @param signal ends the verification at once; the report is then partial
 * @param fetch sends the requests; tests replace it
 * @throws {UsageError} when --only selects nothing
 */
export async function runVerification(
  options: ResolvedVerifyOptions,
  signal?: AbortSignal,
  fetch?: Fetch,
): Promise<VerificationReport> {
  const start = performance.now();
  const { url, readOnly, only } = options;
  const selected = selectChecks(allChecks, only);
  const namePrefix = createPrefix();
  const store = new ProviderClient(options, new Client(options, signal, fetch));
  const results = await catchError(CannotVerify, async () => {
    const context = await createContext(store, options, namePrefix);
    const all: RequirementResult[] = [];
    for (const check of allChecks) {
      if (check === burstChecks[0]) {
        await createFirstPet(context.pets, 'available');
      }
      if (selected.includes(check)) {
        all.push(await runCheck(check, context));
      }
    }
    await expectNoLockout(store);
    return all.sort((one, other) =>
      one.section.localeCompare(other.section, 'en', { numeric: true }),
    );
  });
  const { created, client } = store;
  return {
    url,
    createdPets: created.length,
    namePrefix,
    created,
    milliseconds: Math.round(performance.now() - start),
    ...conclude(results, readOnly, client.stop),
  };
}
