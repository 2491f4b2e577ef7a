import { useEffect, useMemo, useState } from 'preact/hooks';
import { openPointNames } from '../../document/open-points.js';
import { call } from '../api.js';
import { known } from '../changes.js';
import { Button } from '../components/button.js';
import { Select } from '../components/field.js';
import { useLoaded } from '../hooks.js';
import { navigate, replaceRoute } from '../router.js';
import { operationNames } from '../rules/rule-text.js';
import { useStore } from '../store.js';
import type { Exchange, ViewProps } from '../types.js';
import { ContractDialog } from './contract-dialog.js';
import { ExchangeDialog } from './exchange-dialog.js';
import { ExchangeList } from './exchange-list.js';
import { answerKinds } from './kinds.js';
import { isWaiting, passes, type Row, TrafficLog, toRow } from './log.js';
import { Timeline } from './timeline.js';

const statuses = '200 201 204 400 401 404 405 410 413 415 429 500 501 502 503 504'.split(' ');

/** The filters: their names in the URL, their labels, and their values. */
const filters = [
  ['operation', 'Operation', operationNames],
  [
    'status',
    'Status',
    [
      ['failed', 'failures: 4xx, 5xx, faults'],
      ['2', '2xx'],
      ['4', '4xx'],
      ['5', '5xx'],
      ...statuses,
    ],
  ],
  ['note', 'Note', [...answerKinds, 'deprecated', 'scenario', ...openPointNames]],
] as const;

/** This many exchanges of a sandbox are read from its journal: of one that was chosen, all by default. */
const limits = { chosen: 1_000, each: 100 };
const waitingDelay = 1_000;

/** Follows the exchanges of one sandbox, or of all. */
function useTraffic(chosen: string | undefined) {
  const { sandboxes, connection } = useStore(known);
  const log = useMemo(() => new TrafficLog(), [chosen]);
  const [round, setRound] = useState(0);
  const draw = () => setRound((count) => count + 1);
  const followed = [...sandboxes.values()].filter(
    ({ summary }) => chosen === undefined || summary.name === chosen,
  );
  const limit = chosen === undefined ? limits.each : limits.chosen;
  useEffect(() => {
    // Without an answer, the next connection reads it.
    log.read(followed, connection, limit).then(draw, () => {});
  }, [log, sandboxes]);
  useEffect(() => {
    if (log.rows.some(isWaiting)) {
      const read = () => log.read(followed, connection, limit).then(draw, draw);
      const timer = setTimeout(read, waitingDelay);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [round]);
  const total = followed.reduce((sum, { summary }) => sum + summary.requests, 0);
  const clear = () => {
    log.clear();
    draw();
  };
  return { rows: log.rows, total, clear };
}

/** @throws {Error} when the journal doesn't have it */
async function loadExchange(key: string): Promise<Row> {
  const [sandbox, number] = key.split('.', 2);
  const query = { after: Math.max(Number(number) - 1, 0) || 0, limit: 1 };
  const reply = await call<{ requests: Exchange[] }>('GET /requests', sandbox, { query });
  const exchange = reply.requests.find((one) => String(one.number) === number);
  if (exchange === undefined) {
    throw new Error(`The journal of ${sandbox} has no exchange ${number} any more.`);
  }
  return toRow(exchange);
}

/** The exchange in the URL: `exchange=checkout-7.12`. The back button closes it. */
function useOpened({ chosen, parameters }: ViewProps, rows: readonly Row[]) {
  const { exchange: key, ...others } = Object.fromEntries(parameters);
  const [clicked, setClicked] = useState<Row>();
  const has = ({ id }: Row) => key !== undefined && id.startsWith(`${key} `);
  // After a restart of the simulator, several rows have the same number.
  const chosenRow = clicked && has(clicked) ? clicked : rows.find(has);
  const listed = rows.find(({ id }) => id === chosenRow?.id) ?? chosenRow;
  const isMissing = key !== undefined && listed === undefined;
  const { value, error } = useLoaded(
    async () => (isMissing ? await loadExchange(key) : undefined),
    [isMissing && key],
  );
  const open = (row: Row) => {
    setClicked(row);
    const { sandbox, number } = row.exchange;
    navigate('traffic', chosen, { ...others, exchange: `${sandbox}.${number}` });
  };
  const close = () => {
    if (clicked === undefined) {
      replaceRoute('traffic', chosen, others);
    } else {
      setClicked(undefined);
      history.back();
    }
  };
  return { opened: listed ?? (value && has(value) ? value : undefined), error, open, close };
}

const formatCount = (count: number) => `${count} exchange${count === 1 ? '' : 's'}`;

/** Every exchange as it happens. */
export default function Traffic(props: ViewProps) {
  const { chosen, parameters } = props;
  const now = useTraffic(chosen);
  const [paused, setPaused] = useState<readonly Row[]>();
  const [isContractOpen, setContractOpen] = useState(false);
  useEffect(() => setPaused(undefined), [chosen]);
  const { opened, error, open, close } = useOpened(props, now.rows);
  const filter = Object.fromEntries(parameters);
  const rows = paused ?? now.rows;
  const shown = rows.filter((row) => passes(row, filter));
  const total = Math.max(now.total, now.rows.length);
  const seen = new Set(paused?.map(({ id }) => id));
  const waiting = now.rows.filter(({ id }) => !seen.has(id)).length;
  const select = (name: string, value: string) => {
    const changed = Object.entries({ ...filter, [name]: value }).filter(([, one]) => one !== '');
    navigate('traffic', chosen, Object.fromEntries(changed));
  };
  const clear = () => {
    now.clear();
    setPaused(undefined);
  };
  return (
    <>
      <div class="row">
        {filters.map(([name, label, values]) => (
          <Select
            key={name}
            label={label}
            selected={filter[name] ?? ''}
            values={[['', 'all'], ...values]}
            onSelect={(value) => select(name, value)}
          />
        ))}
        <Button
          aria-pressed={paused !== undefined}
          onClick={() => setPaused(paused ? undefined : now.rows)}
        >
          {paused ? `Continue (${waiting} new)` : 'Pause'}
        </Button>
        <Button onClick={clear}>Clear the list</Button>
        <Button aria-haspopup="dialog" onClick={() => setContractOpen(true)}>
          Contract
        </Button>
      </div>
      <p class="quiet">
        {formatCount(total)} of {chosen ?? 'all sandboxes'}
        {rows.length < total && `; here are the last ${rows.length}`}
        {shown.length < rows.length && `, of which ${shown.length} pass the filters`}. The newest is
        on top.
      </p>
      {error && <p role="alert">{error}</p>}
      <Timeline rows={shown} />
      {shown.length > 0 ? (
        <ExchangeList rows={shown} onOpen={open} />
      ) : (
        <p>
          {rows.length > 0
            ? 'No exchange passes the filters.'
            : `No exchange${chosen ? ` in the sandbox ${chosen}` : ''} yet. Send a request to the service.`}
        </p>
      )}
      {isContractOpen && <ContractDialog onClose={() => setContractOpen(false)} />}
      {opened && <ExchangeDialog row={opened} onClose={close} />}
    </>
  );
}
