import { readPact } from '../../src/verification/consumers/pact-file.js';
import { verifyConsumers } from '../../src/verification/consumers/run.js';
import { mapNothing } from '../../src/verification/consumers/state-map.js';
import { isOnWire } from '../providers/findings.js';
import { resolveOptions, startInProcess } from '../providers/in-process.js';
import { startProvider } from '../providers/provider.js';
import { startPact } from '../providers/warm-pact.js';
import { type Broken, findBrokenUses } from './oracle.js';
import type { AnyVariant } from './table.js';
import type { Target } from './target.js';
import { type Shop, shops } from './uses.js';

/** What a provider does to a shop, and what the shop's contract says of it. */
export interface Verdict {
  readonly shop: string;
  /** By the oracle, which knows nothing of contracts. */
  readonly broken: readonly Broken[];
  readonly contract: 'passed' | 'failed' | 'inconclusive';
  /** The interactions that did not pass, with the reason. */
  readonly findings: readonly string[];
}

/** Milliseconds in which even a busy machine answers. */
const patience = 60_000;

/** Starts a provider with its own pets: without a network, unless it differs on the wire. */
async function startTarget(variant: AnyVariant): Promise<Target & { close(): Promise<void> }> {
  if (!isOnWire(variant)) {
    return { ...startInProcess(variant.service), timeout: patience };
  }
  // Some that are broken never answer.
  const timeout = 'breaks' in variant ? 3_000 : patience;
  return { ...(await startProvider(variant)), fetch, timeout };
}

async function judge(variant: AnyVariant, { uses }: Shop): Promise<Broken[]> {
  const target = await startTarget(variant);
  return findBrokenUses(target, uses).finally(target.close);
}

async function verifyContract(variant: AnyVariant, { file, text }: Shop) {
  const { url, apiKey, categoryId, fetch, timeout, close } = await startTarget(variant);
  const options = resolveOptions({
    url,
    apiKey,
    ...(categoryId === undefined ? {} : { categoryId }),
    // It is also how long a list may lag behind.
    timeout: Math.min(timeout, 10_000),
    // One after another, so that each run has the same verdict.
    maxConcurrency: 1,
  });
  const pact = readPact({ source: file, text }, mapNothing);
  return verifyConsumers(options, [pact], {}, { fetch, startPact }).finally(close);
}

/** Each judgement has a provider of its own. */
export async function judgeVariant(variant: AnyVariant): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const shop of shops) {
    const broken = await judge(variant, shop);
    const { outcome, consumers, reason } = await verifyContract(variant, shop);
    const findings = consumers
      .flatMap(({ interactions }) => interactions)
      .filter(({ verdict }) => verdict !== 'passed')
      .map(({ name, evidence, reason: why }) => `${name}: ${evidence?.received ?? why}`);
    verdicts.push({
      shop: shop.name,
      broken,
      contract: outcome,
      findings: reason === undefined ? findings : [reason],
    });
  }
  return verdicts;
}
