import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatCurl } from '../../base/curl.js';
import { formatTarget } from '../../document/message.js';
import { findFault, findOutcome } from '../../engine/exchange.js';
import { createHar } from '../../har/write.js';
import type { RecordedExchange } from '../../server/admin/journal-routes.js';
import { formatDuration } from '../active.js';
import {
  Button,
  type Chip,
  Chips,
  copy,
  download,
  Empty,
  IconButton,
  Pending,
  Search,
  Table,
} from '../components.js';
import { Icon } from '../icons.js';
import { formatQuery, formatRoute, setParameters, type ViewProps } from '../router.js';
import { follow, known, run, useLoaded } from '../simulator.js';
import { readStored, store } from '../storage.js';
import { ExchangePanel, readService } from './exchange-panel.js';
import {
  clock,
  columns,
  formatTotal,
  keyOf,
  openExchange,
  Row,
  readExchange,
  readRows,
  StatusCell,
  sortExchanges,
} from './exchanges.js';

function FirstRequest({ sandbox }: { sandbox: string | undefined }) {
  const { origin, apiKey = 'YOUR_API_KEY' } = readService();
  const url = `${origin}${sandbox && sandbox !== 'default' ? `/sandboxes/${sandbox}` : ''}/v1`;
  const headers = [['Authorization', `Bearer ${apiKey}`]] as const;
  const curl = formatCurl({ method: 'GET', url: `${url}/pets`, headers });
  return (
    <Empty title="Requests appear here" action={['Copy the command', () => copy(curl), 'copy']}>
      <pre>{`Base URL  ${url}\nAPI key   ${apiKey}\n\n${curl}`}</pre>
    </Empty>
  );
}

/** The number of rows that fill the screen, at 32 px or more, and come at the end: each takes a millisecond. */
const rowsPerPage = Math.max(40, Math.ceil(screen.height / 32));
/** The maximum number of rows that are sorted by a column, or saved. */
const maxExchanges = 1_000;
/** The key of the time until which this tab hides requests. */
const clearedKey = 'animal-store-cleared';

const outcomeTexts: Readonly<Record<string, string>> = { fault: 'faults', mismatch: 'mismatches' };

interface DetailProps {
  opened: string;
  exchange: RecordedExchange | null | undefined;
  error: string | undefined;
  list: string;
  move: (rows: number) => void;
}

function Detail({ opened, exchange, error, list, move }: DetailProps) {
  const [sandbox, number] = opened.split('/', 2);
  const { status = 0, notes = [], duration, time, test, operation } = exchange ?? {};
  const facts = [
    operation,
    exchange && formatDuration(duration),
    time && clock.format(new Date(time)),
    <a href={formatRoute('traffic', { exchange: opened })}>{opened}</a>,
    test && `test “${test}”`,
  ];
  return (
    <aside class="detail" aria-label="Request" tabIndex={-1}>
      <header>
        <a class="button plain icon back" href={list} aria-label="All requests">
          <Icon name="back" />
        </a>
        <h2>
          {exchange && (
            <>
              <StatusCell
                {...{ status, outcome: findOutcome(status, notes), fault: findFault(notes) }}
              />
              <code>{`${exchange.method} ${formatTarget(exchange)}`}</code>
            </>
          )}
        </h2>
        <div class="steps">
          <IconButton icon="up" name="Newer request (↑)" onClick={() => move(-1)} />
          <IconButton icon="down" name="Older request (↓)" onClick={() => move(1)} />
          <a class="button plain icon close" href={list} aria-label="Close" title="Close (Escape)">
            <Icon name="close" />
          </a>
        </div>
        {exchange && (
          <p class="facts">
            {facts.filter(Boolean).map((fact) => (
              <span>{fact}</span>
            ))}
          </p>
        )}
      </header>
      {exchange && <ExchangePanel key={opened} exchange={exchange} />}
      {exchange === undefined && <Pending error={error} />}
      {exchange === null && (
        <Empty title={`No request ${number} in ${sandbox}`}>
          <p class="soft">It was cleared by a reset, or never sent.</p>
        </Empty>
      )}
    </aside>
  );
}

