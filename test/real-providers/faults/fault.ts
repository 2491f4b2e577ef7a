/** A change to a fixed provider that a team could make. */
export interface Fault {
  readonly name: string;
  /** The section of the interface document that it breaks; nothing if the document permits it. */
  readonly breaks?: string;
  /** Texts of the file, each with its replacement. */
  readonly changes: readonly (readonly [text: string, replacement: string])[];
  /** Why it may get advice or an inconclusive requirement instead of a failed one. */
  readonly undecided?: string;
  /** Why `verify` does not find it. */
  readonly missed?: string;
}

type Change = Fault['changes'][number];
/** What is doubtful of the fault, if anything, and its changes. */
type Row = readonly (Change | Pick<Fault, 'undecided' | 'missed'>)[];

const read = (rows: Readonly<Record<string, Row>>): Fault[] =>
  Object.entries(rows).map(([name, row]) => {
    const isChange = (part: Row[number]) => Array.isArray(part);
    const doubt = Object.assign({}, ...row.filter((part) => !isChange(part)));
    return { name, ...doubt, changes: row.filter(isChange) };
  });

/** Faults, by their names, that break a section. */
export const breaking = (breaks: string, rows: Readonly<Record<string, Row>>): Fault[] =>
  read(rows).map((fault) => ({ ...fault, breaks }));

/** Changes, by their names, that the document permits. */
export const permitted = read;

/** Plants a fault in a source. */
export const plant = (source: string, { name, changes }: Fault): string =>
  changes.reduce((changed, [text, replacement]) => {
    const [before, after, ...more] = changed.split(text);
    if (before === undefined || after === undefined || more.length > 0) {
      throw new Error(`${name}: the source must have this text once: ${text}`);
    }
    return before + replacement + after;
  }, source);
