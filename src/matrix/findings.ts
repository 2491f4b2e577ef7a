import { openPointNames, openPoints } from '../engine/service/open-points.js';
import type { Culprit, PointFindings } from './report.js';
import type { Trials } from './trials.js';

/** What runs and culprits come to, for each open point. */
export function findings(trials: Trials, culprits: readonly Culprit[]): PointFindings[] {
  const alone = culprits.flatMap(({ choices }) => (choices.length === 1 ? choices : []));
  return openPointNames.map((point) => {
    const { section, silent, choices } = openPoints[point];
    const breaks = (choice: string) =>
      alone.some((single) => single.point === point && single.choice === choice);
    return {
      point,
      section,
      silent,
      cameUp: trials.cameUp.has(point),
      holdsWith: choices.filter((choice) => !breaks(choice) && trials.passedWith(point, choice)),
      breaksWith: choices.filter(breaks),
    };
  });
}