export function Traffic({ parameters }: ViewProps) {
  const { exchange: opened, ...rest } = parameters;
  const { sandbox, outcome = '', search = '', sort } = rest;
  const [drawn, setDrawn] = useState(rowsPerPage);
  const [isAtTop, setAtTop] = useState(true);
  /** The latest time in the list, when a person began to read. */
  const [until, setUntil] = useState<number>();
  const [since, setSince] = useState(Number(readStored(clearedKey)));
  const filter = { name: sandbox, outcome, search: search.trim(), since, until };
  follow({ ...filter, limit: sort ? maxExchanges : drawn });
  useEffect(() => setUntil(undefined), [sandbox, outcome, search, sort]);
  const { listed } = known;
  const { requests = [], counts = { all: 0 }, kept = 0, cleared = 0, dropped = 0 } = listed ?? {};
  const { [outcome || 'all']: found = 0 } = counts as Record<string, number>;
  // The list stands still while a person reads.
  const isReading = opened !== undefined || !isAtTop;
  useEffect(
    () => setUntil(isReading ? (until ?? requests[0]?.time) : undefined),
    [isReading, listed],
  );
  const shown = sortExchanges(requests, parameters).slice(0, drawn);
  const index = shown.findIndex((one) => keyOf(one) === opened);
  const isListed = index >= 0;
  const { value: exchange, error } = useLoaded(
    async () => (opened === undefined ? undefined : readExchange(opened)),
    [opened, shown[index]?.duration, known.info],
  );
  /** The request that had the focus last, or whose panel had it. */
  const focused = useRef(opened);
  useLayoutEffect(() => {
    const row = document.getElementById(`row-${opened ?? focused.current}`);
    // Now that rows have their height beside the panel.
    row?.scrollIntoView({ block: 'nearest' });
    if (opened !== focused.current) {
      focused.current = opened;
      const panel = document.querySelector<HTMLElement>('.detail:not(:focus-within)');
      (opened === undefined ? row : panel)?.focus();
    }
  }, [opened, isListed]);
  useEffect(() => {
    const time = exchange ? Date.parse(exchange.time) : Number.NaN;
    if (time > (until ?? time)) {
      // The request was sent again meanwhile.
      setUntil(undefined);
    } else if (!isListed && requests.length === drawn && (requests.at(-1)?.time ?? 0) >= time) {
      // A link may open a row that is further below.
      setDrawn(drawn + rowsPerPage);
    }
  }, [exchange, listed]);
  const list = formatRoute('traffic', rest);
  const move = (rows: number) => {
    const next = isListed && shown[index + rows];
    if (next) {
      openExchange(keyOf(next));
    }
  };
  const pressKey = (event: KeyboardEvent) => {
    const keys = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Escape: () => setParameters({ exchange: '' }, false),
    };
    const act = keys[event.key as keyof typeof keys];
    const isTyping = (event.target as Element).closest('input, select, textarea, [popover]');
    if (act && opened !== undefined && !isTyping) {
      event.preventDefault();
      act();
    }
  };
  const saveHar = async () => {
    const rows = await readRows(filter, maxExchanges);
    const exchanges = await Promise.all(rows.map((one) => readExchange(keyOf(one))));
    download(
      JSON.stringify(createHar(exchanges.filter((one) => one !== null))),
      'animal-store.har',
    );
  };
  const clear = (latest: number) => {
    store(clearedKey, String(latest));
    setSince(latest);
    setUntil(undefined);
  };
  const showNewer = () => {
    setUntil(undefined);
    document.querySelector('.scroll')?.scrollTo(0, 0);
  };
  const scroll = ({ currentTarget }: { readonly currentTarget: HTMLElement }) => {
    const { scrollTop, clientHeight, scrollHeight } = currentTarget;
    setAtTop(scrollTop < 8);
    if (scrollTop < 8) {
      setDrawn(rowsPerPage);
    } else if (scrollTop + clientHeight > scrollHeight - 200) {
      setDrawn(shown.length + rowsPerPage);
    }
  };
  const chips = Object.entries(counts)
    // Few users can have a mismatch.
    .filter(([one, count]) => one !== 'mismatch' || count > 0)
    .map(([one, count]): Chip => {
      const [value, tone] = [one === 'all' ? '' : one, /^\d/.test(one) ? `s${one}` : one];
      return [value, outcomeTexts[one] ?? one, count, tone];
    });
  const searched = [search.trim() && `“${search.trim()}”`, outcomeTexts[outcome] ?? outcome];
  return (
    <main class="traffic" onKeyDown={pressKey}>
      <h1 class="hidden" tabIndex={-1}>
        Traffic
      </h1>
      <div class="list">
        <div class="bar">
          <Search label="Search method, path, status, body and reason" placeholder="Search" />
          <Chips parameter="outcome" chips={chips} />
          <Button
            class="plain end"
            icon="clear"
            label="Clear"
            title="Clear the list; the simulator keeps the requests"
            onClick={() => clear(listed?.latest ?? 0)}
          />
          <Button
            class="plain"
            icon="save"
            label="Save as HAR"
            title="Save the requests of this list as HAR"
            onClick={() => run(saveHar)}
          />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus */}
        <section class="scroll" aria-label="Requests, newest first" tabIndex={0} onScroll={scroll}>
          {shown.length > 0 && (
            <Table
              class="requests"
              columns={Object.keys(columns).map((name) => [`c-${name.toLowerCase()}`, name, name])}
            >
              <tbody>
                {shown.map((one) => (
                  <Row
                    key={keyOf(one)}
                    exchange={one}
                    isOpened={keyOf(one) === opened}
                    query={formatQuery(rest)}
                    search={search}
                  />
                ))}
              </tbody>
            </Table>
          )}
          {listed === undefined && <Pending />}
          {listed && shown.length === 0 && kept > 0 && (
            <Empty
              icon="search"
              title={`None of the ${kept} requests has ${searched.filter(Boolean).join(' and ')}`}
              action={[`Show all ${kept}`, () => setParameters({ outcome: '', search: '' })]}
            />
          )}
          {listed && kept === 0 && cleared > 0 && (
            <Empty
              icon="clear"
              title={`Cleared up to ${clock.format(since)}`}
              action={['Show them again', () => clear(0)]}
            >
              <p class="soft">{cleared} earlier requests are hidden. New ones appear here.</p>
            </Empty>
          )}
          {listed && kept + cleared === 0 && <FirstRequest sandbox={sandbox} />}
        </section>
        <div class="foot">
          <span role="status">
            {listed && formatTotal(found, { kept, dropped, cleared }, sandbox)}
          </span>
          <span class="row end">
            {cleared > 0 && (
              <Button class="plain small" onClick={() => clear(0)}>
                Show {cleared} earlier
              </Button>
            )}
            {(listed?.newer ?? 0) > 0 && (
              <Button class="primary small" icon="arrow" onClick={showNewer}>
                {listed?.newer} new
              </Button>
            )}
          </span>
        </div>
      </div>
      {opened && <Detail {...{ opened, exchange, error, list, move }} />}
    </main>
  );
}
