import { openPointNames, openPoints } from '../engine/choices/open-points.js';

/** The open points and their choices, for the end of the help. */
export function openPointsHelp(): string {
  const width = Math.max(...openPointNames.map((point) => point.length));
  const lines = openPointNames.map((point) => {
    const { choices, silent } = openPoints[point];
    return `  ${point.padEnd(width)}  ${choices.join(' | ')}\n  ${' '.repeat(width)}  ${silent}`;
  });
  return `
Open points (what the interface document leaves open; the first choice is the default):
${lines.join('\n')}
`;
}

export const examplesHelp = `Commands (animal-store <command> --help tells more of each):
  start    a simulator that listens until it is stopped; the word can be left out
  exec     a simulator for as long as another command runs: animal-store exec -- npm test
  matrix   which choices of the service your tests rely on: animal-store matrix -- npm test
  sandboxes, reset, state, requests, rules, clock
           control a simulator that runs: its sandboxes, what it was sent, what it answers
  verify   whether a running implementation keeps the promises of the document

Every option is also an environment variable (--max-body is ANIMAL_STORE_MAX_BODY) and a key
of the config file (maxBody). Flags go before variables, and variables before the file.

Examples:
  animal-store                                      50 pets on http://127.0.0.1:4010/v1
  animal-store --port 0 --seed 7 --pets 1000        other pets, on a free port
  animal-store --profile hostile                    find out what your client takes for granted
  animal-store --choose list-order=newest-first     one choice other than the profile's
  animal-store --clock 2030-12-05T00:00:00Z         the day getPet is removed
  animal-store --fail-on open,deprecated            exit with 1 when a request asked for more than
                                                    the document promises
  animal-store --fixture my-pets.json               your own pets: save an answer of GET /pets

Force an answer with a header:
  curl -H 'Authorization: Bearer test-key' -H 'Prefer: code=404' http://127.0.0.1:4010/v1/pets/1

Exit codes: 0 stopped as asked, 1 failed by --fail-on, 2 could not be run. animal-store --version
prints the version.
`;
