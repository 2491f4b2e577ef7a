import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { formatTarget } from '../../document/message.js';
import { formatHar } from '../../har/write.js';
import type { ExchangeRow } from '../../server/admin/journal-routes.js';
import {
  Button,
  copy,
  download,
  IconButton,
  Pending,
  Search,
  SortHeading,
  Table,
} from '../components.js';
import { formatQuery, setParameters, type ViewProps } from '../router.js';
import { call, countOutcomes, follow, known, run, useLoaded } from '../simulator.js';
import { ExchangePanel, readService } from './exchange-panel.js';
import { columns, keyOf, openExchange, Row, readExchange, sortExchanges } from './exchanges.js';

/** What to do where nothing was sent yet. */
function Empty({ sandbox }: { readonly sandbox: string | undefined }) {
  const { origin, apiKey = 'YOUR_API_KEY' } = readService();
  const url = `${origin}${sandbox && sandbox !== 'default' ? `/sandboxes/${sandbox}` : ''}/v1`;
  const curl = `curl -H 'Authorization: Bearer ${apiKey}' ${url}/pets`;
  return (
    <section aria-label="How to begin">
      <h2>Requests appear here.</h2>
      <pre>{`Base URL  ${url}\nAPI key   ${apiKey}\n\n${curl}`}</pre>
      <div class="row">
        <Button onClick={() => copy(curl)}>Copy the command</Button>
      </div>
    </section>
  );
}

function focusRow(key: string | undefined): void {
  const row = document.getElementById(`row-${key}`);
  row?.focus();
  row?.closest('tr')?.scrollIntoView({ block: 'nearest' });
}

/** So many rows, of 32 px or more, fill the screen at first, and come at the end: each takes a millisecond. */
const pageSize = Math.max(40, Math.ceil(screen.height / 32));
/** So many are sorted by a column, or saved. */
const maxListed = 1_000;

