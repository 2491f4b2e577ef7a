import { shorten } from '../../document/format.js';
import { writeJunit } from '../report/files.js';
import { annotate } from '../report/text.js';
import type { PactResult } from './results.js';
import type { PactReport } from './verify-pacts.js';

/** Nearly every interaction has it. */
const commonState = 'the API key is valid';

/** Maximum length of what a broker's pacts say, in reports for people. */
const maxShown = 300;

/** Names an interaction with its states: several may have the same description. */
function formatName({ interaction, state }: PactResult): string {
  const given = state.split('; ').filter((one) => one !== commonState && one !== '');
  const name = shorten(interaction, maxShown);
  return given.length === 0 ? name : `${name} (given ${shorten(given.join('; '), maxShown)})`;
}

const groupByConsumer = ({ results }: PactReport) =>
  [...new Set(results.map(({ consumer }) => consumer))].map(
    (name) => [name, results.filter(({ consumer }) => consumer === name)] as const,
  );

/** `shop: 2 of 3 interactions passed; 1 failed` */
function formatCounts(consumer: string, results: readonly PactResult[]): string {
  const count = (wanted: PactResult['outcome']) =>
    results.filter(({ outcome }) => outcome === wanted).length;
  const others = (['failed', 'inconclusive', 'pending', 'accepted'] as const)
    .filter((outcome) => count(outcome) > 0)
    .map((outcome) => `; ${count(outcome)} ${outcome}`);
  return `${shorten(consumer, maxShown)}: ${count('passed')} of ${results.length} interactions passed${others.join('')}`;
}

function formatConclusion({ url, outcome, reason, createdPets, namePrefix }: PactReport): string {
  const pets = `${createdPets} pets created with names that begin with "${namePrefix}".`;
  const why = reason === undefined ? '' : ` Not verified: ${reason}.`;
  const verb = outcome === 'inconclusive' ? 'was not shown to pass' : outcome;
  return `${url} ${verb}.${why}${createdPets === 0 ? '' : ` ${pets}`}`;
}

export const formatJson = (report: PactReport) => `${JSON.stringify(report, null, 2)}\n`;

export function formatText(report: PactReport): string {
  const consumers = groupByConsumer(report).flatMap(([consumer, results]) => [
    formatCounts(consumer, results),
    ...results
      .filter(({ outcome }) => outcome !== 'passed')
      .map((result) => `  ${result.outcome}: ${formatName(result)}\n    ${result.reason}`),
  ]);
  return `${[...consumers, formatConclusion(report)].join('\n')}\n`;
}

/** Formats the report as JUnit XML; what does not count is skipped. */
export function formatJunit({ url, reason, results }: PactReport): string {
  const cases = results.map((result) => ({
    name: formatName(result),
    className: `pact.${shorten(result.consumer, maxShown)}`,
    verdict: result.outcome,
    message: result.reason,
    details: result.outcome,
  }));
  return writeJunit(url, reason, cases);
}

/** Formats the failures as annotations of GitHub Actions, at most ten. */
export function formatAnnotations(report: PactReport): string {
  const problems = report.results
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'inconclusive')
    .map((result) => ({
      title: `${shorten(result.consumer, maxShown)}: ${formatName(result)}`,
      message: result.reason,
    }));
  return annotate(problems, report.outcome, formatConclusion(report));
}
