import { findingKinds } from '../engine/notes.js';
import { findingTexts, listFailures, type Summary } from '../server/log/summary.js';

/** The allowed words: kinds of notes, requests that the simulator refused, and `all` of these. */
export const failOnWords = [...findingKinds, 'refused', 'all'] as const;
export type FailOnWord = (typeof failOnWords)[number];

type FailingFinding = ReturnType<typeof listFailures>[number];

const isUnreachable = (one: FailingFinding) =>
  one.kind === 'refused' && one.code.startsWith('simulator_upstream');

function nameFailure(one: FailingFinding) {
  if (one.kind === 'refused') {
    return one.code;
  }
  return one.point ?? (one.kind === 'deprecated' ? one.operation : `section ${one.section}`);
}

/** Describes why a run fails and what to do; undefined when it passes. */
export function describeFailure(
  summary: Summary,
  failOn: readonly FailOnWord[],
): string | undefined {
  const failing = listFailures(summary).filter(
    ({ kind }) => failOn.includes(kind) || failOn.includes('all'),
  );
  if (failing.length === 0) {
    return undefined;
  }
  const failures = Object.entries(findingTexts).flatMap(([kind, finding]) => {
    const names = failing.filter((one) => one.kind === kind).map(nameFailure);
    return names.length > 0 ? `${finding} (${[...new Set(names)].join(', ')})` : [];
  });
  const allow = new Set(failing.map(({ point, kind }) => point ?? kind));
  allow.delete('refused');
  const isMismatch = allow.delete('mismatch');
  const isByService = (one: FailingFinding) => one.kind === 'mismatch' || isUnreachable(one);
  const change = failing.every(isByService) ? '' : ' Change the requests.';
  const start = failing.some(isUnreachable) ? ' Start the service, or correct --upstream.' : '';
  const correct = `${start}${isMismatch ? ' Correct the service, or pass --allow mismatch.' : ''}`;
  const advice =
    allow.size === 0
      ? correct
      : `${correct} If a test sends them on purpose, set {"allow":${JSON.stringify([...allow])}} in its sandbox. ` +
        `To allow them everywhere, pass --allow ${[...allow].join(',')}.`;
  return `Failed by --fail-on ${failOn.join(',')}: ${failures.join('; ')}.${change}${advice}`;
}
