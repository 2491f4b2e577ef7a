import { useEffect, useState } from 'preact/hooks';
import { CallError } from './api.js';
import { askNow } from './changes.js';
import { describeError, notifyError } from './components/toast.js';

/**
 * Loads when the component appears and whenever an input changes; late answers are dropped. The old value
 * stays until then, and while the simulator does not answer.
 */
export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[]) {
  const [state, setState] = useState<{ readonly value?: T; readonly error?: string }>({});
  useEffect(() => {
    let isCurrent = true;
    const fail = (error: unknown) =>
      setState((before) =>
        error instanceof CallError && error.status === undefined && before.value !== undefined
          ? before
          : { error: describeError(error) },
      );
    load().then(
      (value) => isCurrent && setState({ value }),
      (error) => isCurrent && fail(error),
    );
    return () => {
      isCurrent = false;
    };
  }, inputs);
  /** Replaces the value, such as by the answer of a change. */
  const replace = (value: T) => setState({ value });
  return { ...state, replace };
}

/** Runs one action at a time, and shows its error: `<Button disabled={isBusy} onClick={() => run(save)}>`. */
export function useAction() {
  const [isBusy, setBusy] = useState(false);
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      notifyError(error);
    } finally {
      askNow();
      setBusy(false);
    }
  };
  return { isBusy, run };
}
