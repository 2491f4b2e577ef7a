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

/** Plants a fault in a source. */
export const plant = (source: string, { name, changes }: Fault): string =>
  changes.reduce((changed, [text, replacement]) => {
    const [before, after, ...more] = changed.split(text);
    if (before === undefined || after === undefined || more.length > 0) {
      throw new Error(`${name}: the source must have this text once: ${text}`);
    }
    return before + replacement + after;
  }, source);
