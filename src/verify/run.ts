import { realTime } from '../base/real-time.js';
import { shorten } from '../base/text.js';
import { UsageError } from '../base/usage-error.js';
import type { ResolvedVerifyOptions } from '../options/verify-options.js';
import { allChecks } from './checks/all-checks.js';
import { burstChecks } from './checks/bursts.js';
import { type Check, runCheck } from './checks/check.js';
import { createFirstPet, expectNoLockout, probeProvider } from './probe.js';
import { Provider } from './provider.js';
import { concludeVerification, type VerificationReport } from './report/report.js';
import { CannotVerify, catchError, type RequirementResult } from './result.js';
import { Client, type Fetch } from './send/client.js';

/** @throws {UsageError} when a value of --only selects none */
export function selectChecks(only: readonly string[]): readonly Check[] {
  const selected = only.flatMap((value) => {
    const text = value.trim().toLowerCase();
    const found = allChecks.filter(({ section, requirement }) =>
      /^[\d.]+$/.test(text)
        ? `${section}.`.startsWith(`${text}.`)
        : text.length > 2 && requirement.toLowerCase().includes(text),
    );
    if (found.length === 0) {
      const sections = [...new Set(allChecks.map(({ section }) => section))].sort();
      throw new UsageError(
        `--only must be a section with requirements (${sections.join(', ')}) or words of a requirement, such as ` +
          `"${allChecks[0]?.requirement}"; got ${JSON.stringify(shorten(value))}. Copy the words from a report.`,
      );
    }
    return found;
  });
  return allChecks.filter((check) => only.length === 0 || selected.includes(check));
}

/**
 * @param signal ends the verification at once; the report is then partial
 * @param fetch sends the requests; tests replace it
 * @throws {UsageError} when --only selects nothing
 */
export async function runVerification(
  options: ResolvedVerifyOptions,
  signal?: AbortSignal,
  fetch?: Fetch,
): Promise<VerificationReport> {
  const start = realTime.performance.now();
  const { url, readOnly, only } = options;
  const selected = selectChecks(only);
  const provider = new Provider(options, new Client(options, signal, fetch));
  const results = await catchError(CannotVerify, async () => {
    await probeProvider(provider);
    const all: RequirementResult[] = [];
    for (const check of allChecks) {
      if (check === burstChecks[0]) {
        await createFirstPet(provider, 'available');
      }
      if (selected.includes(check)) {
        all.push(await runCheck(check, provider));
      }
    }
    await expectNoLockout(provider);
    return all.sort((one, other) =>
      one.section.localeCompare(other.section, 'en', { numeric: true }),
    );
  });
  const { created, client, prefix: namePrefix } = provider;
  return {
    url,
    createdPets: created.length,
    namePrefix,
    created,
    milliseconds: Math.round(realTime.performance.now() - start),
    ...(results instanceof CannotVerify
      ? { outcome: 'inconclusive', reason: results.message, requirements: [] }
      : { ...concludeVerification(results, readOnly, client.stop), requirements: results }),
  };
}
