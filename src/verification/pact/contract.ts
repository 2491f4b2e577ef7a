import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'lossless-json';
import { packageRoot } from '../../package-root.js';
import { namePrefix } from '../provider/pets.js';
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
   * Divides the contract into rounds of at most `parts` contracts, which may be verified side by side.
   * Invalid bodies are in the last round: one that is accepted may break every list after it.
   *
   * @param prefix begins the names of its pets
   * @param isSent leaves out the other interactions
   */
  split(
    parts: number,
    prefix: string,
    isSent: (interaction: ContractInteraction) => boolean,
  ): readonly (readonly string[])[];
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

/** Distributes the interactions of a contract among that many contracts. */
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
    split(parts, prefix, isSent) {
      const sent = pact.interactions.filter((one) => isSent(readInteraction(one)));
      return [sent.filter((one) => !isLast(one)), sent.filter(isLast)]
        .map((interactions) => divide({ ...pact, interactions }, parts))
        .filter(({ length }) => length > 0)
        .map((texts) => texts.map((text) => text.replaceAll(namePrefix, prefix)));
    },
  };
}
