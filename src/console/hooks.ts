import { useEffect, useRef, useState } from 'preact/hooks';
import { describeError, notifyError } from './components/toast.js';
import { isAway } from './connection.js';
import { type Exchange, streamExchanges } from './events.js';

/** Something that loads: a value, an error in a sentence, or neither yet. */
export interface Loaded<T> {
  readonly value: T | undefined;
  readonly error: string | undefined;
  /** Loads again, and keeps the old value until then. */
  readonly reload: () => void;
  /** Replaces the value, such as by the answer of a change. */
  readonly replace: (value: T) => void;
}

/**
 * Loads when the component appears, whenever an input changes, and when the simulator answers again; late
 * answers are dropped. While it does not answer, the old value stays.
 *
 * @param details inputs whose change keeps the old value until the new one is there
 */
export function useLoaded<T>(
  load: () => Promise<T>,
  inputs: readonly unknown[],
  details: readonly unknown[] = [],
): Loaded<T> {
  const [state, setState] = useState<{ readonly value?: T; readonly error?: string }>({});
  const [round, setRound] = useState(0);
  const known = useRef(inputs);
  useEffect(() => {
    let isCurrent = true;
    if (known.current.some((input, index) => input !== inputs[index])) {
      known.current = inputs;
      setState({});
    }
    load().then(
      (value) => isCurrent && setState({ value }),
      (error) =>
        isCurrent &&
        setState((before) =>
          isAway.value && before.value !== undefined ? before : { error: describeError(error) },
        ),
    );
    return () => {
      isCurrent = false;
    };
  }, [...inputs, ...details, round]);
  const reload = () => setRound((count) => count + 1);
  useEffect(() => isAway.listen((away) => away || reload()), []);
  return {
    value: state.value,
    error: state.error,
    reload,
    replace: (value) => setState({ value }),
  };
}

/** Reloads when the person comes back to the page: tests may have changed the sandbox. */
export function useFollowed(reload: () => void): void {
  useEffect(() => {
    addEventListener('focus', reload);
    return () => removeEventListener('focus', reload);
  });
}

/** Calls a function after exchanges of a sandbox, at most once in an interval, however many there are. */
export function useExchanges(
  sandbox: string,
  interval: number,
  act: () => void,
  isWanted: (exchange: Exchange) => boolean = () => true,
): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = streamExchanges(sandbox, {
      onExchanges: (exchanges) => {
        if (exchanges.some(isWanted)) {
          timer ??= setTimeout(() => {
            timer = undefined;
            act();
          }, interval);
        }
      },
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [sandbox]);
}

/** Runs one action at a time, and shows its error: `<Button disabled={isBusy} onClick={() => run(save)}>`. */
export function useAction() {
  const [isBusy, setBusy] = useState(false);
  const run = async (act: () => Promise<void>) => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run };
}
