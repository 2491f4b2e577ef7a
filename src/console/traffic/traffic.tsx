import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { formatTarget } from '../../document/message.js';
import type { Outcome } from '../../engine/exchange.js';
import { formatHar } from '../../har/write.js';
import { Button, copy, download, IconButton, Pending } from '../components.js';
import { readRoute, setParameters, type ViewProps } from '../router.js';
import { countOutcomes, known, run, sum, useLoaded } from '../simulator.js';
import { ExchangeList } from './exchange-list.js';
import { ExchangePanel, readService } from './exchange-panel.js';
import { keyOf, readExchange, sortExchanges, useTraffic } from './exchanges.js';

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

export function Traffic({ parameters }: ViewProps) {
  const { sandbox, exchange: opened, outcome = '', search = '' } = parameters;
  const [isAtTop, setAtTop] = useState(true);
  // The list stands still while a person reads.
  const isReading = opened !== undefined || !isAtTop;
  const { exchanges, isAll, loaded, showOlder, refresh, clear } = useTraffic(parameters, isReading);
  const listed = exchanges ?? [];
  const { sort, order } = parameters;
  const shown = useMemo(() => sortExchanges(listed, parameters), [exchanges, sort, order]);
  const row = listed.find((one) => keyOf(one) === opened);
  const { value: exchange, error } = useLoaded(
    async () => opened && readExchange(opened),
    [opened, row?.duration],
  );
  const total = sum(known.sandboxes, sandbox, ({ requests }) => requests);
  const found = sum(known.sandboxes, sandbox, ({ requests, counts }) =>
    outcome ? counts[outcome as Outcome] : requests,
  );
  const seen = useMemo(() => found, [isReading, loaded, sandbox]);
  const fresh = isReading ? found - seen : 0;
  const open = (key: string) =>
    setParameters({ exchange: key }, readRoute().parameters.exchange === undefined);
  const close = () => setParameters({ exchange: '' }, false);
  useLayoutEffect(() => {
    // Now that rows have their height beside the panel.
    focusRow(opened);
    return () => focusRow(opened);
  }, [opened]);
  const move = (rows: number) => {
    const next = shown[shown.findIndex((one) => keyOf(one) === opened) + rows];
    if (next !== undefined) {
      open(keyOf(next));
    }
  };
  // Before the next key, which an effect might miss.
  useLayoutEffect(() => {
    document.onkeydown = (event) => {
      const rows = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (document.querySelector(':popover-open, input:focus, select:focus') !== null) {
        return;
      }
      if (event.key === 'Escape' && opened !== undefined) {
        close();
      } else if (rows !== undefined) {
        event.preventDefault();
        move(rows);
      }
    };
    return () => {
      document.onkeydown = null;
    };
  });
  const saveHar = async () => {
    const exchanges = await Promise.all(shown.map((one) => readExchange(keyOf(one))));
    download(formatHar(exchanges), 'animal-store.har');
  };
  const showFresh = () => {
    refresh();
    document.querySelector('.scroll')?.scrollTo(0, 0);
  };
  if (exchanges === undefined) {
    return <Pending />;
  }
  const chips = [
    ['', `all ${total}`],
    ...countOutcomes(known.sandboxes, sandbox).map(([one, count]) => [one, `${one} ${count}`]),
  ] as const;
  return (
    <>
      <div class="list">
        <div class="row">
          <input
            type="search"
            aria-label="Search method, path, status, body, note"
            placeholder="Search method, path, status, body, note"
            defaultValue={search}
            onInput={({ currentTarget }) => setParameters({ search: currentTarget.value }, false)}
          />
          <fieldset class="row" aria-label="Outcome">
            {chips.map(([value, label]) => (
              <Button
                key={value}
                class={`chip s${value}`}
                aria-pressed={outcome === value}
                onClick={() => setParameters({ outcome: value })}
              >
                {label}
              </Button>
            ))}
          </fieldset>
          <Button class="quiet" onClick={clear}>
            Clear the list
          </Button>
          <Button class="quiet" onClick={() => run(saveHar)}>
            Save as HAR
          </Button>
          {fresh > 0 && (
            <Button class="link" onClick={showFresh}>
              {fresh} new
            </Button>
          )}
        </div>
        {shown.length > 0 ? (
          <ExchangeList
            exchanges={shown}
            parameters={parameters}
            isMixed={sandbox === undefined}
            onOpen={open}
            onScroll={setAtTop}
            showOlder={isAll ? undefined : showOlder}
          />
        ) : (
          total === 0 && <Empty sandbox={sandbox} />
        )}
        {total > 0 && (
          <small>
            {total} exchange{total === 1 ? '' : 's'} of {sandbox ?? 'all sandboxes'}; the list has{' '}
            {listed.length}
            {(outcome || search) && ' that pass the filters'}
            {!isAll && ', and more as you scroll'}.
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
