import { formatCount } from '../base/text.js';

/** Advice about a command whose requests don't arrive. */
export const callAdvice =
  'The command must call the URL in ANIMAL_STORE_URL, which ends in /v1, or in a variable that --env names. ' +
  'Turborepo hides variables that globalPassThroughEnv lacks; Turborepo and Nx may repeat a cached result.';

const maxLines = 20;

export function getLastLines(output: string): string[] {
  const lines = output.trim() === '' ? [] : output.trimEnd().split('\n');
  const omitted = lines.length - maxLines;
  return omitted > 0
    ? [`… ${formatCount(omitted, 'line')} omitted`, ...lines.slice(omitted)]
    : lines;
}
