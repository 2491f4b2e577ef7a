import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { formatHar } from '../../har/write.js';
import { Button, copy, download, IconButton, Pending, useNow } from '../components.js';
import { setParameters, type ViewProps } from '../router.js';
import { countOutcomes, known, sum, useLoaded } from '../simulator.js';
import { ExchangeList } from './exchange-list.js';
import { ExchangePanel, readService } from './exchange-panel.js';
import { formatRequest, keyOf, passes, readExchange, useTraffic } from './exchanges.js';

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

const focusRow = (key: string | undefined) => document.getElementById(`row-${key}`)?.focus();

export function Traffic({ parameters }: ViewProps) {
  const { sandbox, exchange: opened, outcome = '', search = '' } = parameters;
  const now = useNow();
  const { exchanges, isLoaded, clear } = useTraffic(sandbox, now);
  const [isPaused, setPaused] = useState(false);
  const [isAtTop, setAtTop] = useState(true);
  // The list stands still while a person reads: at what the sandboxes had then.
  const [held, setHeld] = useState<typeof known.sandboxes>();
  const isReading = isPaused || opened !== undefined || !isAtTop;
  const hold = () => setHeld(isReading ? known.sandboxes : undefined);
  useEffect(hold, [isReading, sandbox, known.connection]);
  // The journal is asked for an opened exchange that isn't listed.
  const { value, error } = useLoaded(async () => opened && readExchange(opened), [opened]);
  const last = held ?? known.sandboxes;
  const listed = exchanges.filter((one) => one.number <= (last.get(one.sandbox)?.requests ?? 0));
  const shown = listed.filter((one) => passes(one, parameters));
  const total = sum(known.sandboxes, sandbox, ({ requests }) => requests);
  const fresh = total - sum(last, sandbox, ({ requests }) => requests);
  const exchange = [...listed, value].find((one) => one && keyOf(one) === opened);
  const open = (key: string) => {
    setParameters({ exchange: key }, opened === undefined);
    focusRow(key);
  };
  const close = () => {
    setParameters({ exchange: '' }, false);
    focusRow(opened);
  };
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
  const showFresh = () => {
    hold();
    document.querySelector('.scroll')?.scrollTo(0, 0);
  };
  if (!isLoaded) {
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
        </div>
        <div class="row">
          <Button class="quiet" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
            {isPaused ? 'Continue' : 'Pause'}
          </Button>
          <Button class="quiet" onClick={clear}>
            Clear the list
          </Button>
          <Button class="quiet" onClick={() => download(formatHar(shown), 'animal-store.har')}>
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
            opened={opened}
            now={now}
            isMixed={sandbox === undefined}
            onOpen={open}
            onScroll={setAtTop}
          />
        ) : (
          total === 0 && <Empty sandbox={sandbox} />
        )}
        {total > 0 && (
          <small>
            {total} exchange{total === 1 ? '' : 's'} of {sandbox ?? 'all sandboxes'}; the list has{' '}
            {listed.length}
            {shown.length < listed.length && `, of which ${shown.length} pass the filters`}.
          </small>
        )}
      </div>
      {opened && (
        <aside aria-label="Exchange">
          <header class="row">
            <h2 class="grow">{exchange && formatRequest(exchange)}</h2>
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
