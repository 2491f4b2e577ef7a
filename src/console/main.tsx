import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { describeActive, putSettings, useActive } from './active.js';
import { Behaviour } from './behaviour.js';
import { Button, Field, Form, IconButton, Menu, Select } from './components.js';
import { Pets } from './pets.js';
import { Responses } from './responses.js';
import { formatRoute, readRoute, setParameters, type ViewProps } from './router.js';
import { call, follow, keepToken, known, run, update } from './simulator.js';
import './styles.css';
import { Traffic } from './traffic/traffic.js';

/** The views in the order of the navigation. Their names in the URL are in lower case. */
const views = { Traffic, Responses, Pets, Behaviour };
const names = Object.keys(views) as (keyof typeof views)[];

const formatCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Selects the sandbox that all views show: the last used first, found by name or by the test that made them. */
function SandboxPicker({ shown, hasAll }: { readonly shown: string; readonly hasAll: boolean }) {
  const [search, setSearch] = useState('');
  // What belongs to the sandbox that was shown goes.
  const select = (sandbox: string) => setParameters({ sandbox, exchange: '', page: '' });
  const found = [...known.sandboxes.values()]
    .reverse()
    .filter(({ name, test = '' }) =>
      `${name}\n${test}`.toLowerCase().includes(search.toLowerCase()),
    );
  const renderOption = (name: string, value: string, facts: string) => (
    <li key={name}>
      <Button class="quiet option" data-closes onClick={() => select(value)}>
        <b>{name}</b> <span class="faint">{facts}</span>
      </Button>
    </li>
  );
  const requests = [...known.sandboxes.values()].reduce((sum, one) => sum + one.requests, 0);
  return (
    <Menu label={`Sandbox: ${shown}`} onToggle={() => setSearch('')}>
      <Form
        onSubmit={async () => {
          const name = search.trim();
          if (name !== '') {
            select(name);
            // The focus goes to the view, which closes the menu.
            document.querySelector('h1')?.focus();
          }
        }}
      >
        <input
          type="search"
          aria-label="Find or name a sandbox"
          placeholder="Find or name a sandbox"
          autocomplete="off"
          spellcheck={false}
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      </Form>
      <ul>
        {hasAll &&
          search === '' &&
          renderOption('all sandboxes', '', formatCount(requests, 'request'))}
        {found.slice(0, 100).map(({ name, test, requests: count, pets, rules }) => {
          const parts = [test, formatCount(count, 'request'), formatCount(pets, 'pet')];
          parts.push(rules > 0 ? formatCount(rules, 'rule') : '');
          return renderOption(name, name, parts.filter(Boolean).join(' · '));
        })}
      </ul>
    </Menu>
  );
}

/** What is active in the sandbox, whichever view is shown. */
function ActiveLine({ sandbox, active: { value } }: ViewProps) {
  if (value === undefined) {
    return null;
  }
  const { responses, behaviour } = describeActive(value);
  const others = [...known.sandboxes.values()].filter(
    ({ name, rules }) => rules > 0 && name !== sandbox,
  );
  const clear = async () => {
    await call('DELETE /rules', sandbox);
    await putSettings(sandbox, { latency: '0' });
  };
  const shown = responses.slice(0, 3);
  const more = responses.length - shown.length;
  return (
    <div class="active row" role="status" aria-label="Active">
      {responses.length + behaviour.length === 0 ? (
        <span class="faint grow">Nothing is forced in {sandbox}.</span>
      ) : (
        <span class="grow">
          <b>Active</b> in {sandbox}:{' '}
          {shown.length > 0 && (
            <a href={formatRoute('responses', { sandbox })}>{shown.join(' · ')}</a>
          )}
          {more > 0 && ` and ${more} more`}
          {shown.length > 0 && behaviour.length > 0 && ' · '}
          {behaviour.length > 0 && (
            <a href={formatRoute('behaviour', { sandbox })}>{behaviour.join(' · ')}</a>
          )}
        </span>
      )}
      {others.length > 0 && (
        <span class="faint">
          Rules also in{' '}
          {others.slice(0, 3).map(({ name }) => (
            <a key={name} href={formatRoute('responses', { sandbox: name })}>
              {name}
            </a>
          ))}
        </span>
      )}
      {responses.length > 0 && <Button onClick={() => run(clear)}>Clear</Button>}
    </div>
  );
}

