/** Runs a task in a later turn of the event loop. Browsers have no `setImmediate`. */
const runLater: (task: () => void) => void =
  (globalThis as Partial<typeof globalThis>).setImmediate ?? ((task) => setTimeout(task));

/** Waits for the next turn of the event loop. */
export const waitForTurn = () => new Promise<void>((resolve) => runLater(resolve));

/** Maximum time of all calls together, or of one slice of a stream, in a turn of the event loop, in ms. */
export const maxTurn = 10;

/** When the first call of this turn began. */
let start: number | undefined;

function isOver(): boolean {
  if (start === undefined) {
    start = performance.now();
    runLater(() => {
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

/** Each call waits for the previous one. */
let last = Promise.resolve();

/** Waits for the next turn of the event loop once the calls of this one have used it up. */
export function shareTurn(): Promise<void> {
  last = last.then(waitWhileOver);
  return last;
}

const tasks: (() => void)[] = [];

function runNext(): void {
  tasks[0]?.();
  tasks.shift();
  if (tasks.length > 0) {
    runLater(runNext);
  }
}

/** Runs tasks one by one, each in its own turn of the event loop, so that requests are served in between. */
export function takeTurn(task: () => void): void {
  if (tasks.push(task) === 1) {
    runLater(runNext);
  }
}

/** Takes steps, and lets other requests through in between. */
export async function takeSteps<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  let step = steps.next();
  while (step.done !== true) {
    await shareTurn();
    step = steps.next();
  }
  return step.value;
}
