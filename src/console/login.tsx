import { useEffect, useRef, useState } from 'preact/hooks';
import { admin, CallError, call } from './api.js';
import { Button } from './components/button.js';
import { Field } from './components/field.js';
import { describeError } from './components/toast.js';
import { isTokenRefused, keepToken } from './session.js';

interface LoginProps {
  readonly onEnter: () => void;
}

/** Asks for the admin token of a simulator that requires one. */
export function Login({ onEnter }: LoginProps) {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const enter = async (token: string) => {
    setBusy(true);
    keepToken(token);
    try {
      await call(admin.GET('/sandboxes'));
      isTokenRefused.set(false);
      onEnter();
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
