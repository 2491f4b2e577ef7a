import { escapeUnprintable } from './text.js';

/** A remark that GitHub Actions shows on the page of a run. */
export interface Annotation {
  readonly title: string;
  readonly message: string;
}

/** GitHub shows at most ten annotations of a step and level. */
const maxAnnotations = 10;

const escapeData = (text: string) =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string) =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Formats annotations as commands for GitHub Actions. Above the maximum, the last one says how many more `things` there are. */
export function formatCommands(
  level: 'error' | 'warning',
  annotations: readonly Annotation[],
  things: string,
  message: string,
): string {
  const isOver = annotations.length > maxAnnotations;
  const shown = isOver ? annotations.slice(0, maxAnnotations - 1) : annotations;
  const title = `${annotations.length - shown.length} more ${things}`;
  return [...shown, ...(isOver ? [{ title, message }] : [])]
    .map((one) => {
      const property = escapeProperty(escapeUnprintable(one.title));
      return `::${level} title=${property}::${escapeData(one.message)}\n`;
    })
    .join('');
}
