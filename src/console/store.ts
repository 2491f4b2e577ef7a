import { useEffect, useState } from 'preact/hooks';

/** A value that components follow. */
export class Store<T> {
  value: T;
  readonly listeners = new Set<(value: T) => void>();

  constructor(value: T) {
    this.value = value;
  }

  set(value: T): void {
    this.value = value;
    for (const listener of this.listeners) {
      listener(value);
    }
  }
}

/** The value of a store; the component renders again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState<T>(store.value);
  useEffect(() => {
    const listener = (next: T) => setValue(() => next);
    listener(store.value);
    store.listeners.add(listener);
    return () => store.listeners.delete(listener);
  }, [store]);
  return value;
}
