/** An operation that a client saw. Times are positions in the order of all events. */
export interface Observed<Input> {
  readonly input: Input;
  readonly start: number;
  /** Infinity when no answer came: it may take effect at any time after its start, or never. */
  readonly end: number;
  /** The answer; undefined when it is unknown. */
  readonly output: string | undefined;
}

/** What a correct object does, one operation after the other. */
export interface Model<State, Input> {
  readonly initial: State;
  /** Two states with one key behave alike. */
  key(state: State): string;
  apply(state: State, input: Input): { readonly state: State; readonly output: string };
}

/** A history that no order explains. */
export interface Violation<Input> {
  /** The longest order of operations that the model agrees with. */
  readonly explained: readonly Observed<Input>[];
  /** Each of these is possible next, with the output that the model expects instead. */
  readonly contradictions: readonly {
    readonly operation: Observed<Input>;
    readonly expected: string;
  }[];
}

/** The operations that can come next: none that is left ended before they started. */
function findCandidates<Input>(left: readonly Observed<Input>[]): Observed<Input>[] {
  const firstEnd = Math.min(...left.map(({ end }) => end));
  // In the order of their ends, which is right most of the time.
  return left.filter(({ start }) => start < firstEnd).sort((one, other) => one.end - other.end);
}

/**
 * Looks for an order of the operations that respects their times and that the model explains (Wing and
 * Gong, 1993). States that were reached with the same operations before are not visited again (Lowe,
 * 2017).
 */
export function findViolation<State, Input>(
  model: Model<State, Input>,
  history: readonly Observed<Input>[],
): Violation<Input> | undefined {
  const places = new Map(history.map((operation, place) => [operation, place]));
  const visited = new Set<string>();
  let best: Violation<Input> = { explained: [], contradictions: [] };

  const search = (
    state: State,
    explained: readonly Observed<Input>[],
    left: readonly Observed<Input>[],
  ): boolean => {
    if (left.every(({ output }) => output === undefined)) {
      return true;
    }
    const rest = left.map((operation) => places.get(operation)).join();
    const key = `${rest} ${model.key(state)}`;
    if (visited.has(key)) {
      return false;
    }
    visited.add(key);
    const contradictions: { operation: Observed<Input>; expected: string }[] = [];
    for (const operation of findCandidates(left)) {
      const next = model.apply(state, operation.input);
      if (operation.output !== undefined && operation.output !== next.output) {
        contradictions.push({ operation, expected: next.output });
        continue;
      }
      const others = left.filter((other) => other !== operation);
      if (search(next.state, [...explained, operation], others)) {
        return true;
      }
    }
    if (contradictions.length > 0 && explained.length >= best.explained.length) {
      best = { explained, contradictions };
    }
    return false;
  };

  const isExplained = search(model.initial, [], history);
  return isExplained ? undefined : best;
}
