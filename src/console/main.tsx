import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Choices } from './choices.js';
import { Button, Field, Form, Select } from './components.js';
import { Pets } from './pets.js';
import { formatRoute, readRoute, setParameters } from './router.js';
import { Errors } from './rules.js';
import { call, follow, keepToken, known, update } from './simulator.js';
import './styles.css';
import { Traffic } from './traffic/traffic.js';

const all = 'all sandboxes';

/** The views in the order of the navigation. Their names in the URL are in lower case. */
const views = { Traffic, Pets, Errors, Choices };
const names = Object.keys(views) as (keyof typeof views)[];

/** Selects the sandbox that all views show; hundreds are found by name or by the test that made them. */
function SandboxPicker({ shown, hasAll }: { readonly shown: string; readonly hasAll: boolean }) {
  const select = (input: HTMLInputElement) => {
    const name = input.value.trim();
    // What belongs to the sandbox that was shown goes. No sandbox can have the name of all.
    setParameters({ sandbox: name === all ? '' : name, exchange: '', page: '' });
    // The browser lists what has the text of the input, so it stays empty.
    input.value = '';
  };
  return (
    <>
      <label class="row">
        Sandbox
        <input
          list="sandboxes"
          autocomplete="off"
          spellcheck={false}
          placeholder={shown}
          onChange={({ currentTarget: input }) =>
            (known.sandboxes.has(input.value) || input.value === all) && select(input)
          }
          onBlur={({ currentTarget: input }) => {
            input.value = '';
          }}
          onKeyDown={({ key, currentTarget: input }) =>
            key === 'Enter' && input.value !== '' && select(input)
          }
        />
      </label>
      <datalist id="sandboxes">
        {hasAll && <option>{all}</option>}
        {[...known.sandboxes.values()].map(({ name, test, requests, pets }) => (
          <option key={name} value={name}>
            {test && `${test}: `}
            {requests} requests, {pets} pets
          </option>
        ))}
      </datalist>
    </>
  );
}

const themeKey = 'animal-store-theme';
/** The values of CSS; that of the operating system comes first. */
const themes = [
  ['light dark', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
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
  return (
    <>
      <header class="bar">
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
        </nav>
        <a href="docs">API reference</a>
        <SandboxPicker
          shown={sandbox ?? (name === 'Traffic' ? all : 'default')}
          hasAll={name === 'Traffic'}
        />
        <Select aria-label="Theme" selected={readTheme()} values={themes} onSelect={applyTheme} />
      </header>
      <main class="stack">
        <h1 ref={heading} tabIndex={-1}>
          {name}
        </h1>
        <Content sandbox={sandbox ?? 'default'} parameters={parameters} />
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
    <div class="notice">
      {text}
      <Button class="quiet" aria-label="Close" onClick={() => update({ notice: undefined })}>
        ×
      </Button>
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
        </main>
      )}
      <Notice />
    </>
  );
}

applyTheme(readTheme());
render(<App />, document.body);
