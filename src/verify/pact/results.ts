import { stripVTControlCharacters } from 'node:util';
import { shorten } from '../../document/format.js';
import type { Problem } from './proxy.js';

/** What Pact's verifier found about an interaction of a consumer. */
export interface PactResult {
  readonly consumer: string;
  readonly interaction: string;
  /** Its provider states: `the API key is valid; a pet exists`. */
  readonly state: string;
  readonly outcome: 'passed' | 'failed' | 'accepted' | 'pending' | 'inconclusive';
  /** Why it did not pass. */
  readonly reason: string;
}

interface PactError {
  /** `Verifying a pact between <consumer> and <provider> Given <states> - <description>` */
  readonly interaction: string;
  readonly mismatch: {
    /** If the interaction could not be verified at all. */
    readonly message?: string;
    readonly mismatches?: readonly Readonly<Record<string, unknown>>[];
  };
}

interface PactOutput {
  readonly interactionResults: readonly { readonly description: string; readonly result: string }[];
  readonly errors: readonly PactError[];
  readonly pendingErrors: readonly PactError[];
  /** The report for people: the only place with the consumers of what passed. */
  readonly output: readonly string[];
}

/** Maximum length of a mismatch in a report, and number of those of an interaction. */
const maxMismatch = 300;
const maxMismatches = 10;

function formatError({ mismatch: { message = '', mismatches } }: PactError): string {
  const found = mismatches?.slice(0, maxMismatches).map(({ type, path, key, mismatch }) => {
    const place = path ?? key ?? (type === 'StatusMismatch' ? 'status' : '');
    return shorten(`${place === '' ? '' : `${place}: `}${mismatch}`, maxMismatch);
  });
  return found?.join('; ') ?? shorten(message, maxMismatch);
}

/** Finds the consumer and the states of each interaction, in the order of the results. */
function locate({ output, interactionResults }: PactOutput) {
  const found: { consumer: string; states: string[] }[] = [];
  let consumer = '';
  for (const line of output) {
    const { description } = interactionResults[found.length] ?? {};
    consumer = /^\nVerifying a pact between (.*) and /.exec(line)?.[1] ?? consumer;
    if (description !== undefined && line.startsWith(`  ${description}`)) {
      found.push({ consumer, states: [] });
    }
    found.at(-1)?.states.push(...(/^ {5}(?:Given|And) (.*)/.exec(line)?.slice(1) ?? []));
  }
  return found;
}

/**
 * Reads the results of Pact's verifier.
 *
 * @param problems of the proxy, which say more than Pact does
 * @returns the results, and the errors that concern none of them
 */
export function readResults(
  text: string,
  problems: readonly Problem[],
): { readonly results: readonly PactResult[]; readonly errors: readonly string[] } {
  let output: PactOutput;
  try {
    // The output has colours, and a pact may have more.
    output = JSON.parse(text, (_name, value) =>
      typeof value === 'string' ? stripVTControlCharacters(value) : value,
    );
  } catch {
    return { results: [], errors: [shorten(text, maxMismatch)] };
  }
  const places = locate(output);
  const pending = new Set(output.pendingErrors);
  const unused = new Set([...output.errors, ...pending]);
  const unexplained = [...problems];
  const results = output.interactionResults.map(({ description, result }, index): PactResult => {
    const { consumer = '', states = [] } = places[index] ?? {};
    const known = { consumer, interaction: description, state: states.join('; ') };
    if (result === 'OK') {
      return { ...known, outcome: 'passed', reason: '' };
    }
    const [begin, end] = [`Verifying a pact between ${consumer}`, ` - ${description}`];
    const error = [...unused].find(
      ({ interaction }) => interaction.startsWith(begin) && interaction.endsWith(end),
    );
    const problem = error?.mismatch.mismatches === undefined ? unexplained.shift() : undefined;
    const reason = problem?.reason ?? (error === undefined ? result : formatError(error));
    if (error !== undefined) {
      unused.delete(error);
    }
    const isPending = error !== undefined && pending.has(error);
    return { ...known, outcome: isPending ? 'pending' : (problem?.outcome ?? 'failed'), reason };
  });
  const failed = output.errors.filter((error) => unused.has(error));
  const isEmpty = results.length === 0 && failed.length === 0;
  return { results, errors: isEmpty ? ['no interaction was found'] : failed.map(formatError) };
}
