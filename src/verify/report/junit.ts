import { realTime } from '../../base/real-time.js';
import { escapeUnprintable } from '../../base/text.js';

const junitResults = {
  passed: 'passed',
  advice: 'passed',
  failed: 'failure',
  inconclusive: 'skipped',
  unverified: 'error',
} as const;

export interface JunitCase {
  readonly name: string;
  readonly className: string;
  readonly verdict: keyof typeof junitResults;
  readonly message: string;
  readonly details: string;
}

/** Escapes or replaces characters that XML 1.0 cannot contain, not even escaped. */
const escapeXml = (text: string) =>
  Buffer.from(text.split(/\r?\n/).map(escapeUnprintable).join('\n'))
    .toString()
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

function formatCase({ name, className, verdict, message, details }: JunitCase): string {
  const result = junitResults[verdict];
  const passed = details && `<system-out>${escapeXml(details)}</system-out>`;
  // GitLab and others show the text alone.
  const text = details.includes(message) ? details : [message, details].join('\n').trimEnd();
  const other = `<${result} message="${escapeXml(message)}">${escapeXml(text)}</${result}>`;
  return (
    `    <testcase name="${escapeXml(name)}" classname="${escapeXml(className)}" time="0">` +
    `${result === 'passed' ? passed : other}</testcase>`
  );
}

/** Formats a suite as JUnit XML; a reason why not everything could be verified is an error of its own. */
export function writeJunit(
  suite: string,
  reason: string | undefined,
  cases: readonly JunitCase[],
): string {
  const error = { name: 'the provider can be verified', className: 'verify', details: '' };
  const all: readonly JunitCase[] =
    reason === undefined ? cases : [{ ...error, verdict: 'unverified', message: reason }, ...cases];
  const count = (result: string) =>
    all.filter(({ verdict }) => junitResults[verdict] === result).length;
  const counts = [
    `tests="${all.length}"`,
    `failures="${count('failure')}"`,
    `errors="${count('error')}"`,
    `skipped="${count('skipped')}"`,
    // Readers require a time; that of the command is measured, and cases have none of their own.
    `time="${(realTime.performance.now() / 1_000).toFixed(3)}"`,
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name="${escapeXml(suite)}" ${counts.join(' ')}>`,
    ...all.map(formatCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
