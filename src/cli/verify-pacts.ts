import { BrokerPacts } from '../broker/broker-pacts.js';
import { findBuildUrl } from '../broker/build.js';
import { readSelector } from '../broker/pacts.js';
import { readFileAtOnce } from '../options/read-file.js';
import { UsageError } from '../options/usage-error.js';
import type { ResolvedVerifyOptions } from '../options/verify-options.js';
import { readVersion } from '../package-root.js';
import { readAccepted } from '../verification/consumers/accepted.js';
import {
  formatAnnotations,
  formatJobSummary,
  formatJson,
  formatJunit,
} from '../verification/consumers/files.js';
import { type PactText, readPact } from '../verification/consumers/pact-file.js';
import { listPactFiles, maxPacts, readPactFile } from '../verification/consumers/pact-sources.js';
import type { ConsumersReport } from '../verification/consumers/result.js';
import { verifyConsumers } from '../verification/consumers/run.js';
import { mapNothing, readStateMap } from '../verification/consumers/state-map.js';
import { formatPlan, formatReport } from '../verification/consumers/text.js';
import type { Flags } from './options.js';
import { openOutputs } from './verify-output.js';
import { isUrl } from './verify-pact-options.js';
import { createCounter, stopOnSignals } from './verify-progress.js';

/** Maximum size of a file of states or of accepted failures, in bytes. */
const maxFileBytes = 1024 ** 2;

/** Reads the file of a flag; without the flag, returns the default. */
function readFlagFile<Value>(
  flags: Flags,
  name: 'stateMap' | 'accepted',
  read: (text: string, label: string) => Value,
  normal: Value,
): Value {
  const path = flags[name];
  if (typeof path !== 'string') {
    return normal;
  }
  const label = `${name === 'stateMap' ? '--state-map' : '--accepted'}: ${path}`;
  const describe = (problem: string) => `${label} ${problem}.`;
  const bytes = readFileAtOnce({ path, maxBytes: maxFileBytes, describe });
  return read(new TextDecoder().decode(bytes), label);
}

const asText = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Reads the pacts of files, of URLs and of a broker. */
async function readTexts(flags: Flags, broker: BrokerPacts): Promise<PactText[]> {
  const sources = (flags.pact ?? []) as readonly string[];
  const files = listPactFiles(sources.filter((one) => !isUrl(one)));
  const texts = files.slice(0, maxPacts + 1).map(readPactFile);
  for (const url of sources.filter(isUrl)) {
    texts.push(await broker.fetch(url));
  }
  if (flags.broker !== undefined) {
    const selectors = (flags.selector ?? ['mainBranch', 'deployedOrReleased']) as string[];
    const query = {
      provider: asText(flags.provider) ?? 'animal-store',
      selectors: selectors.map(readSelector),
      providerBranch: asText(flags.providerBranch),
      enablePending: flags.enablePending === true,
      includeWipSince: asText(flags.includeWipSince),
    };
    texts.push(...(await broker.select(query, maxPacts)));
  }
  if (texts.length > maxPacts) {
    throw new UsageError(`At most ${maxPacts} pacts are verified at once. Name fewer of them.`);
  }
  return texts;
}

/** Verifies a provider against the pacts of its consumers. */
export async function verifyPacts(options: ResolvedVerifyOptions, flags: Flags): Promise<void> {
  const mapState = readFlagFile(flags, 'stateMap', readStateMap, mapNothing);
  const accepted = readFlagFile(flags, 'accepted', readAccepted, []);
  const output = await openOutputs<ConsumersReport>(flags, {
    files: { json: formatJson, junit: formatJunit },
    text: (report) => formatReport(report, process.stdout.hasColors?.() ?? false),
    annotations: formatAnnotations,
    jobSummary: formatJobSummary,
  });
  const broker = new BrokerPacts(flags.broker);
  const pacts = (await readTexts(flags, broker)).map((file) => readPact(file, mapState));
  const { begin, count, end } = createCounter(process.stderr, 'interactions');
  const interactions = pacts.reduce((sum, pact) => sum + pact.interactions.length, 0);
  const report = await verifyConsumers(options, pacts, {
    accepted,
    signal: stopOnSignals(),
    onStart: (plan) => begin(formatPlan(options.url, plan), interactions),
    onResult: count,
  }).finally(end);
  const version = {
    provider: asText(flags.provider) ?? 'animal-store',
    version: asText(flags.providerVersion) ?? '',
    branch: asText(flags.providerBranch),
    buildUrl: asText(flags.buildUrl) ?? findBuildUrl(),
    verifier: readVersion(),
  };
  await output(await broker.conclude(report, pacts, flags.publishResults ? version : undefined));
}
