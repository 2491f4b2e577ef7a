import { render } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { formatCount } from '../document/format.js';
import type { SandboxSummary } from '../engine/control.js';
import type { Active } from '../server/admin/journal-routes.js';
import { clearForced, describeActive, isForced } from './active.js';
import { Behaviour } from './behaviour.js';
import {
  Button,
  closePopover,
  Field,
  Form,
  formatText,
  IconButton,
  Pending,
  Popover,
  SearchField,
} from './components.js';
import { Icon } from './icons.js';
import { Pets } from './pets.js';
import { Responses } from './responses.js';
import { formatQuery, formatRoute, readRoute, switchSandbox, type ViewProps } from './router.js';
import { findSandboxes } from './sandboxes.js';
import { call, closeToast, connect, follow, known, run, tokenKey } from './simulator.js';
import './tokens.css';
import './console.css';
import { Traffic } from './traffic/traffic.js';

/** The views in the order of the navigation. Their names in the URL are in lower case. */
const views = { Traffic, Responses, Pets, Behaviour };
const names = Object.keys(views) as (keyof typeof views)[];

const allSandboxes = 'all sandboxes';

function describeSandbox({ kept, pets, rules }: SandboxSummary): string {
  const counts = [formatCount(kept, 'request'), formatCount(pets, 'pet')];
  return [...counts, ...(rules > 0 ? [formatCount(rules, 'rule')] : [])].join(' · ');
}

interface OptionProps {
  readonly name: string;
  readonly facts: readonly (string | false | undefined)[];
  readonly isChosen: boolean;
}

function SandboxOption({ name, facts, isChosen }: OptionProps) {
  const { view, parameters } = readRoute();
  const sandbox = name === allSandboxes ? '' : name;
  return (
    <li>
      <a
        class="option"
        href={formatRoute(view, switchSandbox(parameters, sandbox))}
        aria-current={isChosen}
        onClick={closePopover}
      >
        {isChosen && <Icon name="check" />}
        <b>{name}</b>
        {facts.filter(Boolean).map((fact) => (
          <small>{fact}</small>
        ))}
      </a>
    </li>
  );
}

const focus = (element: HTMLElement | null) => element?.focus();

/** The sandboxes, the last used first. Typing finds one, or names a new one. */
function Sandboxes({ shown }: { readonly shown: string }) {
  const [typed, setTyped] = useState('');
  const { found, more, isNew } = findSandboxes(known.sandboxes, typed);
  const requests = known.sandboxes.reduce((sum, { kept }) => sum + kept, 0);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.currentTarget.querySelector('a')?.click();
      }}
    >
      <SearchField
        input={focus}
        search=""
        label="Find a sandbox, or name a new one"
        placeholder="Find, or name a new one"
        onSearch={(search) => setTyped(search.trim())}
      />
      <ul>
        {typed === '' && (
          <SandboxOption
            name={allSandboxes}
            facts={[formatCount(requests, 'request')]}
            isChosen={shown === allSandboxes}
          />
        )}
        {found.map((one) => (
          <SandboxOption
            key={one.name}
            name={one.name}
            facts={[one.test && `test “${one.test}”`, describeSandbox(one)]}
            isChosen={shown === one.name}
          />
        ))}
        {isNew && <SandboxOption name={typed} facts={['new sandbox']} isChosen={false} />}
      </ul>
      {more > 0 && <small>{more} more: type to find one.</small>}
    </form>
  );
}

/** What is active in one sandbox, or in all, whichever view is shown; or that the simulator is gone. */
function Strip({ all }: { readonly all: readonly Active[] }) {
  if (known.error !== undefined) {
    return (
      <div key="gone" class="strip gone" role="alert">
        <Icon name="unplug" />
        <p>{known.error} This page tries again every second.</p>
      </div>
    );
  }
  const found = all.flatMap((one) =>
    describeActive(one).map(([view, text]) => ({ sandbox: one.sandbox, view, text })),
  );
  const isAnyForced = all.some(isForced);
  return (
    <div
      key="active"
      class={`strip ${found.length > 0 ? 'forced' : ''}`}
      role="status"
      aria-label="Active"
    >
      {found.length > 0 && <Icon name="force" />}
      <p>
        {known.info?.upstream && <span>In front of {known.info.upstream}</span>}
        {found.length === 0 && all.length > 0 && (
          <>
            <span>No response is forced.</span>{' '}
            <a href={formatRoute('responses', { sandbox: all[0]?.sandbox ?? '' })}>Force one</a>
          </>
        )}
        {found.map(({ sandbox, view, text }) => [
          <a href={formatRoute(view, { sandbox })}>
            {all.length > 1 && `${sandbox}: `}
            {formatText(text)}
          </a>,
          ' ',
        ])}
      </p>
      {isAnyForced && (
        <Button class="plain small end" onClick={() => run(() => clearForced(all))}>
          Clear all
        </Button>
      )}
    </div>
  );
}

const themeKey = 'animal-store-theme';
/** The first follows the system. */
const themes = ['', 'light', 'dark'];

function applyTheme(theme: string): void {
  localStorage.setItem(themeKey, theme);
  document.documentElement.style.colorScheme = theme;
}

const readTheme = () => localStorage.getItem(themeKey) ?? '';

/** A button that changes the theme: system, light, dark. */
function ThemeButton() {
  const [theme, setTheme] = useState(readTheme);
  const change = () => {
    const next = themes[(themes.indexOf(theme) + 1) % themes.length] as string;
    applyTheme(next);
    setTheme(next);
  };
  return <IconButton icon="theme" name={`Theme: ${theme || 'system'}`} onClick={change} />;
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
              href={formatRoute(one.toLowerCase(), { sandbox: sandbox ?? '' })}
              aria-current={one === name ? 'page' : undefined}
            >
              {one}
            </a>
          ))}
          <a href="docs">Reference</a>
        </nav>
        <Button class="picker end" icon="box" popovertarget="sandboxes">
          <span>
            <span class="hidden">Sandbox: </span>
            {shown}
          </span>
          <Icon name="down" />
        </Button>
        <Popover id="sandboxes" label="Sandbox">
          <Sandboxes shown={shown} />
        </Popover>
        <ThemeButton />
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
            class={`toast ${toast.isError ? 's5xx' : 's2xx'}`}
            role={toast.isError ? 'alert' : 'status'}
          >
            <Icon name={toast.isError ? 'alert' : 'check'} />
            <p>
              {formatText(toast.text)} {toast.link && <a href={toast.link[0]}>{toast.link[1]}</a>}
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
            send={({ token = '' }) => {
              sessionStorage.setItem(tokenKey, token);
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
            <Button class="primary" type="submit">
              Open
            </Button>
          </Form>
        </section>
      </div>
    </main>
  );
}

const draw = () => render(known.needsToken ? <Login /> : <Console />, document.body);
applyTheme(readTheme());
draw();
addEventListener('hashchange', draw);
void connect(draw);
