type Timers = 'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval';

/** Only Node.js has `setImmediate`. */
interface Globals extends Pick<typeof globalThis, Timers | 'Date' | 'performance'> {
  readonly setImmediate: (act: () => void) => unknown;
  readonly process?: { getBuiltinModule?(name: 'node:timers'): Globals };
}

const globals = globalThis as unknown as Globals;
/** Timers of Node.js: test environments that imitate a browser, such as jsdom, have others, or none. */
const timers = globals.process?.getBuiltinModule?.('node:timers');

/**
 * The global of that name, or the one behind a fake that is set already: fake timers of sinon, which Vitest and Jest
 * use, keep it in their clock.
 */
function findReal<Name extends keyof Globals>(name: Name): Globals[Name] {
  const found = timers?.[name] ?? globals[name];
  const { clock } = Object(found) as { readonly clock?: Readonly<Record<string, Globals[Name]>> };
  return clock?.[`_${name}`] ?? found;
}

/** The clock behind any fake, as that of `vi.setSystemTime`: a copy of a date is a real one. */
function findRealDate(): DateConstructor {
  const copy = globalThis.structuredClone?.(new Date(0));
  return (copy?.constructor as DateConstructor | undefined) ?? findReal('Date');
}

/**
 * Clock and timers of this process, taken once: tests that fake theirs must not stop the simulator in their
 * process. Browsers call timers on the global object alone. A delay of the offline `fetch`
 * follows the test's timers.
 */
export const realTime = {
  Date: findRealDate(),
  performance: findReal('performance'),
  setTimeout: findReal('setTimeout').bind(globalThis),
  clearTimeout: findReal('clearTimeout').bind(globalThis),
  setInterval: findReal('setInterval').bind(globalThis),
  clearInterval: findReal('clearInterval').bind(globalThis),
  setImmediate: findReal('setImmediate')?.bind(globalThis),
};

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void realTime.setTimeout(resolve, milliseconds));

/** Waits for the next turn of the event loop. */
export const endTurn = (): Promise<void> =>
  new Promise((resolve) => void realTime.setImmediate(resolve));
