import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'lossless-json';
import { packageRoot } from '../../package-root.js';
import { interactionHeader, interactionParameter } from './recording-proxy.js';

/** The folder of the published Pact files. */
export const contractsFolder = new URL('contracts/', packageRoot);

/** The one that verification holds providers to. */
const contractName = 'animal-store-client-animal-store.json';

/** The names of the published Pact files. */
export function contractFiles(): string[] {
  return readdirSync(fileURLToPath(contractsFolder)).filter((name) => name.endsWith('.json'));
}

/** As much of a Pact V4 interaction as verification looks at. */
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

/** One promise of the contract. */
export interface ContractInteraction {
  /** A sentence; no two interactions have the same. */
  readonly description: string;
  readonly section: string;
  readonly method: string;
  readonly status: number;
  /** What the answer carries, by its name in section 2. */
  readonly body: 'the Pet' | 'Pets' | 'an Error';
}

/** A contract that can be handed to Pact's verifier, each request with its number. */
export interface NumberedContract {
  readonly interactions: readonly ContractInteraction[];
  readonly text: string;
}

function bodyOf({ method, path }: PactInteraction['request'], status: number) {
  if (status >= 400) {
    return 'an Error';
  }
  return method === 'GET' && path === '/pets' ? 'Pets' : 'the Pet';
}

function describeInteraction({
  description,
  comments,
  request,
  response,
}: PactInteraction): ContractInteraction {
  const status = Number(response.status);
  return {
    description,
    section: comments.references.interface.section,
    method: request.method,
    status,
    body: bodyOf(request, status),
  };
}

/** Bodies that have to be refused come last: where one is accepted, it may spoil every list after it. */
const rank = ({ response }: PactInteraction) => (Number(response.status) === 400 ? 1 : 0);

/**
 * Reads a contract and gives each interaction a number, in a header of its request and in a parameter
 * of its states, by which the relay knows it. The provider never sees either.
 *
 * @param text a Pact V4 file; all digits of its integers are kept
 * @param wanted interactions that are left out aren't in the text that is returned
 */
function numberContract(
  text: string,
  wanted: (interaction: ContractInteraction) => boolean,
): NumberedContract {
  const pact = parse(text) as PactFile;
  const interactions = pact.interactions.map(describeInteraction);
  const kept = pact.interactions.filter((interaction, index) => {
    const { request, providerStates = [] } = interaction;
    request.headers = { ...request.headers, [interactionHeader]: [String(index)] };
    for (const state of providerStates) {
      state.params = { ...state.params, [interactionParameter]: String(index) };
    }
    return wanted(interactions[index] as ContractInteraction);
  });
  const ordered = [...kept].sort((one, other) => rank(one) - rank(other));
  return { interactions, text: stringify({ ...pact, interactions: ordered }) as string };
}

/** The contract that providers are held to; where nothing may be created, only what is read. */
export function readContract(readOnly: boolean): NumberedContract {
  const text = readFileSync(new URL(contractName, contractsFolder), 'utf8');
  return numberContract(text, ({ method }) => method === 'GET' || !readOnly);
}
