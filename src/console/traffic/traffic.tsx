import { useEffect, useRef, useState } from 'preact/hooks';
import { type Exchange, outcomes } from '../../engine/exchange.js';
import { Button, copy, Pending, useNow } from '../components.js';
import { setParameters, type ViewProps } from '../router.js';
import { known, useLoaded } from '../simulator.js';
import { ExchangeList } from './exchange-list.js';
import { ExchangePanel, readService } from './exchange-panel.js';
import { keyOf, limits, maxSandboxes, passes, readExchange, useTraffic } from './exchanges.js';

/** What to do where nothing was sent yet. */
function Empty({ sandbox }: { readonly sandbox: string | undefined }) {
  const { origin, apiKey = 'YOUR_API_KEY' } = readService();
  const url = `${origin}${sandbox && sandbox !== 'default' ? `/sandboxes/${sandbox}` : ''}/v1`;
  const curl = `curl -H 'Authorization: Bearer ${apiKey}' ${url}/pets`;
  return (
    <section class="stack" aria-label="How to begin">
      <h2>Requests appear here.</h2>
      <pre>{`Base URL  ${url}\nAPI key   ${apiKey}\n\n${curl}`}</pre>
      <div class="row">
        <Button class="primary" onClick={() => copy(curl)}>
          Copy the command
        </Button>
      </div>
    </section>
  );
}

/** How many exchanges there were since the list stands still. */
function countFresh(held: ReadonlyMap<string, number> | undefined, sandbox: string | undefined) {
  const all = [...known.sandboxes.values()].filter(({ name }) => name === (sandbox ?? name));
  const more = all.map(({ name, requests }) => Math.max(requests - (held?.get(name) ?? 0), 0));
  return held === undefined ? 0 : more.reduce((sum, one) => sum + one, 0);
}

/** The exchange in the URL: `exchange=checkout-7.12`. The journal is asked for one that isn't listed. */
function OpenedExchange(props: {
  readonly name: string;
  readonly listed: Exchange | undefined;
  readonly onMove: (rows: -1 | 1) => void;
  readonly onClose: () => void;
}) {
  const { name, listed, ...rest } = props;
  const { value, error } = useLoaded(() => readExchange(name), [name]);
  const exchange = listed ?? value;
  return exchange === undefined ? (
    <aside aria-label="Exchange">
      <Pending error={error} />
      <Button onClick={rest.onClose}>Close</Button>
    </aside>
  ) : (
    <ExchangePanel key={name} exchange={exchange} {...rest} />
  );
}

export function Traffic({ parameters }: ViewProps) {
  const { sandbox, exchange: opened, outcome = '', search = '' } = parameters;
  const now = useNow();
  const traffic = useTraffic(sandbox, now);
  const [isPaused, setPaused] = useState(false);
  const [isAtTop, setAtTop] = useState(true);
  /** How many exchanges each sandbox had when the list began to stand still. */
  const [held, setHeld] = useState<ReadonlyMap<string, number>>();
  const list = useRef<HTMLDivElement>(null);
  const isReading = isPaused || opened !== undefined || !isAtTop;
  // The list stands still while a person reads.
  const hold = () => {
    const numbers = new Map([...known.sandboxes].map(([name, one]) => [name, one.requests]));
    for (const { sandbox: name, number } of traffic.exchanges) {
      numbers.set(name, Math.max(number, numbers.get(name) ?? 0));
    }
    setHeld(isReading ? numbers : undefined);
  };
  useEffect(hold, [isReading, sandbox, known.connection]);
  const { total, counts, isLoaded, exchanges } = traffic;
  const isOld = (one: Exchange) => held === undefined || one.number <= (held.get(one.sandbox) ?? 0);
  const listed = exchanges.filter(isOld);
  const shown = listed.filter((one) => passes(one, parameters));
  const fresh = exchanges.length === 0 ? 0 : countFresh(held, sandbox);
  const showFresh = () => {
    hold();
    list.current?.querySelector('.scroll')?.scrollTo(0, 0);
  };
  const open = (exchange: Exchange | undefined, isStep: boolean) => {
    if (exchange !== undefined) {
      setParameters({ exchange: keyOf(exchange) }, isStep);
      document.getElementById(`row-${keyOf(exchange)}`)?.focus();
    }
  };
  const close = () => {
    setParameters({ exchange: '' }, false);
    document.getElementById(`row-${opened}`)?.focus();
  };
  const move = (rows: number) => {
    const focused = document.activeElement?.id.replace(/^row-/, '');
    const at = shown.findIndex((one) => keyOf(one) === (opened ?? focused));
    const next = shown[at + rows];
    if (opened !== undefined) {
      open(next, false);
    } else if (next !== undefined) {
      document.getElementById(`row-${keyOf(next)}`)?.focus();
    }
  };
  // Always the latest: effects run later than a fast key.
  const onKeyDown = useRef((_event: KeyboardEvent) => {});
  onKeyDown.current = (event) => {
    const rows = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isInField = event.target instanceof Element && event.target.closest('input, select');
    if (document.querySelector('dialog[open], details.menu[open]') !== null) {
      return;
    }
    if (event.key === 'Escape' && opened !== undefined) {
      close();
    } else if (rows !== undefined && !isInField) {
      event.preventDefault();
      move(rows);
    }
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown.current(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  const chips = [
    ['', 'all', total] as const,
    ...outcomes.map((one) => [one, one, counts[one]] as const),
  ];
  if (!isLoaded) {
    return <Pending error={undefined} />;
  }
  return (
    <div class="split" ref={list}>
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
            {chips.map(([value, label, count]) => (
              <Button
                key={value}
                class={`chip s${value}`}
                aria-pressed={outcome === value}
                onClick={() => setParameters({ outcome: value })}
              >
                {label} {count}
              </Button>
            ))}
          </fieldset>
        </div>
        <div class="row">
          <Button class="quiet" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
            {isPaused ? 'Continue' : 'Pause'}
          </Button>
          <Button class="quiet" onClick={traffic.clear}>
            Clear the list
          </Button>
        </div>
        {fresh > 0 && (
          <Button class="fresh" onClick={showFresh}>
            {fresh} new
          </Button>
        )}
        {shown.length > 0 ? (
          <ExchangeList
            exchanges={shown}
            opened={opened}
            now={now}
            isMixed={sandbox === undefined}
            onOpen={(exchange) => open(exchange, opened === undefined)}
            onScroll={setAtTop}
          />
        ) : total === 0 ? (
          <Empty sandbox={sandbox} />
        ) : (
          <p class="faint">
            {listed.length > 0
              ? `None of the ${listed.length} listed exchanges passes the search and the chips.`
              : 'The list is empty. New requests appear here.'}
          </p>
        )}
        {total > 0 && (
          <small>
            {total} exchange{total === 1 ? '' : 's'} of {sandbox ?? 'all sandboxes'}
            {listed.length < total - fresh &&
              `; the list has ${listed.length}: what the journals keep, at most the last ${sandbox ? limits.chosen : `${limits.each} of each of ${maxSandboxes} sandboxes`}`}
            {shown.length < listed.length && `; ${shown.length} pass the filters`}.
          </small>
        )}
      </div>
      {opened && (
        <OpenedExchange
          name={opened}
          listed={listed.find((one) => keyOf(one) === opened)}
          onMove={move}
          onClose={close}
        />
      )}
    </div>
  );
}
