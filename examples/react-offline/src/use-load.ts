import { useCallback, useEffect, useState } from 'react';
import type { StoreError } from './store.ts';

export type Loading<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: StoreError }
  | { readonly state: 'loaded'; readonly value: Value };

/**
 * Loads something when a component appears, and again when `load` changes; then an earlier request is
 * aborted. `load` must be stable: wrap it in `useCallback`.
 */
export function useLoad<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
): Loading<Value> & { readonly reload: () => void } {
  const [result, setResult] = useState<Loading<Value>>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads the same again
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setResult({ state: 'loading' });
    load(signal).then(
      (value) => signal.aborted || setResult({ state: 'loaded', value }),
      (error: StoreError) => signal.aborted || setResult({ state: 'failed', error }),
    );
    return () => controller.abort();
  }, [load, attempt]);
  return { ...result, reload: useCallback(() => setAttempt((last) => last + 1), []) };
}
