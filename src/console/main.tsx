import { render } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import type { Active } from '../server/admin/journal-routes.js';
import { describeActive, putSettings } from './active.js';
import { Behaviour } from './behaviour.js';
import { Button, Field, Form, IconButton, Pending, Select } from './components.js';
import { Pets } from './pets.js';
import { Responses } from './responses.js';
import { formatQuery, formatRoute, readRoute, setParameters } from './router.js';
import { call, connect, follow, known, notify, run, tokenKey } from './simulator.js';
import './styles.css';
import { Traffic } from './traffic/traffic.js';

/** The views in the order of the navigation. Their names in the URL are in lower case. */
const views = { Traffic, Responses, Pets, Behaviour };
const names = Object.keys(views) as (keyof typeof views)[];

const allSandboxes = 'all sandboxes';

/** The last used first. */
function SandboxPicker({ shown }: { readonly shown: string }) {
  return (
    <>
      <input
        type="search"
        list="sandboxes"
        aria-label="Sandbox"
        placeholder={`Sandbox: ${shown}`}
        autocomplete="off"
        spellcheck={false}
        onChange={({ currentTarget }) => {
          const name = currentTarget.value.trim();
          currentTarget.value = '';
          if (name !== '') {
            // What belongs to the sandbox that was shown goes.
            setParameters({ sandbox: name === allSandboxes ? '' : name, exchange: '', skip: '' });
          }
        }}
      />
      <datalist id="sandboxes">
        <option value={allSandboxes} />
        {known.sandboxes.toReversed().map(({ name, test, requests, pets, rules }) => {
          const counts = Object.entries({ requests, pets, rules });
          // Firefox shows the label alone.
          const facts = [name, test, ...counts.map(([noun, count]) => `${noun}: ${count}`)];
          return <option key={name} value={name} label={facts.filter(Boolean).join(' · ')} />;
        })}
      </datalist>
    </>
  );
}

/** What is active in one sandbox, or in all, whichever view is shown. */
function ActiveLine({ all, shown }: { readonly all: readonly Active[]; readonly shown: string }) {
  const found = all.flatMap((one) =>
    describeActive(one).map(([view, text]) => ({ sandbox: one.sandbox, view, text })),
  );
  const forced = found.filter(({ view }) => view === 'responses').map(({ sandbox }) => sandbox);
  const clear = async () => {
    for (const sandbox of new Set(forced)) {
      await call('DELETE /rules', sandbox);
      await putSettings(sandbox, { delay: '0' });
    }
  };
  return (
    <div class="line row" role="status" aria-label="Active">
      <span class="grow">
        {found.length === 0 && `Nothing is forced in ${shown}.`}
        {found.map(({ sandbox, view, text }, index) => [
          found[index - 1]?.sandbox === sandbox ? ' · ' : ` Active in ${sandbox}: `,
          <a href={formatRoute(view, { sandbox })}>{text}</a>,
        ])}
      </span>
      {forced.length > 0 && <Button onClick={() => run(clear)}>Clear</Button>}
    </div>
  );
}

const themeKey = 'animal-store-theme';
const themes = ['', 'light', 'dark'].map((one) => [one, `Theme: ${one || 'system'}`] as const);

const readTheme = () => localStorage.getItem(themeKey) ?? '';

function applyTheme(theme: string): void {
  localStorage.setItem(themeKey, theme);
  document.documentElement.style.colorScheme = theme;
}

/** Moves the focus to the first row, or to the first control of a view without rows. */
const skip = () =>
  ['main tbody', 'main']
    .map((place) => document.querySelector<HTMLElement>(`${place} :is(a, button, input, select)`))
    .find(Boolean)
    ?.focus();

function Console() {
  const { view, parameters } = readRoute();
  const name = names.find((one) => one.toLowerCase() === view) ?? 'Traffic';
  const Content = views[name];
  const { sandbox } = parameters;
  const chosen = sandbox ?? 'default';
  const isTraffic = name === 'Traffic';
  const isAll = isTraffic && sandbox === undefined;
  const active = known.active.find((one) => one.sandbox === chosen);
  useLayoutEffect(() => {
    // Traffic follows its exchanges, too.
    if (!isTraffic) {
      follow(formatQuery({ name: chosen }));
    }
  }, [isTraffic, chosen]);
  useEffect(() => {
    document.title = `${name} - Animal Store simulator`;
    // A link that is followed by keyboard or screen reader moves the focus to the view.
    if (document.activeElement !== document.body) {
      document.querySelector('h1')?.focus();
    }
  }, [name]);
  return (
    <>
      <Button class="skip" onClick={skip}>
        Skip to the first row
      </Button>
      <header class="bar row">
        <strong>Animal Store simulator</strong>
        {known.info?.upstream && <small>in front of {known.info.upstream}</small>}
        <nav class="row" aria-label="Views">
          {names.map((one) => (
            <a
              key={one}
              href={formatRoute(one.toLowerCase(), { sandbox: sandbox ?? '' })}
              aria-current={one === name ? 'page' : undefined}
            >
              {one}
            </a>
          ))}
          <a href="docs">Reference</a>
        </nav>
        <SandboxPicker shown={isAll ? 'all' : chosen} />
        <Select aria-label="Theme" selected={readTheme()} values={themes} onSelect={applyTheme} />
      </header>
      {active && (
        <ActiveLine all={isAll ? known.active : [active]} shown={isAll ? 'any sandbox' : chosen} />
      )}
      <main class={name.toLowerCase()}>
        <h1 tabIndex={-1}>{name}</h1>
        {active || isTraffic ? (
          <Content sandbox={chosen} parameters={parameters} active={active as Active} />
        ) : (
          <Pending />
        )}
      </main>
    </>
  );
}

function Login() {
  return (
    <main>
      <h1>Animal Store simulator</h1>
      <Form
        submit="Open the console"
        onSubmit={({ token = '' }) => {
          sessionStorage.setItem(tokenKey, token);
          return call('GET /sandboxes');
        }}
      >
        <Field
          label="Admin token: the value of --admin-token"
          name="token"
          type="password"
          required
          autofocus
        />
      </Form>
    </main>
  );
}

const App = () =>
  known.needsToken ? (
    <Login />
  ) : (
    <>
      <div role="status">
        {known.error && <p class="away">{known.error} This page tries again every second.</p>}
      </div>
      <Console />
      {/* The live regions are always there. */}
      <div role="alert">
        {known.notice && (
          <div class="line row">
            {known.notice}
            <IconButton icon="×" name="Close" onClick={() => notify()} />
          </div>
        )}
      </div>
    </>
  );

const draw = () => render(<App />, document.body);
applyTheme(readTheme());
draw();
addEventListener('hashchange', draw);
void connect(draw);
