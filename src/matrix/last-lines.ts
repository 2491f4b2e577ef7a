import { count } from '../summary/text.js';

/** So many lines of what a command printed are shown. */
const mostLines = 20;

/** The last lines of what a command printed; of more, it is said how many were left out. */
export function lastLines(output: string): string[] {
  const lines = allLines(output);
  const left = lines.length - mostLines;
  return left > 0 ? [`… ${count(left, 'line')} before`, ...lines.slice(left)] : lines;
}

export function allLines(output: string): string[] {
  return output.trim() === '' ? [] : output.trimEnd().split('\n');
}
