import { UsageError } from '../options/usage-error.js';
import type { ConsumerPact, PactText } from '../verification/consumers/pact-file.js';
import type {
  ConsumerResult,
  ConsumersReport,
  PublishedResult,
} from '../verification/consumers/result.js';
import { Broker } from './client.js';
import { fetchPact, fetchPacts, type PactQuery } from './pacts.js';
import { type ProviderVersion, publishBranch, publishResult } from './results.js';
import { createOpenSettings, readBrokerSettings, readVariable } from './settings.js';

/** Why a result is not published, although the pact could be. */
function findObstacle({ stopped }: ConsumersReport, { interactions }: ConsumerResult) {
  if (stopped !== undefined) {
    return 'the verification is incomplete';
  }
  const excluded = interactions.find(({ excludedBy }) => excludedBy !== undefined)?.excludedBy;
  return excluded === undefined ? undefined : `${excluded} leaves interactions out`;
}

/** Pacts that are fetched, from a broker or any other server, and their results. */
export class BrokerPacts {
  /** The broker that --broker or PACT_BROKER_BASE_URL names: only it gets the credentials. */
  readonly #main: Broker | undefined;
  readonly #others = new Map<string, Broker>();

  /** @param flag the URL of --broker; true for that of the variable */
  constructor(flag: unknown) {
    const url = typeof flag === 'string' ? flag : undefined;
    const isNamed = flag !== undefined || readVariable('PACT_BROKER_BASE_URL') !== undefined;
    const example = 'animal-store verify --broker';
    this.#main = isNamed ? new Broker(readBrokerSettings(url, example)) : undefined;
  }

  /** Fetches a pact by its URL. */
  async fetch(url: string): Promise<PactText> {
    const parsed = URL.canParse(url) ? new URL(url) : undefined;
    if (parsed === undefined || parsed.username !== '' || parsed.password !== '') {
      throw new UsageError(
        '--pact must be a file, a folder, or a URL without credentials. Those of a broker are variables: ' +
          'set PACT_BROKER_BASE_URL and PACT_BROKER_TOKEN.',
      );
    }
    return fetchPact(this.#find(url), url);
  }

  /**
   * Fetches the pacts that the broker wants the provider to verify.
   *
   * @throws {UsageError} when there are none
   */
  async select(query: PactQuery, maxPacts: number): Promise<PactText[]> {
    const broker = this.#main as Broker;
    const pacts = await fetchPacts(broker, query, maxPacts);
    if (pacts.length === 0) {
      const selectors = query.selectors.map((selector) => JSON.stringify(selector)).join(', ');
      throw new UsageError(
        `${broker.name} has no pact with the provider ${query.provider} that ${selectors} select. Check --provider ` +
          'and --selector, or publish a pact.',
      );
    }
    return pacts;
  }

  /**
   * Publishes the results, and adds to the report what became of them.
   *
   * @param version the version to publish them for; undefined to publish none
   */
  async conclude(
    report: ConsumersReport,
    pacts: readonly ConsumerPact[],
    version: ProviderVersion | undefined,
  ): Promise<ConsumersReport> {
    const consumers: ConsumerResult[] = [];
    const problems: string[] = [];
    const withBranch = new Set<Broker>();
    for (const [index, consumer] of report.consumers.entries()) {
      const { resultsUrl, notices = [] } = pacts[index]?.origin ?? {};
      let published: PublishedResult | undefined;
      if (version !== undefined) {
        try {
          published = await this.#publish(report, consumer, resultsUrl, version, withBranch);
        } catch (error) {
          if (!(error instanceof UsageError)) {
            throw error;
          }
          problems.push(error.message);
          published = { reason: error.message };
        }
      }
      const success = consumer.interactions.every(({ verdict }) => verdict === 'passed');
      const isPublished = published !== undefined && 'success' in published;
      const wanted = [
        'before_verification',
        `after_verification:success_${success}_published_${isPublished}`,
      ];
      const texts = notices.filter(({ when }) => wanted.includes(when)).map(({ text }) => text);
      consumers.push({
        ...consumer,
        ...(published === undefined ? {} : { published }),
        ...(texts.length === 0 ? {} : { notices: texts }),
      });
    }
    const [problem] = problems;
    return problem === undefined
      ? { ...report, consumers }
      : {
          ...report,
          outcome: report.outcome === 'failed' ? 'failed' : 'inconclusive',
          reason: `A result was not published. ${problem}`,
          consumers,
        };
  }

  async #publish(
    report: ConsumersReport,
    consumer: ConsumerResult,
    url: string | undefined,
    version: ProviderVersion,
    withBranch: Set<Broker>,
  ): Promise<PublishedResult> {
    const reason =
      url === undefined ? 'the pact is not from a broker' : findObstacle(report, consumer);
    if (url === undefined || reason !== undefined) {
      return { reason: reason ?? '' };
    }
    const broker = this.#find(url);
    if (!withBranch.has(broker)) {
      await publishBranch(broker, version);
      withBranch.add(broker);
    }
    return { success: await publishResult(broker, url, consumer, version) };
  }

  /** Finds the broker of a URL; one without credentials, if it is not the one that the user named. */
  #find(url: string): Broker {
    const { origin } = new URL(url);
    if (this.#main?.origin === origin) {
      return this.#main;
    }
    const other = this.#others.get(origin) ?? new Broker(createOpenSettings(origin));
    this.#others.set(origin, other);
    return other;
  }
}
