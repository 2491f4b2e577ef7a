import { styleText } from 'node:util';
import { escapeUnprintable } from '../../log/redaction.js';
import { sectionTitles } from '../document.js';
import type { JudgedPromise, Verdict } from '../verdict.js';
import { commonCauses, sectionsOf, tally, type VerificationReport } from './report.js';

const marks: Readonly<Record<Verdict, string>> = { held: '✓', broken: '✗', 'not proved': '?' };
const colours = { held: 'green', broken: 'red', 'not proved': 'yellow' } as const;

type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;

function painter(coloured: boolean): Paint {
  return (style, text) => (coloured ? styleText(style, text, { validateStream: false }) : text);
}

function promiseLines(judged: JudgedPromise, paint: Paint): string[] {
  const { verdict, promise, evidence, reason, document, section } = judged;
  const mark = paint(colours[verdict], marks[verdict]);
  const lines = [`  ${mark} ${promise}`];
  if (evidence !== undefined) {
    lines.push(
      `      sent      ${escapeUnprintable(evidence.sent)}`,
      `      document  “${document}” (section ${section})`,
      `      expected  ${escapeUnprintable(evidence.expected)}`,
      `      came      ${paint('red', escapeUnprintable(evidence.came))}`,
    );
  }
  if (reason !== undefined) {
    lines.push(`      not proved: ${escapeUnprintable(reason)}`);
  }
  return lines;
}

const titleOf = (section: string) => `${section} ${sectionTitles[section] ?? ''}`;

function table({ promises }: VerificationReport): string[] {
  const sections = sectionsOf(promises);
  const width = Math.max(...sections.map((section) => titleOf(section).length), 'section'.length);
  const row = (name: string, held: unknown, broken: unknown, notProved: unknown) =>
    `${name.padEnd(width)}  ${String(held).padStart(4)}  ${String(broken).padStart(6)}  ${String(notProved).padStart(10)}`;
  const rowOf = (name: string, judged: readonly JudgedPromise[]) => {
    const { held, broken, 'not proved': notProved } = tally(judged);
    return row(name, held, broken, notProved);
  };
  return [
    row('section', 'held', 'broken', 'not proved'),
    ...sections.map((section) =>
      rowOf(
        titleOf(section),
        promises.filter((promise) => promise.section === section),
      ),
    ),
    rowOf('all', promises),
  ];
}

function lastLine({ promises, url }: VerificationReport, paint: Paint): string {
  const { held, broken, 'not proved': notProved } = tally(promises);
  if (broken > 0) {
    const of = `${broken} of ${promises.length} promises`;
    return paint('red', `${url} breaks ${of} of the interface.`);
  }
  const rest = notProved === 0 ? '' : `; ${notProved} could not be proved`;
  return paint(
    // Green would be taken for a proof.
    notProved > held ? 'yellow' : 'green',
    `${url} keeps ${held} of ${promises.length} promises of the interface${rest}.`,
  );
}

/** One mistake can break many promises. */
function causeLines({ promises }: VerificationReport): string[] {
  const { broken: all } = tally(promises);
  const lines = commonCauses(promises).map(({ words, broken, notProved }) => {
    const rest = notProved === 0 ? '' : `; ${notProved} not proved for the same`;
    return `  ${broken} of ${all} broken: ${words}${rest}`;
  });
  return lines.length === 0 ? [] : ['What breaks several promises alike', ...lines, ''];
}

/** Whether an answer of 2xx stands for a pet, only a provider that keeps its promises shows. */
function costOf({ outcome, createdPets, milliseconds }: VerificationReport): string {
  const created =
    outcome === 'held'
      ? `${createdPets} pets were created`
      : `${createdPets} creations were answered with success (2xx)`;
  return `${created}, in ${(milliseconds / 1_000).toFixed(1)} s.`;
}

/** The report for people: every promise with its verdict, and a table section by section. */
export function writeText(report: VerificationReport, coloured: boolean): string {
  const paint = painter(coloured);
  const { promises, reason, url } = report;
  if (reason !== undefined) {
    return `${paint('yellow', `${url} could not be judged.`)} ${escapeUnprintable(reason)}\n`;
  }
  const sections = sectionsOf(promises).flatMap((section) => [
    paint('bold', titleOf(section)),
    ...promises
      .filter((promise) => promise.section === section)
      .flatMap((promise) => promiseLines(promise, paint)),
    '',
  ]);
  const last = `${lastLine(report, paint)} ${costOf(report)}`;
  return [...sections, ...table(report), '', ...causeLines(report), last, ''].join('\n');
}
