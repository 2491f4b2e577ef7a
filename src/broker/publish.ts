import { escapeLine } from '../log/redaction.js';
import { readFileAtOnce } from '../options/read-file.js';
import { UsageError } from '../options/usage-error.js';
import type { Broker, BrokerResponse } from './client.js';

/** Maximum size of a contract, in bytes. */
const maxContractBytes = 8 * 1024 ** 2;

/** A contract as it is published, byte for byte. */
export interface Contract {
  readonly path: string;
  readonly consumer: string;
  readonly provider: string;
  readonly bytes: Uint8Array;
}

/** The version of the consumers. */
export interface Publication {
  readonly version: string;
  readonly branch: string | undefined;
  readonly tags: readonly string[];
  readonly buildUrl: string | undefined;
}

/** The broker got the contracts, and does not take them. */
export class ContractsRejected extends Error {
  override readonly name = 'ContractsRejected';
}

function readName(pact: unknown, party: 'consumer' | 'provider', path: string): string {
  const { name } = ((pact as Record<string, unknown> | null)?.[party] ?? {}) as { name?: unknown };
  if (typeof name !== 'string' || name === '') {
    throw new UsageError(`${path} is not a pact: ${party}.name must be a text.`);
  }
  return name;
}

/**
 * Reads a pact.
 *
 * @throws {UsageError} when it is none
 */
export function readContract(path: string): Contract {
  const describe = (problem: string) => `The contract ${path} ${problem}.`;
  const bytes = readFileAtOnce({ path, maxBytes: maxContractBytes, describe });
  let pact: unknown;
  try {
    pact = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new UsageError(`${path} is not JSON: ${(error as Error).message.slice(0, 120)}.`);
  }
  return {
    path,
    consumer: readName(pact, 'consumer', path),
    provider: readName(pact, 'provider', path),
    bytes,
  };
}

/**
 * Groups contracts by their consumer: each is published by itself.
 *
 * @throws {UsageError} when two contracts have the same parties
 */
export function groupByConsumer(
  contracts: readonly Contract[],
): ReadonlyMap<string, readonly Contract[]> {
  const groups = new Map<string, Contract[]>();
  for (const contract of contracts) {
    const group = groups.get(contract.consumer) ?? [];
    const same = group.find(({ provider }) => provider === contract.provider);
    if (same !== undefined) {
      throw new UsageError(
        `${same.path} and ${contract.path} are both between ${contract.consumer} and ${contract.provider}, and a ` +
          'broker keeps one contract of a version. Merge them, or name one of them only.',
      );
    }
    groups.set(contract.consumer, [...group, contract]);
  }
  return groups;
}

/** Lists what the broker says about a publication. */
function listNotices(broker: Broker, response: BrokerResponse): string[] {
  try {
    const { notices } = JSON.parse(response.text) as {
      notices?: readonly { readonly text?: unknown }[];
    };
    return (notices ?? []).map(({ text }) => escapeLine(broker.redact(String(text))));
  } catch {
    return [];
  }
}

/**
 * Publishes all contracts of one consumer.
 *
 * @returns what the broker says
 * @throws {ContractsRejected} when the broker does not take them
 * @throws {UsageError} when it cannot be reached, or fails
 */
export async function publishContracts(
  broker: Broker,
  href: string,
  consumer: string,
  contracts: readonly Contract[],
  { version, branch, tags, buildUrl }: Publication,
): Promise<readonly string[]> {
  const response = await broker.send('POST', href, {
    pacticipantName: consumer,
    pacticipantVersionNumber: version,
    ...(branch === undefined ? {} : { branch }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(buildUrl === undefined ? {} : { buildUrl }),
    contracts: contracts.map(({ provider, bytes }) => ({
      consumerName: consumer,
      providerName: provider,
      specification: 'pact',
      contentType: 'application/json',
      content: Buffer.from(bytes).toString('base64'),
    })),
  });
  const notices = listNotices(broker, response);
  if ([400, 409, 422].includes(response.status)) {
    throw new ContractsRejected(
      `${broker.name} rejects the contracts of ${broker.redact(consumer)} as version ${version}.\n` +
        (notices.length > 0 ? notices.join('\n') : broker.describe(response)),
    );
  }
  broker.parse(response);
  return notices;
}