const themeKey = 'animal-store-theme';
/** The values of CSS; that of the operating system comes first. */
const themes = [
  ['light dark', 'Theme: system'],
  ['light', 'Theme: light'],
  ['dark', 'Theme: dark'],
] as const;

const readTheme = () => localStorage.getItem(themeKey) ?? themes[0][0];

function applyTheme(theme: string): void {
  localStorage.setItem(themeKey, theme);
  document.documentElement.style.colorScheme = theme;
}

function Console() {
  const { view, parameters } = readRoute();
  const name = names.find((one) => one.toLowerCase() === view) ?? 'Traffic';
  const Content = views[name];
  const { sandbox } = parameters;
  const chosen = sandbox ?? 'default';
  const active = useActive(chosen);
  const heading = useRef<HTMLHeadingElement>(null);
  const shownBefore = useRef('');
  useEffect(() => {
    document.title = `${name} - Animal Store simulator`;
    // Who follows a link by keyboard or screen reader goes on at the view.
    if (shownBefore.current !== '') {
      heading.current?.focus();
    }
    shownBefore.current = name;
  }, [name]);
  const viewProps = { sandbox: chosen, parameters, active };
  return (
    <>
      <header class="bar row">
        <strong>Animal Store simulator</strong>
        <nav aria-label="Views">
          {names.map((one) => (
            <a
              key={one}
              href={formatRoute(one.toLowerCase(), sandbox ? { sandbox } : {})}
              aria-current={one === name ? 'page' : undefined}
            >
              {one}
            </a>
          ))}
          <a href="docs">Reference</a>
        </nav>
        <SandboxPicker
          shown={sandbox ?? (name === 'Traffic' ? 'all' : 'default')}
          hasAll={name === 'Traffic'}
        />
        <Select aria-label="Theme" selected={readTheme()} values={themes} onSelect={applyTheme} />
      </header>
      <ActiveLine {...viewProps} />
      <main class={name.toLowerCase()}>
        <h1 ref={heading} tabIndex={-1}>
          {name}
        </h1>
        <Content {...viewProps} />
      </main>
    </>
  );
}

function Login() {
  return (
    <main class="login stack">
      <h1>Animal Store simulator</h1>
      <Form
        class="stack"
        onSubmit={async ({ token = '' }) => {
          keepToken(token);
          await call('GET /sandboxes');
          update({ needsToken: false, error: undefined });
        }}
      >
        <Field label="Admin token" hint="The value of --admin-token.">
          <input name="token" type="password" autocomplete="off" required autofocus />
        </Field>
        <Button class="primary" type="submit">
          Open the console
        </Button>
      </Form>
    </main>
  );
}

/** The message of the last action, in one of two live regions that are always there. */
function Notice() {
  const { text, isError = false } = known.notice ?? {};
  const message = text && (
    <div class="notice row">
      {text}
      <IconButton icon="close" name="Close" onClick={() => update({ notice: undefined })} />
    </div>
  );
  return (
    <>
      <div role="alert">{isError && message}</div>
      <div role="status">{isError || message}</div>
    </>
  );
}

function App() {
  const [, setRound] = useState(0);
  useEffect(() => {
    const redraw = () => setRound((round) => round + 1);
    addEventListener('hashchange', redraw);
    void follow(redraw);
  }, []);
  const { connection, error, needsToken } = known;
  if (needsToken) {
    return <Login />;
  }
  return (
    <>
      <div role="status">
        {error && <p class="away">{error} This page tries again every second.</p>}
      </div>
      {connection > 0 ? (
        <Console />
      ) : (
        <main class="login">
          <h1>Animal Store simulator</h1>
          {!error && <p class="faint">Loading…</p>}
        </main>
      )}
      <Notice />
    </>
  );
}

applyTheme(readTheme());
render(<App />, document.body);
