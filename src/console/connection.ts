import { Store } from './store.js';

/** Whether the simulator does not answer. */
export const isAway = new Store(false);

/** Milliseconds between two attempts. */
const retryDelay = 1_000;

/** Whether it answers, with or without an accepted token. */
const isBack = () =>
  fetch(new URL('health/live', document.baseURI)).then(
    ({ ok }) => ok,
    () => false,
  );

/** A call had no answer: the page says so until the simulator answers again. */
export async function reportAway(): Promise<void> {
  if (isAway.value) {
    return;
  }
  isAway.set(true);
  do {
    await new Promise((resolve) => setTimeout(resolve, retryDelay));
  } while (!(await isBack()));
  isAway.set(false);
}
