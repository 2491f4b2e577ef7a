import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'lossless-json';
import { packageRoot } from '../../package-root.js';
import { namePrefix } from '../provider/pets.js';
import type { IsSelected } from '../selection.js';
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

export interface ContractInteraction {
  /** A unique sentence. */
  readonly requirement: string;
  readonly section: string;
  readonly method: string;
  readonly status: number;
  /** The body of the response, by its name in section 2. */
  readonly body: 'the Pet' | 'Pets' | 'an Error';
}

/** A contract for Pact's verifier, each request with its number. */
export interface NumberedContract {
  readonly interactions: readonly ContractInteraction[];
  /**
   * Divides it into contracts that may be verified side by side, of which there are at most `parts` in
   * each round, with the prefix of one run in the names of its pets. Invalid bodies are in the last: one that is accepted may break every list after it.
   */
  split(parts: number, prefix: string): readonly (readonly string[])[];
}

function readInteraction(interaction: PactInteraction): ContractInteraction {
  const { description, comments, request, response } = interaction;
  const { method, path } = request;
  const { section } = comments.references.interface;
  const status = Number(response.status);
  const success = method === 'GET' && path === '/pets' ? 'Pets' : 'the Pet';
  return {
    requirement: description,
    section,
    method,
    status,
    body: status < 400 ? success : 'an Error',
  };
}

const isLast = ({ response }: PactInteraction) => Number(response.status) === 400;

/** Deals the interactions of a contract out to contracts of their own. */
function divide(pact: PactFile, count: number): string[] {
  const parts = Array.from({ length: Math.min(count, pact.interactions.length) }, (_, part) =>
    pact.interactions.filter((_interaction, index) => index % count === part),
  );
  return parts.map((interactions) => stringify({ ...pact, interactions }) as string);
}

const readPart = (name: string) =>
  parse(readFileSync(new URL(name, contractsFolder), 'utf8')) as PactFile;

/** Reads the contract as one file. Verifiers care about its consumer's name only when they publish. */
function readParts(): PactFile {
  const parts = listContractFiles().map(readPart);
  return { ...parts[0], interactions: parts.flatMap(({ interactions }) => interactions) };
}

/**
 * Reads all parts of the contract and numbers their interactions, in a header of the request and in a parameter of the
 * states, by which the recording proxy recognises them. The provider never receives either.
 *
 * @param readOnly leaves out the requests that are not GET
 * @param isSelected whether an interaction is verified at all
 */
export function readContract(
  readOnly: boolean,
  isSelected: IsSelected = () => true,
): NumberedContract {
  const pact = readParts();
  for (const [index, { request, providerStates = [] }] of pact.interactions.entries()) {
    request.headers = { ...request.headers, [interactionHeader]: [String(index)] };
    for (const state of providerStates) {
      state.params = { ...state.params, [interactionParameter]: String(index) };
    }
  }
  const sent = pact.interactions
    .filter(({ request }) => request.method === 'GET' || !readOnly)
    .filter((one) => isSelected(readInteraction(one)));
  const rounds = [sent.filter((one) => !isLast(one)), sent.filter(isLast)];
  return {
    interactions: pact.interactions.map(readInteraction),
    split: (parts, prefix) =>
      rounds
        .map((interactions) => divide({ ...pact, interactions }, parts))
        .filter(({ length }) => length > 0)
        .map((texts) => texts.map((text) => text.replaceAll(namePrefix, prefix))),
  };
}
