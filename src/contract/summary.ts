import { escapeUnprintable, formatCount } from '../document/format.js';
import type { LeftOut } from './recorder.js';

/** What a run recorded, and where it wrote it. */
interface PactSummary {
  readonly path: string;
  readonly consumer: string;
  readonly total: number;
  readonly added: number;
  readonly unseen: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

/** Maximum number of lines of each list. */
const maxLines = 20;

function formatList(lines: readonly string[]): string[] {
  const shown = lines.slice(0, maxLines).map((line) => `  ${escapeUnprintable(line)}`);
  const others = lines.length - shown.length;
  return others > 0 ? [...shown, `  and ${others} more`] : shown;
}

/** Formats the uses that are not in a contract, each with its reason and a request. */
function formatLeftOut(leftOut: readonly LeftOut[]): string[] {
  if (leftOut.length === 0) {
    return [];
  }
  const head = `${formatCount(leftOut.length, 'use')} ${leftOut.length === 1 ? 'is' : 'are'} not in the contract:`;
  return [head, ...formatList(leftOut.map(({ reason, request }) => `${reason}: ${request}`))];
}

/** Formats the contract of a run for people. */
export function formatPactSummary(summary: PactSummary): string {
  const { path, consumer, total, added, unseen, leftOut } = summary;
  const head =
    total === 0
      ? `The contract ${path} is not written, because no request of ${consumer} got into it.`
      : `The contract ${path} has ${formatCount(total, 'use')} of ${consumer}` +
        `${added === 0 ? '' : `, ${added} of them new`}.`;
  const gone =
    unseen.length === 0
      ? []
      : [
          `${formatCount(unseen.length, 'use')} of it did not occur in this run. To drop what is no ` +
            'longer used, delete the file and run all tests:',
          ...formatList(unseen),
        ];
  return `${[head, ...formatLeftOut(leftOut), ...gone].join('\n')}\n`;
}

/** Formats the contract of a run as one line of a JSON log. */
export function formatPactSummaryJson(summary: PactSummary): string {
  return `${JSON.stringify({ time: new Date(), level: 'info', contract: summary })}\n`;
}
