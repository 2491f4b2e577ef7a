/** `node mutation/report.mjs engine`: the last results of a room, as a table and a list of survivors. */
import { readFileSync } from 'node:fs';

/** One line of JSON for each mutant, as `in-process-runner.mjs` writes them. */
export const resultsOf = (room) => `mutation/.results/${room.replaceAll('/', '-')}.jsonl`;

const isKilled = ({ status }) => status === 'Killed' || status === 'Timeout';
const isAlive = ({ status }) => status === 'Survived' || status === 'NoCoverage';
const isTested = (mutant) => isKilled(mutant) || isAlive(mutant);
/** A text of several words is for people; tests name only its important words. */
const isWording = ({ mutatorName, original }) =>
  mutatorName === 'StringLiteral' && original.includes(' ');

function computeScore(mutants) {
  const tested = mutants.filter(isTested).length;
  return tested === 0 ? '' : `${((100 * mutants.filter(isKilled).length) / tested).toFixed(1)} %`;
}

function formatRow(name, mutants) {
  const count = (matches) => mutants.filter(matches).length;
  const score = computeScore(mutants);
  const withoutWording = computeScore(mutants.filter((mutant) => !isWording(mutant)));
  const counts = [isTested, isKilled, isAlive, ({ status }) => status === 'Ignored'].map(count);
  return `| ${[name, ...counts, score, withoutWording].join(' | ')} |`;
}

const shorten = (text) => text.replace(/\s+/g, ' ').slice(0, 80);

export function printReport(room) {
  const lines = readFileSync(resultsOf(room), 'utf8').split('\n').filter(Boolean);
  const results = lines.map((line) => JSON.parse(line));
  const mutants = results.filter(({ excluded }) => excluded === undefined);
  const partOf = ({ file }) => file.split('/').slice(1, 3).join('/');
  const parts = [...new Set(mutants.map(partOf))].sort();
  const rows = parts.map((part) =>
    formatRow(
      part,
      mutants.filter((mutant) => partOf(mutant) === part),
    ),
  );
  console.log('| part | tested | killed | alive | static | score | without wording |');
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
  console.log([...rows, formatRow(`**${room}**`, mutants)].join('\n'));
  for (const { excluded, reason } of results.filter((one) => !mutants.includes(one))) {
    console.log(`Excluded: ${excluded}, which fails here without a mutant: ${shorten(reason)}`);
  }
  for (const { file, line, mutatorName, original, replacement } of mutants.filter(isAlive)) {
    console.log(`${file}:${line} ${mutatorName}: ${shorten(original)} -> ${shorten(replacement)}`);
  }
}

if (process.argv[1]?.endsWith('report.mjs')) {
  printReport(process.argv[2] ?? 'engine');
}
