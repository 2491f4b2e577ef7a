import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, onTestFinished } from 'vitest';
import type { VerificationReport } from '../../src/index.js';
import type { VerdictCounts } from '../../src/verify/report/report.js';
import { flagsOf, type Target, verifyByCommand } from './verifying.js';

/** Creates a folder that is removed after the test. */
export async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

interface Case {
  readonly name: string;
  readonly classname: string;
  readonly failure?: { readonly '#text': string; readonly message: string };
  readonly skipped?: unknown;
  readonly error?: { readonly message: string };
  readonly 'system-out'?: string;
}
interface Suite {
  readonly name: string;
  readonly tests: string;
  readonly failures: string;
  readonly skipped: string;
  readonly testcase: readonly Case[];
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  isArray: (name) => name === 'testsuite' || name === 'testcase',
});

/** Parses well-formed JUnit XML. */
function readJunit(xml: string): readonly Suite[] {
  expect(XMLValidator.validate(xml)).toBe(true);
  return parser.parse(xml).testsuites.testsuite;
}

/** Runs `verify` with both reports. */
export async function reportsOn(target: Target, ...args: readonly string[]) {
  const folder = await openFolder();
  const [json, junit] = [join(folder, 'report.json'), join(folder, 'report.xml')];
  const files = ['--json', json, '--junit', junit];
  const finished = await verifyByCommand([...flagsOf(target), ...args, ...files]);
  return {
    ...finished,
    json: JSON.parse(await readFile(json, 'utf8')) as VerificationReport & {
      counts: VerdictCounts;
    },
    suites: readJunit(await readFile(junit, 'utf8')),
  };
}

/** Sums a count over all suites. */
export const sum = (suites: readonly Suite[], count: 'tests' | 'failures' | 'skipped') =>
  suites.reduce((total, suite) => total + Number(suite[count]), 0);
