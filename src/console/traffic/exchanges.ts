import { useEffect, useRef, useState } from 'preact/hooks';
import { formatTarget } from '../../document/message.js';
import { compareAge } from '../../engine/exchange.js';
import type { ExchangeRow, RecordedExchange } from '../../server/admin/journal-routes.js';
import { formatQuery, type Parameters } from '../router.js';
import { call, follow } from '../simulator.js';

export const keyOf = ({ sandbox, number }: Pick<ExchangeRow, 'sandbox' | 'number'>) =>
  `${sandbox}/${number}`;

/** A duration in milliseconds or seconds; one that isn't over yet has none. */
export function formatDuration(duration: number | undefined): string {
  if (duration === undefined) {
    return 'waiting';
  }
  return duration >= 1_000
    ? `${(duration / 1_000).toFixed(2)} s`
    : `${duration.toFixed(duration < 10 ? 1 : 0)} ms`;
}

/** The columns, and by what each sorts. */
export const columns = {
  Status: ({ status }: ExchangeRow) => status,
  Request: (exchange: ExchangeRow) => formatTarget(exchange),
  Reason: ({ reason }: ExchangeRow) => reason,
  Sandbox: ({ sandbox }: ExchangeRow) => sandbox,
  Duration: ({ duration = Number.POSITIVE_INFINITY }: ExchangeRow) => duration,
  Time: ({ time }: ExchangeRow) => time,
};

/** Sorts by the column in the URL; the newest come first without one. */
export function sortExchanges(exchanges: readonly ExchangeRow[], { sort = '', order }: Parameters) {
  const read: ((one: ExchangeRow) => string | number) | undefined =
    columns[sort as keyof typeof columns];
  const sign = order ? -1 : 1;
  return read === undefined
    ? exchanges
    : exchanges.toSorted((one, other) => (read(one) < read(other) ? -sign : sign));
}

/** So many are asked for as they come: what a screen shows. */
const pageSize = 30;
/** So many are sorted by a column, and kept while new ones come: older ones are asked for again. */
const maxListed = 1_000;

/** Adds exchanges to a list, or replaces those that it has, with the newest first. */
const merge = (listed: readonly ExchangeRow[], added: readonly ExchangeRow[]) =>
  [...new Map([...listed, ...added].map((one) => [keyOf(one), one])).values()].sort(compareAge);

/** @throws {Error} when the journal doesn't have it */
export async function readExchange(key: string): Promise<RecordedExchange> {
  const [sandbox = '', number] = key.split('/', 2);
  const query = formatQuery({ after: Math.max(Number(number) - 1, 0) || 0, limit: 1 });
  const path = `GET /requests${query}`;
  const { requests } = await call<{ requests: RecordedExchange[] }>(path, sandbox);
  const exchange = requests.find((one) => keyOf(one) === key);
  if (exchange === undefined) {
    throw new Error(`The journal of ${sandbox} has no exchange ${number} any more.`);
  }
  return exchange;
}

/**
 * Follows the exchanges that the URL selects: the newest page at once, what is new as it comes, and older pages when
 * they are asked for.
 *
 * @param isReading whether the list stands still; responses on their way are still added
 */
export function useTraffic({ sandbox, outcome, search, sort }: Parameters, isReading: boolean) {
  const [listed, setListed] = useState<readonly ExchangeRow[]>();
  const [isAll, setAll] = useState(false);
  /** The number of requests for the newest page, and of responses with it. */
  const [asked, setAsked] = useState(0);
  const [loaded, setLoaded] = useState(0);
  const [clearedAt, setClearedAt] = useState(0);
  const reading = useRef(isReading);
  reading.current = isReading;
  const limit = sort ? maxListed : pageSize;
  const query = { limit, name: sandbox, outcome, search: search?.trim() };
  const take = (added: readonly ExchangeRow[], isFirst: boolean) => {
    const isFull = added.length === limit;
    if (isFirst || (isFull && !reading.current)) {
      // Between a full page and the list some may be missing.
      setListed(added);
      setAll(!isFull);
      setLoaded((count) => count + 1);
    } else if (reading.current) {
      setListed((old = []) =>
        old.map((one) => added.find((other) => keyOf(other) === keyOf(one)) ?? one),
      );
    } else {
      setListed((old = []) => {
        const all = merge(old, added);
        setAll((isAll) => isAll && all.length <= maxListed);
        return all.slice(0, maxListed);
      });
    }
  };
  useEffect(() => follow({ query, take }), [sandbox, outcome, query.search, limit, asked]);
  const refresh = () => setAsked(asked + 1);
  useEffect(() => {
    if (!isReading && listed !== undefined) {
      refresh();
    }
  }, [isReading]);
  const showOlder = async () => {
    // As many again, with those that are there: many may have the time of the last one.
    const { length, 0: newest } = listed ?? [];
    const older = { ...query, limit: 2 * length, until: newest?.time };
    const path = `GET /changes${formatQuery(older)}`;
    const { requests } = await call<{ requests: readonly ExchangeRow[] }>(path);
    setListed(requests);
    setAll(requests.length < older.limit);
  };
  const exchanges = clearedAt ? listed?.filter(({ time }) => time > clearedAt) : listed;
  const clear = () => setClearedAt(listed?.[0]?.time ?? 0);
  return { exchanges, isAll: isAll || clearedAt > 0, loaded, showOlder, refresh, clear };
}
