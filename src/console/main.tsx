import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatCount } from '../base/text.js';
import type { SandboxSummary } from '../engine/control.js';
import type { Active } from '../server/admin/changes-route.js';
import { clearForced, describeActive, isForced } from './active.js';
import { Behaviour } from './behaviour.js';
import {
  Button,
  closePopover,
  Field,
  Form,
  formatText,
  IconButton,
  Menu,
  Pending,
  Search,
} from './components.js';
import { Icon } from './icons.js';
import { PetsView } from './pets.js';
import { Responses } from './responses.js';
import { formatRoute, readRoute, returnTo, switchSandbox, type ViewProps } from './router.js';
import { findSandboxes } from './sandboxes.js';
import { call, closeToast, follow, followSimulator, known, run, tokenKey } from './simulator.js';
import { readStored, store } from './storage.js';
import './tokens.css';
import './console.css';
import { Traffic } from './traffic/traffic.js';

/** The views in the order of the navigation. Their names in the URL are in lower case. */
const views = { Traffic, Responses, Pets: PetsView, Behaviour };
const names = Object.keys(views) as (keyof typeof views)[];

const allSandboxes = 'all sandboxes';

function describeSandbox({ kept, pets, rules }: SandboxSummary): string {
  const counts = [formatCount(kept, 'request'), formatCount(pets, 'pet')];
  return [...counts, ...(rules > 0 ? [formatCount(rules, 'rule')] : [])].join(' · ');
}

const focus = (element: HTMLElement | null) => element?.focus();

/** The sandboxes, the last used first. Typing finds one, or names a new one. */
function Sandboxes({ shown }: { shown: string }) {
  const [typed, setTyped] = useState('');
  const { found, isNew } = findSandboxes(known.sandboxes, typed);
  const requests = known.sandboxes.reduce((sum, { kept }) => sum + kept, 0);
  const options = [
    typed === '' && [allSandboxes, formatCount(requests, 'request')],
    ...found.map((one) => [one.name, one.test && `test “${one.test}”`, describeSandbox(one)]),
    isNew && [typed, 'new sandbox'],
  ].filter((option) => option !== false);
  const { view, parameters } = readRoute();
  const link = (name = '') =>
    formatRoute(view, switchSandbox(parameters, name === allSandboxes ? '' : name));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.currentTarget.querySelector('a')?.click();
      }}
    >
      <Search
        ref={focus}
        label="Find a sandbox, or name a new one"
        placeholder="Find, or name a new one"
        onInput={({ currentTarget }) => setTyped(currentTarget.value.trim())}
      />
      <ul>
        {options.map(([name, ...facts]) => (
          <li key={name}>
            <a
              class="option"
              href={link(name)}
              aria-current={name === shown}
              onClick={closePopover}
            >
              {name === shown && <Icon name="check" />}
              <b>{name}</b>
              {facts.map((fact) => fact && <small>{fact}</small>)}
            </a>
          </li>
        ))}
      </ul>
    </form>
  );
}

/** The active rules, delay, choices and clocks of one sandbox, or of all; or the news that the simulator is gone. */
function Strip({ all }: { all: readonly Active[] }) {
  const { error, info } = known;
  const active = all.flatMap((one) => describeActive(one).map((text) => [one.sandbox, ...text]));
  if (error !== undefined) {
    return (
      <div key="gone" class="strip gone" role="alert">
        <Icon name="unplug" />
        <p>{error} This page tries again every second.</p>
      </div>
    );
  }
  return (
    <div
      key="active"
      class={`strip ${active.length > 0 ? 'forced' : ''}`}
      role="status"
      aria-label="Active"
    >
      {active.length > 0 && <Icon name="force" />}
      <p>
        {info?.upstream && <span>In front of {info.upstream}</span>}
        {active.length === 0 &&
          all.length > 0 && [
            <span>No response is forced.</span>,
            ' ',
            <a href={formatRoute('responses', { sandbox: all[0]?.sandbox ?? '' })}>Force one</a>,
          ]}
        {active.map(([sandbox = '', view = '', text]) => [
          <a href={formatRoute(view, { sandbox })}>
            {all.length > 1 && `${sandbox}: `}
            {formatText(text)}
          </a>,
          ' ',
        ])}
      </p>
      {all.some(isForced) && (
        <Button class="plain small end" onClick={() => run(() => clearForced(all))}>
          Clear all
        </Button>
      )}
    </div>
  );
}

