import { escapeUnprintable, shorten } from '../../base/text.js';
import { createRedactor } from '../../engine/redactor.js';
import { annotate } from '../report/formats.js';
import { writeJunit } from '../report/junit.js';
import type { Verdict } from '../result.js';

/** An interaction that did not pass: it could not be verified, or its response has mismatches. */
interface PactError {
  /** `Verifying a pact between <consumer> and <provider> Given <states> - <description>` */
  readonly interaction: string;
  readonly mismatch: {
    readonly message?: string;
    readonly mismatches?: readonly {
      readonly type?: string;
      readonly path?: string;
      readonly mismatch: string;
      readonly expected?: unknown;
      readonly actual?: unknown;
    }[];
  };
}

/** The report of Pact's verifier, if there is one, and what it does not know. */
export interface PactReport {
  readonly interactionResults?: readonly {
    readonly description: string;
    readonly result: string;
  }[];
  readonly errors?: readonly PactError[];
  readonly pendingErrors?: readonly PactError[];
  readonly url: string;
  /** Why interactions could not be verified, or got no response. */
  readonly problems: readonly string[];
  readonly createdPets: number;
  readonly namePrefix: string;
  readonly printed?: string;
}

const isMismatch = ({ mismatch }: PactError) => mismatch.mismatches !== undefined;

/** Creates the status by which a report names a request of a rehearsal; it returns after 400 requests. */
export const createStatus = (number: number): number => 600 + (number % 400);

/** Finds the numbers of requests whose pact expects 401, in errors of a rehearsal, which are in order. */
export function findUnauthorized(errors: readonly PactError[]): number[] {
  let number = 0;
  const mismatches = errors.flatMap((error) => error.mismatch.mismatches ?? []);
  return mismatches.flatMap(({ type, expected, actual }) => {
    if (type === 'StatusMismatch') {
      number += (Number(actual) - createStatus(number) + 400) % 400;
      return expected === 401 ? [number] : [];
    }
    return [];
  });
}

/** Maximum length of a line: a broker or a service may send more. */
const maxErrorLine = 1_000;

/** Hides keys, removes colours, escapes and shortens all texts. */
function cleanReport(report: PactReport, secrets: readonly string[]): PactReport {
  const hide = createRedactor(secrets);
  const clean = (line: string) => shorten(escapeUnprintable(hide(line)), maxErrorLine);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: texts, and the log of Pact's verifier, have one of these
  const removeColours = (text: string) => text.replace(/(?:\u001b|\\x1b)\[[\d;]*m/g, '');
  return JSON.parse(JSON.stringify(report), (_name, value) =>
    typeof value === 'string' ? removeColours(value).split('\n').map(clean).join('\n') : value,
  );
}

const maxMismatches = 10;

function createInteractionCase(verdict: Verdict, { interaction: name, mismatch }: PactError) {
  const { message = '', mismatches } = mismatch;
  const texts = mismatches?.map(({ path = '', mismatch }) => `${path} ${mismatch}`.trim());
  const reason = texts?.slice(0, maxMismatches).join('; ') ?? message;
  return { name, className: 'pact', verdict, message: reason, details: '' };
}

/** Formats a report without the secrets. In JUnit XML, what is pending or could not be verified is skipped. */
export function formatPactReport(raw: PactReport, secrets: readonly string[]) {
  const { printed = '', ...report } = cleanReport(raw, secrets);
  const { url, problems, interactionResults = [], errors = [], pendingErrors = [] } = report;
  const failure = errors.some(isMismatch) ? 'failed' : 'inconclusive';
  const result = errors.length === 0 ? 'passed' : failure;
  const outcome = interactionResults.length === 0 ? 'unreached' : result;
  const none = 'no results; options after -- select provider and interactions';
  const conclusion =
    `Verification of ${url}: ${outcome === 'unreached' ? none : outcome}. ` +
    `Created pets: ${report.createdPets}, with names that begin with "${report.namePrefix}".`;
  const passed = interactionResults.filter((one) => one.result === 'OK');
  const cases = [
    ...passed.map((one) =>
      createInteractionCase('passed', { interaction: one.description, mismatch: {} }),
    ),
    ...errors.map((one) => createInteractionCase(isMismatch(one) ? 'failed' : 'inconclusive', one)),
    ...pendingErrors.map((one) => createInteractionCase('inconclusive', one)),
  ];
  const lines = [printed.trim(), ...problems, conclusion].filter(Boolean);
  const reason = outcome === 'unreached' ? lines.join(' ') : undefined;
  return {
    outcome,
    text: `${lines.join('\n')}\n`,
    json: `${JSON.stringify({ outcome, ...report, reason }, null, 2)}\n`,
    junit: writeJunit(url, reason, cases),
    annotations: annotate([], outcome, conclusion),
  } as const;
}
