import { UsageError } from '../options/usage-error.js';
import type { PactText } from '../verification/consumers/pact-file.js';
import { type Broker, findLink, type Resource } from './client.js';

/** Which pacts a provider asks for. */
export interface PactQuery {
  readonly provider: string;
  readonly selectors: readonly Resource[];
  readonly providerBranch: string | undefined;
  readonly enablePending: boolean;
  /** A date: `2026-01-31`. */
  readonly includeWipSince: string | undefined;
}

/** Selectors without a value. */
const switches = [
  'mainBranch',
  'deployedOrReleased',
  'deployed',
  'released',
  'matchingBranch',
  'latest',
];

const allowed =
  'mainBranch, deployedOrReleased, matchingBranch, branch=NAME, environment=NAME, consumer=NAME, or JSON such as ' +
  '{"branch":"main","consumer":"shop"}';

/**
 * Reads a consumer version selector: a word, `branch=NAME`, or JSON of the Pact Broker.
 *
 * @throws {UsageError} when it is none
 */
export function readSelector(text: string): Resource {
  if (switches.includes(text)) {
    return { [text]: true };
  }
  const [, name, value] = /^(branch|environment|consumer|tag)=(.+)$/s.exec(text) ?? [];
  if (name !== undefined) {
    return name === 'tag' ? { tag: value, latest: true } : { [name]: value };
  }
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) {
      return json as Resource;
    }
  } catch {
    // Reported below.
  }
  throw new UsageError(`--selector must be ${allowed}; got ${JSON.stringify(text)}.`);
}

interface VerifiablePact extends Resource {
  readonly shortDescription?: unknown;
  readonly verificationProperties?: {
    readonly pending?: unknown;
    readonly wip?: unknown;
    readonly notices?: unknown;
  };
}

/** Reads a list of resources; anything else in it is left out. */
const readList = (value: unknown): Resource[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];

/** Finds what the broker calls a pact: `Pact between shop (1) and animal-store`. */
function findName(pact: Resource): string | undefined {
  const { self } = (pact._links ?? {}) as { self?: { name?: unknown } };
  return typeof self?.name === 'string' ? self.name : undefined;
}

/**
 * Fetches a pact with every digit.
 *
 * @param source what messages call it; default: its name in the broker, or the URL
 * @throws {UsageError} when there is none
 */
export async function fetchPact(broker: Broker, href: string, source?: string): Promise<PactText> {
  const response = await broker.send('GET', href);
  const pact = broker.parse(response);
  const link = findLink(pact, 'pb:publish-verification-results');
  const resultsUrl = link === undefined ? undefined : broker.complete(link);
  return {
    source: broker.redact(source ?? findName(pact) ?? href),
    text: response.text,
    ...(resultsUrl === undefined ? {} : { resultsUrl }),
  };
}

/**
 * Fetches the pacts that the broker wants a provider to verify.
 *
 * @throws {UsageError} when the broker fails
 */
export async function fetchPacts(
  broker: Broker,
  query: PactQuery,
  maxPacts: number,
): Promise<PactText[]> {
  const { provider, selectors, providerBranch, enablePending, includeWipSince } = query;
  const path = await broker.findPath('pb:provider-pacts-for-verification', { provider });
  const response = await broker.send('POST', path, {
    consumerVersionSelectors: selectors,
    includePendingStatus: enablePending,
    ...(providerBranch === undefined ? {} : { providerVersionBranch: providerBranch }),
    ...(includeWipSince === undefined ? {} : { includeWipPactsSince: includeWipSince }),
  });
  // It does not know the provider, which no consumer has a pact with then.
  if (response.status === 404) {
    return [];
  }
  const { _embedded } = broker.parse(response) as {
    _embedded?: { readonly pacts?: unknown } | null;
  };
  const pacts: readonly VerifiablePact[] = readList(_embedded?.pacts);
  if (pacts.length > maxPacts) {
    throw new UsageError(
      `${broker.name} has ${pacts.length} pacts to verify; at most ${maxPacts} are verified at once. Select fewer ` +
        'with --selector.',
    );
  }
  const texts: PactText[] = [];
  for (const pact of pacts) {
    const href = findLink(pact, 'self');
    if (href === undefined) {
      throw new UsageError(`${broker.name} failed: a pact to verify has no link to itself.`);
    }
    const { pending, wip, notices } = pact.verificationProperties ?? {};
    const name = findName(pact) ?? href;
    const { shortDescription } = pact;
    const source = typeof shortDescription === 'string' ? `${name}, ${shortDescription}` : name;
    texts.push({
      ...(await fetchPact(broker, href, source)),
      ...(pending === true ? { pending } : {}),
      ...(wip === true ? { wip } : {}),
      notices: readList(notices).map(({ when, text }) => ({
        when: String(when),
        text: broker.redact(String(text).replace(/\s+/g, ' ')),
      })),
    });
  }
  return texts;
}
