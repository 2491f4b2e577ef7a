import { type ComponentChildren, type ComponentProps, cloneElement, type VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { notify, run } from './simulator.js';

/** A button that submits no form, unlike HTML's own. Classes: `primary`, `quiet`, `link`. */
export const Button = (props: ComponentProps<'button'>) => <button type="button" {...props} />;

const icons = {
  close: 'M4 4l8 8M12 4l-8 8',
  up: 'M8 13V3M4 7l4-4 4 4',
  down: 'M8 3v10M4 9l4 4 4-4',
  remove: 'M3 4.5h10M6.5 4V2.5h3V4M4.5 4.5l.5 9h6l.5-9',
  copy: 'M6 6h7v7H6zM3 10V3h7',
  save: 'M8 2.5v8M4.5 7.5L8 11l3.5-3.5M3 13.5h10',
};

interface IconButtonProps extends ComponentProps<'button'> {
  readonly icon: keyof typeof icons;
  readonly name: string;
}

/** A button with a picture, whose name screen readers say and the mouse shows. */
export const IconButton = ({ icon, name, ...rest }: IconButtonProps) => (
  <Button {...rest} class="quiet" aria-label={name} title={name}>
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d={icons[icon]} />
    </svg>
  </Button>
);

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

interface SelectProps extends Pick<ComponentProps<'select'>, 'name' | 'aria-label' | 'class'> {
  readonly selected: string;
  /** The values, and what is shown for them where it differs. */
  readonly values: readonly (string | readonly [value: string, text: string])[];
  /** Without it, the select keeps what a person selects until its form is sent. */
  readonly onSelect?: (value: string) => void;
}

export function Select({ selected, values, onSelect, ...rest }: SelectProps) {
  const listed = values.map((one) => (typeof one === 'string' ? ([one, one] as const) : one));
  const isListed = listed.some(([value]) => value === selected);
  return (
    <select
      {...rest}
      value={onSelect && selected}
      onChange={({ currentTarget }) => onSelect?.(currentTarget.value)}
    >
      {[...listed, ...(isListed ? [] : [[selected, selected] as const])].map(([value, text]) => (
        <option key={value} value={value} selected={value === selected}>
          {text}
        </option>
      ))}
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
      <header class="row">
        <h2 id={id} class="grow">
          {title}
        </h2>
        <IconButton icon="close" name="Close" onClick={() => element.current?.close()} />
      </header>
      {children}
    </dialog>
  );
}

interface MenuProps {
  readonly label: ComponentChildren;
  /** Called when it opens or closes. */
  readonly onToggle?: (isOpen: boolean) => void;
  readonly children: ComponentChildren;
}

/** A button with a sheet below it, which closes at Escape, when the focus leaves, and once it has served. */
export function Menu({ label, onToggle, children }: MenuProps) {
  const element = useRef<HTMLDetailsElement>(null);
  const close = () => element.current?.removeAttribute('open');
  return (
    <details
      class="menu"
      ref={element}
      onToggle={({ currentTarget: { open } }) => {
        onToggle?.(open);
        if (open) {
          element.current?.querySelector<HTMLElement>('input, select')?.focus();
        }
      }}
      onFocusOut={({ relatedTarget }) =>
        relatedTarget instanceof Node && !element.current?.contains(relatedTarget) && close()
      }
      onKeyDown={(event) => {
        if (event.key === 'Escape' && element.current?.open) {
          event.stopPropagation();
          close();
          element.current.querySelector('summary')?.focus();
        }
      }}
      onClick={({ target }) => (target as Element).closest('[data-closes]') && close()}
      onSubmit={close}
    >
      <summary>{label}</summary>
      <div class="sheet stack">{children}</div>
    </details>
  );
}

interface TableProps extends ComponentProps<'section'> {
  /** What the table lists; only screen readers read it. */
  readonly label: string;
  readonly columns: readonly ComponentChildren[];
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
            {columns.map((column, index) => (
              <th key={index} scope="col">
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
  error === undefined ? <p class="faint">Loading…</p> : <p role="alert">{error}</p>;

/** The time, in milliseconds since 1970; another one each second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export const copy = (text: string) =>
  navigator.clipboard.writeText(text).then(
    () => notify('Copied.'),
    () => notify(`The browser allows no copying here. Select the text instead: ${text}`, true),
  );

/** Saves JSON as a file of the person at the screen. */
export function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