export function Traffic({ parameters }: ViewProps) {
  const { sandbox, exchange: opened, outcome = '', search = '', sort } = parameters;
  const [drawn, setDrawn] = useState(pageSize);
  const [isAtTop, setAtTop] = useState(true);
  /** The latest time in the list, and the number of all exchanges, when a person began to read. */
  const [still, setStill] = useState<{ readonly until: number; readonly found: number }>();
  const [clearedAt, setClearedAt] = useState(0);
  const filter = { name: sandbox, outcome, search: search.trim() };
  const until = still?.until;
  const query = formatQuery({ ...filter, limit: sort ? maxListed : drawn, until });
  useLayoutEffect(() => follow(query), [query]);
  useEffect(() => setStill(undefined), [sandbox, outcome, search, sort]);
  const { requests, sandboxes } = known;
  const counts = countOutcomes(sandboxes, sandbox);
  const { all: total = 0, [outcome || 'all']: found = 0 } = counts;
  // The list stands still while a person reads.
  const isReading = opened !== undefined || !isAtTop;
  useEffect(() => {
    if (requests && isReading !== Boolean(still)) {
      setStill(isReading ? { until: requests[0]?.time ?? 0, found } : undefined);
    }
  }, [isReading, requests]);
  const fresh = still ? found - still.found : 0;
  const listed = (requests ?? []).filter(({ time }) => time > clearedAt);
  const shown = sortExchanges(listed, parameters).slice(0, drawn);
  const { value: exchange, error } = useLoaded(
    async () => opened && readExchange(opened),
    [opened, listed.find((one) => keyOf(one) === opened)?.duration],
  );
  const close = () => setParameters({ exchange: '' }, false);
  useLayoutEffect(() => {
    // Now that rows have their height beside the panel.
    focusRow(opened);
    return () => focusRow(opened);
  }, [opened]);
  const move = (rows: number) => {
    const next = shown[shown.findIndex((one) => keyOf(one) === opened) + rows];
    if (next !== undefined) {
      openExchange(keyOf(next));
    }
  };
  // Before the next key, which an effect might miss.
  useLayoutEffect(() => {
    document.onkeydown = (event) => {
      const keys = { ArrowDown: () => move(1), ArrowUp: () => move(-1), Escape: close };
      const act = keys[event.key as keyof typeof keys];
      if (act && !document.querySelector(':popover-open, input:focus, select:focus')) {
        event.preventDefault();
        act();
      }
    };
    return () => {
      document.onkeydown = null;
    };
  });
  const saveHar = async () => {
    const path = `GET /changes${formatQuery({ ...filter, until, limit: maxListed })}`;
    const { requests: rows } = await call<{ requests: readonly ExchangeRow[] }>(path);
    const saved = rows.filter(({ time }) => time > clearedAt);
    const exchanges = await Promise.all(saved.map((one) => readExchange(keyOf(one))));
    download(formatHar(exchanges), 'animal-store.har');
  };
  const showFresh = () => {
    setStill(undefined);
    document.querySelector('.scroll')?.scrollTo(0, 0);
  };
  const scroll = ({ currentTarget }: { readonly currentTarget: HTMLElement }) => {
    const { scrollTop, clientHeight, scrollHeight } = currentTarget;
    setAtTop(scrollTop < 8);
    if (scrollTop < 8) {
      setDrawn(pageSize);
    } else if (scrollTop + clientHeight > scrollHeight - 200) {
      setDrawn(shown.length + pageSize);
    }
  };
  if (requests === undefined) {
    return <Pending />;
  }
  // Few users can have a mismatch.
  const chips = Object.entries(counts).filter(([one, count]) => one !== 'mismatch' || count > 0);
  return (
    <>
      <div class="list">
        <div class="row">
          <Search label="Search method, path, status, body, note" />
          <fieldset class="row" aria-label="Outcome">
            {chips.map(([one, count]) => (
              <Button
                key={one}
                class={`s${one}`}
                aria-pressed={(outcome || 'all') === one}
                onClick={() => setParameters({ outcome: one === 'all' ? '' : one })}
              >
                {`${one} ${count}`}
              </Button>
            ))}
          </fieldset>
          <Button class="link" onClick={() => setClearedAt(listed[0]?.time ?? clearedAt)}>
            Clear the list
          </Button>
          <Button class="link" onClick={() => run(saveHar)}>
            Save as HAR
          </Button>
          {fresh > 0 && (
            <Button class="link" onClick={showFresh}>
              {fresh} new
            </Button>
          )}
        </div>
        {shown.length > 0 && (
          <Table
            label="Exchanges, newest first"
            columns={Object.keys(columns).map((name) => <SortHeading name={name} label={name} />)}
            onScroll={scroll}
          >
            {shown.map((one) => (
              <Row key={keyOf(one)} exchange={one} isOpened={keyOf(one) === opened} />
            ))}
          </Table>
        )}
        {total === 0 ? (
          <Empty sandbox={sandbox} />
        ) : (
          <small>
            {total} exchange{total === 1 ? '' : 's'} of {sandbox ?? 'all sandboxes'}; the list has{' '}
            {listed.length}
            {(outcome || search) && ' that pass the filters'}
            {listed.length >= drawn && ', and more as you scroll'}.
          </small>
        )}
      </div>
      {opened && (
        <aside aria-label="Exchange">
          <header class="row">
            <h2 class="grow">{exchange && `${exchange.method} ${formatTarget(exchange)}`}</h2>
            <IconButton icon="‹" name="Previous exchange" onClick={() => move(-1)} />
            <IconButton icon="›" name="Next exchange" onClick={() => move(1)} />
            <IconButton icon="×" name="Close" onClick={close} />
          </header>
          {exchange ? (
            <ExchangePanel key={opened} exchange={exchange} />
          ) : (
            <Pending error={error} />
          )}
        </aside>
      )}
    </>
  );
}