const themeKey = 'animal-store-theme';
/** The theme after a click; the empty one follows the system. */
const nextThemes: Readonly<Record<string, string>> = { '': 'light', light: 'dark', dark: '' };
const readTheme = () => readStored(themeKey, 'localStorage');

function setTheme(theme = ''): void {
  store(themeKey, theme, 'localStorage');
  document.documentElement.style.colorScheme = theme;
  draw();
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
  const Content: (props: ViewProps) => preact.JSX.Element = views[name];
  const { sandbox } = parameters;
  const chosen = sandbox ?? 'default';
  const isTraffic = name === 'Traffic';
  const isAll = isTraffic && sandbox === undefined;
  const active = known.active.find((one) => one.sandbox === chosen);
  const shown = isAll ? allSandboxes : chosen;
  const traffic = useRef<ViewProps['parameters']>({});
  if (isTraffic) {
    traffic.current = parameters;
  } else {
    // Traffic follows its exchanges, too.
    follow({ name: chosen });
  }
  useEffect(() => {
    document.title = `${name} - Animal Store simulator`;
    // A link that is followed by keyboard or screen reader moves the focus to the view.
    if (document.querySelector('body > :not(main):focus-within')) {
      document.querySelector('h1')?.focus();
    }
  }, [name]);
  return (
    <>
      <Button class="skip hidden" onClick={skip}>
        Skip to the first row
      </Button>
      <header class="top">
        <span class="brand">
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <rect class="s2xx" y="3" width="4" height="10" rx="1" />
            <rect class="s4xx" x="6" y="3" width="4" height="10" rx="1" />
            <rect class="refused" x="12" y="3" width="4" height="10" rx="1" />
          </svg>
          Animal Store
        </span>
        <nav aria-label="Views">
          {names.map((one) => (
            <a
              key={one}
              href={formatRoute(
                one.toLowerCase(),
                one === 'Traffic' && !isTraffic
                  ? returnTo(traffic.current, sandbox)
                  : { sandbox: sandbox ?? '' },
              )}
              aria-current={one === name ? 'page' : undefined}
            >
              {one}
            </a>
          ))}
          <a href="docs">Reference</a>
        </nav>
        <Menu
          class="picker end"
          icon="box"
          label="Sandbox"
          text={
            <span>
              <span class="hidden">Sandbox: </span>
              {shown}
            </span>
          }
        >
          <Sandboxes shown={shown} />
        </Menu>
        <IconButton
          icon="theme"
          name={`Theme: ${readTheme() || 'system'}`}
          onClick={() => setTheme(nextThemes[readTheme()])}
        />
      </header>
      <Strip all={isAll ? known.active : active ? [active] : []} />
      {active || isTraffic ? (
        <Content sandbox={chosen} parameters={parameters} active={active as Active} />
      ) : (
        <main>
          <h1 class="hidden">{name}</h1>
          <Pending />
        </main>
      )}
      {/* The live region is always there. */}
      <div class="toasts" aria-live="polite">
        {known.toasts.map((toast) => (
          <div
            key={toast}
            class={`toast ${toast.kind === 'error' ? 's5xx' : 's2xx'}`}
            role={toast.kind === 'error' ? 'alert' : 'status'}
          >
            <Icon name={toast.kind === 'error' ? 'alert' : 'check'} />
            <p>
              {formatText(toast.text)} {toast.route && <a href={toast.route}>Show</a>}
            </p>
            <IconButton icon="close" name="Close" onClick={() => closeToast(toast)} />
          </div>
        ))}
      </div>
    </>
  );
}

function Login() {
  return (
    <main class="view">
      <div class="cards">
        <section class="card">
          <h1>Animal Store simulator</h1>
          <Form
            submit="Open"
            send={({ token = '' }) => {
              store(tokenKey, token);
              return call('GET /sandboxes');
            }}
          >
            <Field
              isWide
              label="Admin token: the value of --admin-token"
              name="token"
              type="password"
              required
              autofocus
            />
          </Form>
        </section>
      </div>
    </main>
  );
}

const draw = () => render(known.needsToken ? <Login /> : <Console />, document.body);
setTheme(readTheme());
addEventListener('hashchange', draw);
void followSimulator(draw);
