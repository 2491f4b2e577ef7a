import { useEffect, useRef, useState } from 'preact/hooks';
import { CallError, call, isTokenRefused, keepToken } from './api.js';
import { askNow } from './changes.js';
import { Button } from './components/button.js';
import { Field } from './components/field.js';
import { describeError } from './components/toast.js';

/** Asks for the admin token of a simulator that requires one. */
export function Login() {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const enter = async (token: string) => {
    setBusy(true);
    keepToken(token);
    try {
      await call('GET /sandboxes');
      isTokenRefused.set(false);
      askNow();
    } catch (cause) {
      const isRefused = cause instanceof CallError && cause.status === 401;
      setError(isRefused ? 'This token is not correct.' : describeError(cause));
      setBusy(false);
    }
  };
  return (
    <main class="login">
      <h1>Animal Store simulator</h1>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void enter(String(new FormData(event.currentTarget).get('token')));
        }}
      >
        <Field label="Admin token" hint="The value of --admin-token." error={error}>
          <input ref={input} name="token" type="password" autocomplete="off" required />
        </Field>
        <Button kind="primary" type="submit" disabled={isBusy}>
          Open the console
        </Button>
      </form>
    </main>
  );
}
