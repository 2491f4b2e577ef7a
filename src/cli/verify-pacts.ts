import { readFileAtOnce } from '../options/read-file.js';
import { UsageError } from '../options/usage-error.js';
import type { ResolvedVerifyOptions } from '../options/verify-options.js';
import { formatCount } from '../verification/consumers/conclusion.js';
import { readPact } from '../verification/consumers/pact-file.js';
import { listPactFiles, maxPacts, readPactFile } from '../verification/consumers/pact-sources.js';
import type { ConsumersReport } from '../verification/consumers/result.js';
import { type ConsumersPlan, verifyConsumers } from '../verification/consumers/run.js';
import { type MapState, mapNothing, readStateMap } from '../verification/consumers/state-map.js';
import { formatReport } from '../verification/consumers/text.js';
import type { Flags } from './options.js';
import { openOutputs } from './verify-output.js';
import { createCounter, stopOnSignals } from './verify-progress.js';

function formatPlan(url: string, { pacts, createsPets, namePrefix }: ConsumersPlan): string {
  const lines = pacts.map(
    ({ consumer, interactions, source }) =>
      `  ${consumer}: ${formatCount(interactions.length)} (${source})\n`,
  );
  const pets = createsPets
    ? `This creates pets, which stay. The names of those for provider states begin with "${namePrefix}".`
    : 'No pets are created.';
  return (
    `Verifying ${url} against ${formatCount(pacts.length, 'pact')}, and not against the requirements of the ` +
    `interface (leave out --pact for those):\n${lines.join('')}${pets}\n`
  );
}

/** Maximum size of a file of states or of accepted failures, in bytes. */
const maxFileBytes = 1024 ** 2;

function readTextFile(path: string, flag: string): string {
  const describe = (problem: string) => `${flag}: ${path} ${problem}.`;
  return new TextDecoder().decode(readFileAtOnce({ path, maxBytes: maxFileBytes, describe }));
}

function readMap({ stateMap: path }: Flags): MapState {
  return typeof path === 'string'
    ? readStateMap(readTextFile(path, '--state-map'), path)
    : mapNothing;
}

/** Verifies a provider against the pacts of its consumers. */
export async function verifyPacts(options: ResolvedVerifyOptions, flags: Flags): Promise<void> {
  const files = listPactFiles(flags.pact as string[]);
  if (files.length > maxPacts) {
    throw new UsageError(`At most ${maxPacts} pacts are verified at once; got ${files.length}.`);
  }
  const mapState = readMap(flags);
  const pacts = files.map((path) => readPact(readPactFile(path), mapState));
  const output = await openOutputs<ConsumersReport>(flags, {
    files: { json: (report) => `${JSON.stringify(report, null, 2)}\n` },
    text: (report) => formatReport(report, process.stdout.hasColors?.() ?? false),
    annotations: () => '',
    jobSummary: () => '',
  });
  const { begin, count, end } = createCounter(process.stderr, 'interactions');
  const interactions = pacts.reduce((sum, pact) => sum + pact.interactions.length, 0);
  const report = await verifyConsumers(options, pacts, {
    signal: stopOnSignals(),
    onStart: (plan) => begin(formatPlan(options.url, plan), interactions),
    onResult: count,
  }).finally(end);
  await output(report);
}
