import { Store, useStore } from '../store.js';
import { Button } from './button.js';

interface Toast {
  readonly id: number;
  readonly message: string;
  readonly isError: boolean;
}

/** How long a message stays, in milliseconds; errors stay until they are closed. */
const duration = 5_000;

const toasts = new Store<readonly Toast[]>([]);
let count = 0;

function close(id: number): void {
  toasts.set(toasts.value.filter((toast) => toast.id !== id));
}

function show(message: string, isError: boolean): number {
  count += 1;
  toasts.set([...toasts.value, { id: count, message, isError }]);
  return count;
}

export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Shows that something is done; screen readers read it. */
export function notify(message: string): void {
  const id = show(message, false);
  setTimeout(() => close(id), duration);
}

/** Shows an error until it is closed; screen readers read it at once. */
export function notifyError(error: unknown): void {
  show(describeError(error), true);
}

/** The messages, in two live regions that are always there. */
export function Toasts() {
  const shown = useStore(toasts);
  const list = (isError: boolean) =>
    shown
      .filter((toast) => toast.isError === isError)
      .map(({ id, message }) => (
        <div key={id} class={isError ? 'toast toast-error' : 'toast'}>
          <span>{message}</span>
          <Button kind="quiet" onClick={() => close(id)} aria-label="Close the message">
            ×
          </Button>
        </div>
      ));
  return (
    <div class="toasts">
      <div role="alert">{list(true)}</div>
      <div role="status">{list(false)}</div>
    </div>
  );
}
