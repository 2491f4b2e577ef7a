import { useEffect, useState } from 'preact/hooks';

/** A value that components follow. */
export class Store<T> {
  #value: T;
  readonly #listeners = new Set<(value: T) => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    this.#value = value;
    for (const listener of this.#listeners) {
      listener(value);
    }
  }

  /** Calls the listener with each new value, until the returned function is called. */
  listen(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** The value of a store; the component renders again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState<T>(store.value);
  useEffect(() => {
    setValue(() => store.value);
    return store.listen((next) => setValue(() => next));
  }, [store]);
  return value;
}
