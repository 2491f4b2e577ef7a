import { useEffect, useRef } from 'preact/hooks';
import { admin, call } from './api.js';
import { Button } from './components/button.js';
import { Toasts } from './components/toast.js';
import { isAway } from './connection.js';
import { useLoaded } from './hooks.js';
import { Login } from './login.js';
import { formatRoute, navigate, useRoute } from './router.js';
import { SandboxPicker } from './sandbox-picker.js';
import { isTokenRefused } from './session.js';
import { useStore } from './store.js';
import { ThemeSwitch } from './theme.js';
import type { ViewProps } from './view-props.js';
import { views } from './views.js';

/** @throws {Error} when the simulator has stopped, or was replaced by another version */
const loadView = (view: (typeof views)[number]) =>
  view.load().catch(() => {
    throw new Error('The view did not load. Check that the simulator runs, then reload the page.');
  });

/** Shows a view, whose file is loaded when it is first needed. */
function CurrentView({ name, ...props }: ViewProps & { readonly name: string }) {
  const view = views.find((one) => one.name === name) ?? views[0];
  const { value, error } = useLoaded(() => loadView(view), [view]);
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${view.title} - Animal Store simulator`;
    // Who follows a link by keyboard or screen reader goes on at the view.
    if (!isFirst.current) {
      heading.current?.focus();
    }
    isFirst.current = false;
  }, [view]);
  const Content = value?.default;
  return (
    <main id="main">
      <h1 ref={heading} tabIndex={-1}>
        {view.title}
      </h1>
      {error && <p role="alert">{error}</p>}
      {Content && <Content {...props} />}
    </main>
  );
}

function Console() {
  const { view, sandbox: chosen, parameters } = useRoute();
  const current = views.find(({ name }) => name === view) ?? views[0];
  const select = (name: string | undefined) => {
    const { exchange: _exchange, page: _page, ...kept } = Object.fromEntries(parameters);
    navigate(current.name, name, kept);
  };
  return (
    <>
      <div class="skip">
        <Button onClick={focusMain}>Skip to the view</Button>
      </div>
      <header class="bar">
        <strong class="brand">Animal Store simulator</strong>
        <nav aria-label="Views">
          {views.map(({ name, title }) => (
            <a
              key={name}
              href={formatRoute(name, chosen)}
              aria-current={name === current.name ? 'page' : undefined}
            >
              {title}
            </a>
          ))}
        </nav>
        <a href="docs">API reference</a>
        <SandboxPicker chosen={chosen} unchosen={current.unchosen} onSelect={select} />
        <ThemeSwitch />
      </header>
      <Away />
      <CurrentView
        name={current.name}
        sandbox={chosen ?? 'default'}
        chosen={chosen}
        parameters={parameters}
      />
    </>
  );
}

/** Says that the simulator does not answer, until it does. */
function Away() {
  return (
    <div role="status">
      {useStore(isAway) && (
        <p class="away">
          The simulator does not answer. This page tries again every second. Check that it runs.
        </p>
      )}
    </div>
  );
}

/** No link: the hash of the URL is the route. */
function focusMain(): void {
  document.querySelector<HTMLElement>('#main h1')?.focus();
}

/** The console, or the login of a simulator that requires a token. */
export function App() {
  const isRefused = useStore(isTokenRefused);
  const { value, error, reload } = useLoaded(() => call(admin.GET('/sandboxes')), []);
  if (isRefused) {
    return <Login onEnter={reload} />;
  }
  return (
    <>
      {value && <Console />}
      {error && (
        <main class="login">
          <h1>Animal Store simulator</h1>
          <p role="alert">{error}</p>
        </main>
      )}
      <Toasts />
    </>
  );
}
