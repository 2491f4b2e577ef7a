import { type ComponentChildren, type ComponentProps, cloneElement, type VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { run } from './simulator.js';

/** A button that submits no form, unlike HTML's own. Classes: `primary`, `quiet`, `link`. */
export const Button = (props: ComponentProps<'button'>) => <button type="button" {...props} />;

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  /** An input, select or textarea. */
  readonly children: VNode<Record<string, unknown>>;
}

/** A control with its label, and a hint that screen readers connect with it. */
export function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {cloneElement(children, { id, 'aria-describedby': hint && `${id}-hint` })}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}

interface SelectProps extends Pick<ComponentProps<'select'>, 'name' | 'aria-label'> {
  readonly selected: string;
  /** The values, and what is shown for them where it differs. */
  readonly values: readonly (string | readonly [value: string, text: string])[];
  /** Without it, the select keeps what a person selects until its form is sent. */
  readonly onSelect?: (value: string) => void;
}

export function Select({ selected, values, onSelect, ...rest }: SelectProps) {
  return (
    <select
      {...rest}
      value={onSelect && selected}
      onChange={({ currentTarget }) => onSelect?.(currentTarget.value)}
    >
      {values.map((option) => {
        const [value, text] = typeof option === 'string' ? [option, option] : option;
        return (
          <option key={value} value={value} selected={value === selected}>
            {text}
          </option>
        );
      })}
    </select>
  );
}

interface FormProps {
  /** Gets the fields by their names. What it throws is shown in the form, which keeps what was typed. */
  readonly onSubmit: (fields: Readonly<Record<string, string>>) => Promise<unknown>;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function Form({ onSubmit, class: layout = 'row', children }: FormProps) {
  const [error, setError] = useState<string>();
  return (
    <form
      class={layout}
      onSubmit={(event) => {
        event.preventDefault();
        const fields = Object.fromEntries(new FormData(event.currentTarget));
        setError(undefined);
        void run(() => onSubmit(fields as Record<string, string>), setError);
      }}
    >
      {children}
      {error && <p role="alert">{error}</p>}
    </form>
  );
}

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog while it is rendered. The browser keeps the focus inside, and Escape closes it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    dialog?.querySelector('input')?.focus();
    // Gives the focus back, also when the back button removes the dialog, which then has no element any more.
    return () => dialog?.close();
  }, []);
  return (
    <dialog ref={element} aria-labelledby={id} onClose={() => element.current && onClose()}>
      <header>
        <h2 id={id}>{title}</h2>
        <Button class="quiet" aria-label="Close" onClick={() => element.current?.close()}>
          ×
        </Button>
      </header>
      {children}
    </dialog>
  );
}

interface TableProps extends ComponentProps<'section'> {
  /** What the table lists; only screen readers read it. */
  readonly label: string;
  readonly columns: readonly string[];
  /** The rows: `<tr>` elements. */
  readonly children: ComponentChildren;
}

/** A dense table, which scrolls where the screen is small, also by keyboard. */
export function Table({ label, columns, children, ...rest }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus
    <section aria-label={label} tabIndex={0} {...rest} class={`scroll ${rest.class ?? ''}`}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

/** In place of what isn't loaded yet, or can't be. */
export const Pending = ({ error }: { readonly error: string | undefined }) =>
  error === undefined ? <p>Loading…</p> : <p role="alert">{error}</p>;

/** The time, in milliseconds since 1970; another one each second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Saves JSON as a file of the person at the screen. */
export function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
