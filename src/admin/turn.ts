import { setImmediate as waitForTurn } from 'node:timers/promises';

/** How long all calls together work in one turn of the event loop, in milliseconds. */
const maxTurn = 10;

/** When the first call of this turn began. */
let start: number | undefined;

function isOver(): boolean {
  if (start === undefined) {
    start = performance.now();
    setImmediate(() => {
      start = undefined;
    });
  }
  return performance.now() - start >= maxTurn;
}

async function waitWhileOver(): Promise<void> {
  while (isOver()) {
    await waitForTurn();
  }
}

/** Each call waits for the one before, which has worked by then. */
let last = Promise.resolve();

/** Lets other requests through if the calls of this turn have worked for long, however many they are. */
export function shareTurn(): Promise<void> {
  last = last.then(waitWhileOver);
  return last;
}
