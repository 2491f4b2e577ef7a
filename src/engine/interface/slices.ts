/** Maximum number of characters that are handled in one turn of the event loop: a few milliseconds of work. */
export const sliceLength = 64 * 1024;

/** Joins small texts into slices. */
export function* joinSlices(texts: Iterable<string>): Generator<string> {
  let parts: string[] = [];
  let length = 0;
  for (const text of texts) {
    parts.push(text);
    length += text.length;
    if (length >= sliceLength) {
      yield parts.join('');
      parts = [];
      length = 0;
    }
  }
  yield parts.join('');
}

/** Calls a function with the first texts of a list, and yields after each slice of them. */
export function* forEachInSlices(
  texts: readonly string[],
  count: number,
  handle: (text: string) => void,
): Generator<undefined> {
  let length = 0;
  for (let place = 0; place < count; place += 1) {
    const text = texts[place] as string;
    handle(text);
    length += text.length;
    if (length >= sliceLength) {
      length = 0;
      yield;
    }
  }
}

/** Takes all steps at once. */
export function runToEnd<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      return step.value;
    }
  }
}
