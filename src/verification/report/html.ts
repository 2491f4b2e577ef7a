import { createHash } from 'node:crypto';
import { escapeUnprintable } from '../../log/redaction.js';
import { type RequirementResult, type Verdict, verdicts } from '../result.js';
import { formatConclusion, formatExtent, formatHead } from './conclusion.js';
import { type Explained, type Finding, findFindings } from './findings.js';
import {
  countVerdicts,
  formatTitle,
  groupBySection,
  groupCases,
  listCase,
  listEvidence,
  listSelected,
  marks,
  type Part,
  type VerificationReport,
} from './report.js';

/** HTML that is safe to insert. */
class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

type Value = string | number | Html | readonly Html[];

function escapeValue(value: Value): string {
  if (value instanceof Html) {
    return value.text;
  }
  return typeof value === 'object'
    ? value.map(({ text }) => text).join('')
    : escapeUnprintable(String(value)).replace(
        /[&<>"']/g,
        (character) => entities[character] ?? '',
      );
}

/** Creates HTML from a template; escapes every value that is not `Html`. */
const html = (parts: TemplateStringsArray, ...values: readonly Value[]) =>
  new Html(parts.reduce((text, part, index) => text + escapeValue(values[index - 1] ?? '') + part));

const style = `
:root { color-scheme: light dark; --line: #8886; --failed: #c62828; --inconclusive: #9a6700;
  --advice: #0969da; --passed: #1a7f37; }
@media (prefers-color-scheme: dark) { :root { --failed: #ff7b72; --inconclusive: #d29922;
  --advice: #58a6ff; --passed: #3fb950; } }
* { box-sizing: border-box; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; } h2 { font-size: 1.15rem; margin-top: 2rem; }
h3 { font-size: 1rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
article { border: 1px solid var(--line); border-left: .3rem solid var(--failed); border-radius: .3rem;
  padding: .75rem 1rem; margin: 1rem 0; }
dl { margin: 0; } dt { font-weight: 600; font-size: .85rem; } dd { margin: 0 0 .4rem; }
code { font: .85rem/1.4 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
ul { padding-left: 1.2rem; margin: .3rem 0; } li { overflow-wrap: anywhere; }
table { border-collapse: collapse; } th, td { text-align: right; padding: .15rem .6rem;
  border-bottom: 1px solid var(--line); } th:first-child, td:first-child { text-align: left; padding-left: 0; }
details { margin: .3rem 0; } summary { cursor: pointer; overflow-wrap: anywhere; }
.failed { color: var(--failed); } .inconclusive { color: var(--inconclusive); }
.advice { color: var(--advice); } .passed { color: var(--passed); }
@media (max-width: 40rem) { table { font-size: .7rem; } th, td { padding: .15rem .25rem; } }
@media print { body { max-width: none; font-size: .8rem; } article { break-inside: avoid; } }
`;

const formatVerdict = (verdict: Verdict) =>
  html`<span class="${verdict}" title="${verdict}">${marks[verdict]}</span>`;

const formatParts = (parts: readonly Part[]) =>
  html`<dl>${parts.map(([name, text]) => html`<dt>${name}</dt><dd><code>${text}</code></dd>`)}</dl>`;

const formatExplained = ({ section, requirement, verdict, cases, of }: Explained) =>
  html`<li>${formatVerdict(verdict)} ${section} ${requirement}${
    of === 1 ? '' : html`<br><small>${cases.length} of ${of} cases: ${cases.join('; ')}</small>`
  }</li>`;

function formatFinding(finding: Finding, index: number): Html {
  const { title, evidence, hint, explains } = finding;
  const parts = [
    ...listEvidence(evidence, finding),
    ...(hint === undefined ? [] : [['hint', hint] as const]),
  ];
  return html`<article><h3>${index + 1}. ${title}</h3>${formatParts(parts)}
<details><summary>explains ${formatExtent(finding)}</summary><ul>${explains.map(formatExplained)}</ul></details>
</article>`;
}

const formatCases = (result: RequirementResult) =>
  groupCases(result).map(
    ({ names, first }) =>
      html`<p>${formatVerdict(first.verdict)} ${names.join('; ')}</p>${formatParts(listCase(result, first))}`,
  );

function formatRequirement(result: RequirementResult): Html {
  const { verdict, requirement, cases } = result;
  const line = html`${formatVerdict(verdict)} ${requirement}`;
  const count = cases.length === 1 ? '' : html` <small>(${cases.length} cases)</small>`;
  return verdict === 'passed'
    ? html`<p>${line}${count}</p>`
    : html`<details><summary>${line}${count}</summary>${formatCases(result)}</details>`;
}

function formatTable(report: VerificationReport): Html {
  const rows = groupBySection(listSelected(report)).map(([section, results]) => {
    const counts = countVerdicts(results);
    return html`<tr><td>${formatTitle(section)}</td>${verdicts.map((one) => html`<td>${counts[one]}</td>`)}</tr>`;
  });
  return html`<table><tr><th>section</th>${verdicts.map((one) => html`<th>${one}</th>`)}</tr>${rows}</table>`;
}

/**
 * Formats the report as one HTML page: the findings, then each section with its requirements. The page
 * loads nothing and runs no scripts; the text of a provider is escaped.
 */
export function formatHtml(report: VerificationReport): string {
  const { url, requirements, outcome } = report;
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const findings = findFindings(requirements);
  const sections = groupBySection(requirements).map(
    ([section, results]) => html`<h2>${formatTitle(section)}</h2>${results.map(formatRequirement)}`,
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>${outcome}: ${url}</title>
<style>${new Html(style)}</style>
</head>
<body>
<h1>Verification of ${url}</h1>
<p class="${outcome}">${formatConclusion(report)}</p>
${findings.length === 0 ? '' : html`<h2>Findings</h2><p>${formatHead(findings)}</p>${findings.map(formatFinding)}`}
<h2>Sections</h2>
${formatTable(report)}
${sections}
</body>
</html>
`.text;
}
