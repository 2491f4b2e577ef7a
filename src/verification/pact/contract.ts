import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'lossless-json';
import { packageRoot } from '../../package-root.js';
import { namePrefix } from '../provider/pets.js';
import type { CheckedInteraction } from './interactions.js';
import { interactionHeader, interactionParameter } from './recording-proxy.js';

export const contractsFolder = new URL('contracts/', packageRoot);

/** Lists the parts of the contract, one for each consumer. */
export function listContractFiles(): string[] {
  return readdirSync(fileURLToPath(contractsFolder))
    .filter((name) => name.endsWith('.json'))
    .sort();
}

/** The part of a Pact V4 interaction that verification reads. */
interface PactInteraction {
  readonly description: string;
  readonly comments: { readonly references: { readonly interface: { readonly section: string } } };
  readonly request: {
    readonly method: string;
    readonly path: string;
    headers?: Record<string, unknown>;
  };
  readonly providerStates?: { params?: Record<string, unknown> }[];
  readonly response: { readonly status: unknown };
}
interface PactFile {
  readonly interactions: readonly PactInteraction[];
}

/** An interaction of the contract; its description is a unique sentence, the requirement. */
export interface ContractInteraction extends CheckedInteraction {
  readonly requirement: string;
  readonly section: string;
  readonly status: number;
}

/** The contract for Pact's verifier, each request with its number. */
export interface NumberedContract {
  readonly interactions: readonly ContractInteraction[];
  /**
   * Formats a contract with only the interactions of these numbers.
   *
   * @param prefix begins the names of its pets
   */
  format(numbers: readonly number[], prefix: string): string;
}

function readInteraction(interaction: PactInteraction): ContractInteraction {
  const { description, comments, request, response } = interaction;
  const { method, path } = request;
  const { section } = comments.references.interface;
  const status = Number(response.status);
  const success = method === 'GET' && path === '/pets' ? 'Pets' : 'the Pet';
  const expected = `${status} with ${status < 400 ? success : 'an Error'}`;
  return { requirement: description, section, description, method, status, expected };
}

const readPart = (name: string) =>
  parse(readFileSync(new URL(name, contractsFolder), 'utf8')) as PactFile;

/** Reads the contract as one file. Verifiers care about its consumer's name only when they publish. */
function readParts(): PactFile {
  const parts = listContractFiles().map(readPart);
  return { ...parts[0], interactions: parts.flatMap(({ interactions }) => interactions) };
}

/**
 * Reads all parts of the contract and numbers their interactions, in a header of the request and in a
 * parameter of the states. By the number, the recording proxy recognises an interaction; the provider
 * never receives it.
 */
export function readContract(): NumberedContract {
  const pact = readParts();
  for (const [index, { request, providerStates = [] }] of pact.interactions.entries()) {
    request.headers = { ...request.headers, [interactionHeader]: [String(index)] };
    for (const state of providerStates) {
      state.params = { ...state.params, [interactionParameter]: String(index) };
    }
  }
  return {
    interactions: pact.interactions.map(readInteraction),
    format(numbers, prefix) {
      const interactions = numbers.map((number) => pact.interactions[number]);
      return (stringify({ ...pact, interactions }) as string).replaceAll(namePrefix, prefix);
    },
  };
}
