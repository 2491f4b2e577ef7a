import { useEffect, useRef, useState } from 'preact/hooks';
import { isTokenRefused } from './api.js';
import { isAway, known } from './changes.js';
import Choices from './choices/choices.js';
import { Button } from './components/button.js';
import { Toasts } from './components/toast.js';
import { Login } from './login.js';
import Pets from './pets/pets.js';
import { formatRoute, navigate, useRoute } from './router.js';
import Errors from './rules/rules.js';
import { useStore } from './store.js';
import { ThemeSwitch } from './theme.js';
import Traffic from './traffic/traffic.js';
import type { SandboxSummary } from './types.js';

/** No sandbox can have this name. */
const all = 'all sandboxes';

/** The views in the order of the navigation, and what each shows until the person chooses a sandbox. */
const views = [
  { name: 'traffic', title: 'Traffic', unchosen: all, Content: Traffic },
  { name: 'pets', title: 'Pets', unchosen: 'default', Content: Pets },
  { name: 'errors', title: 'Errors', unchosen: 'default', Content: Errors },
  { name: 'choices', title: 'Choices', unchosen: 'default', Content: Choices },
] as const;

interface SandboxPickerProps {
  /** The sandbox that is shown, or all of them. */
  readonly shown: string;
  readonly hasAll: boolean;
  readonly onSelect: (name: string) => void;
}

function describeSandbox({ pets, requests, test }: SandboxSummary): string {
  return `${test === undefined ? '' : `${test}: `}${requests} requests, ${pets} pets`;
}

/** Selects the sandbox that all views show; hundreds are found by name or by the test that made them. */
function SandboxPicker({ shown, hasAll, onSelect }: SandboxPickerProps) {
  const { sandboxes } = useStore(known);
  const [isOpen, setOpen] = useState(false);
  const show = (input: HTMLInputElement, value: string) => {
    // The browser lists what has the text of the input: while it has the focus, it is empty.
    input.value = value;
    setOpen(value === '');
  };
  const isListed = (name: string) => sandboxes.has(name) || name === all;
  return (
    <div class="picker">
      <label for="sandbox">Sandbox</label>
      <input
        key={shown}
        id="sandbox"
        list="sandboxes"
        autocomplete="off"
        spellcheck={false}
        placeholder={shown}
        defaultValue={shown}
        onFocus={({ currentTarget }) => show(currentTarget, '')}
        onBlur={({ currentTarget }) => show(currentTarget, shown)}
        onChange={({ currentTarget: { value } }) => isListed(value) && onSelect(value)}
        onKeyDown={({ key, currentTarget: { value } }) =>
          key === 'Enter' && value !== '' && onSelect(value.trim())
        }
      />
      <datalist id="sandboxes">
        {isOpen && hasAll && <option>{all}</option>}
        {isOpen &&
          [...sandboxes.values()].map(({ summary }) => (
            <option key={summary.name} value={summary.name}>
              {describeSandbox(summary)}
            </option>
          ))}
      </datalist>
    </div>
  );
}

function Console() {
  const { view, sandbox: chosen, parameters } = useRoute();
  const current = views.find(({ name }) => name === view) ?? views[0];
  const { name, title, unchosen, Content } = current;
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${title} - Animal Store simulator`;
    // Who follows a link by keyboard or screen reader goes on at the view.
    if (!isFirst.current) {
      heading.current?.focus();
    }
    isFirst.current = false;
  }, [title]);
  const select = (sandbox: string) => {
    const { exchange: _exchange, page: _page, ...kept } = Object.fromEntries(parameters);
    navigate(name, sandbox === all ? undefined : sandbox, kept);
  };
  return (
    <>
      <div class="skip">
        {/* No link: the hash of the URL is the route. */}
        <Button onClick={() => heading.current?.focus()}>Skip to the view</Button>
      </div>
      <header class="bar">
        <strong>Animal Store simulator</strong>
        <nav aria-label="Views">
          {views.map((one) => (
            <a
              key={one.name}
              href={formatRoute(one.name, chosen)}
              aria-current={one.name === name ? 'page' : undefined}
            >
              {one.title}
            </a>
          ))}
        </nav>
        <a href="docs">API reference</a>
        <SandboxPicker shown={chosen ?? unchosen} hasAll={unchosen === all} onSelect={select} />
        <ThemeSwitch />
      </header>
      <main id="main">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <Content sandbox={chosen ?? 'default'} chosen={chosen} parameters={parameters} />
      </main>
    </>
  );
}

/** The console, or the login of a simulator that requires a token. */
export function App() {
  const isRefused = useStore(isTokenRefused);
  const { connection, error } = useStore(known);
  const away = useStore(isAway);
  if (isRefused) {
    return <Login />;
  }
  return (
    <>
      <div role="status">
        {away && (
          <p class="away">
            The simulator does not answer. This page tries again every second. Check that it runs.
          </p>
        )}
      </div>
      {connection > 0 && <Console />}
      {connection === 0 && error && (
        <main class="login">
          <h1>Animal Store simulator</h1>
          <p role="alert">{error}</p>
        </main>
      )}
      <Toasts />
    </>
  );
}
