import { createHash } from 'node:crypto';
import { escapeUnprintable } from '../log/redaction.js';
import { reportEnd, reportStart } from './embedded.js';
import { styles } from './generated/styles.js';
import { escapeHtml, formatMarkup, type Markup } from './markup.js';

interface Page {
  readonly title: string;
  readonly body: Markup;
  /** The report that the page shows: the console reads it from the file. */
  readonly report: unknown;
}

const styleHash = createHash('sha256').update(styles).digest('base64');

/** The page loads nothing and runs no scripts. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

/** In JSON, `<` is only within strings: escaped, nothing there can end the element. */
const formatEmbedded = (report: unknown) =>
  escapeUnprintable(JSON.stringify(report)).replaceAll('<', '\\u003c');

/** Formats a report as one self-contained HTML page, which also has the report as JSON. */
export const formatPage = ({ title, body, report }: Page) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(escapeUnprintable(title))}</title>
<style>${styles}</style>
</head>
<body>
<main class="report-page">${formatMarkup(body)}</main>
${reportStart}${formatEmbedded(report)}${reportEnd}
</body>
</html>
`;
