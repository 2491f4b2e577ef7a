import type { JournalEntry } from '../../engine/simulation/journal.js';
import { ControlError } from '../control-error.js';
import { differencesOf, filterEntries } from '../matching.js';
import { tellDifference, tellExchange } from '../recorded-exchange.js';
import { usualTimeout } from '../waiting.js';
import { type ControlCall, type ControlContext, type Handler, look } from './context.js';

/** Waits until a condition holds, looking after every exchange; gives up when the time is over. */
async function until(
  holds: () => boolean,
  { engine }: ControlContext,
  { sandbox, query, signal }: ControlCall<'listRequests'>,
): Promise<void> {
  if (holds() || signal.aborted) {
    return;
  }
  await new Promise<void>((resolve) => {
    const end = () => {
      stopListening();
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    // What is announced is in the journal by then.
    const stopListening = engine.listen((entry) => entry.sandbox === sandbox && holds() && end());
    const timer = setTimeout(end, query.timeout ?? usualTimeout);
    signal.addEventListener('abort', end);
  });
}

export const listRequests: Handler<'listRequests'> = async (context, call) => {
  const { query } = call;
  const { wait = 0, limit } = query;
  const { most } = look(context, call).journal;
  if (wait > most) {
    throw new ControlError(
      'malformed',
      `wait must be at most ${most}, as the journal keeps no more (--max-journal), and ${wait} came.`,
    );
  }
  const entries = () => filterEntries(look(context, call).journal.list(), query);
  const isEnough = () => wait === 0 || entries().length >= wait;
  await until(isEnough, context, call);
  const { journal } = look(context, call);
  const found = entries();
  return {
    requests: found.slice(0, limit).map((entry) => tellExchange(entry, context.redactor)),
    total: journal.total,
    kept: journal.list().length,
    enough: found.length >= wait,
  };
};

export const clearRequests: Handler<'clearRequests'> = (context, call) => {
  look(context, call).journal.clear();
  return undefined;
};

interface Compared {
  readonly entry: JournalEntry;
  readonly differences: readonly string[];
}

export const countRequests: Handler<'countRequests'> = (context, call) => {
  const compared = look(context, call)
    .journal.list()
    .map((entry): Compared => ({ entry, differences: differencesOf(call.body, entry) }));
  const count = compared.filter(({ differences }) => differences.length === 0).length;
  // Of several that are as close, the last one is what people look for.
  const closest = compared.reduce<Compared | undefined>(
    (best, one) => (best && best.differences.length < one.differences.length ? best : one),
    undefined,
  );
  if (count > 0 || closest === undefined) {
    return { count };
  }
  const request = tellExchange(closest.entry, context.redactor);
  const differences = closest.differences.map((difference) =>
    tellDifference(closest.entry, difference, context.redactor),
  );
  return { count, closest: { request, differences } };
};
