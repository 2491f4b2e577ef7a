import type { ComponentChildren, ComponentProps } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Fields, readRoute, setParameters } from './router.js';
import { notify, run } from './simulator.js';

/** A button that submits no form, unlike HTML's own. Its class `link` takes the border. */
export const Button = (props: ComponentProps<'button'>) => <button type="button" {...props} />;

type IconButtonProps = ComponentProps<'button'> & { readonly icon: string; readonly name: string };

/** A button with a sign or a word, whose name screen readers say and the mouse shows. */
export const IconButton = ({ icon, name, ...rest }: IconButtonProps) => (
  <Button {...rest} class="link" aria-label={name} title={name}>
    {icon}
  </Button>
);

type FieldProps = ComponentProps<'input'> & { readonly label: ComponentChildren };

/** A control with its label: an input, or its children. */
export const Field = ({ label, children, ...input }: FieldProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is an input, or the children
  <label class="field">
    <span>{label}</span>
    {children ?? <input {...input} />}
  </label>
);

interface SelectProps
  extends Pick<ComponentProps<'select'>, 'name' | 'aria-label' | 'class' | 'disabled'> {
  /** Without it, the select has an `aria-label`. */
  readonly label?: string;
  readonly selected: string;
  /** The values, and what is shown for them where it differs. */
  readonly values: readonly (string | readonly [value: string, text: string])[];
  /** Without it, the select keeps what a person selects until its form is sent. */
  readonly onSelect?: (value: string) => void;
}

export function Select({ label, selected, values, onSelect, ...rest }: SelectProps) {
  const listed = new Map(values.map((one) => (typeof one === 'string' ? [one, one] : one)));
  // A test may have set a value that isn't offered.
  listed.set(selected, listed.get(selected) ?? selected);
  const control = (
    <select
      {...rest}
      value={onSelect && selected}
      onChange={({ currentTarget }) => onSelect?.(currentTarget.value)}
    >
      {[...listed].map(([value, text]) => (
        <option key={value} value={value} selected={value === selected}>
          {text}
        </option>
      ))}
    </select>
  );
  return label ? <Field label={label}>{control}</Field> : control;
}

export const readFields = (form?: HTMLFormElement) =>
  Object.fromEntries(new FormData(form)) as Fields;

interface FormProps {
  readonly label?: string;
  /** The text of the button. */
  readonly submit?: string;
  /** What it throws is shown in the form, which keeps what was typed. */
  readonly onSubmit?: (fields: Fields, form: HTMLFormElement) => Promise<unknown>;
  readonly children: ComponentChildren;
}

export function Form({ label, submit, onSubmit, children }: FormProps) {
  const [error, setError] = useState<string>();
  return (
    <form
      class="row"
      aria-label={label}
      autocomplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        setError(undefined);
        void run(async () => onSubmit?.(readFields(form), form), setError);
      }}
    >
      {children}
      {submit && <button type="submit">{submit}</button>}
      {error && <p role="alert">{error}</p>}
    </form>
  );
}

/** The heading of a column, which sorts by it: ascending, then descending. */
export function SortHeading({ name, label }: { readonly name: string; readonly label: string }) {
  const { sort, order = '' } = readRoute().parameters;
  const next = sort === name && order === '' ? 'descending' : '';
  return (
    <Button class="link" onClick={() => setParameters({ sort: name, order: next, skip: '' })}>
      {label}
      {sort === name && (order === '' ? ' ↑' : ' ↓')}
    </Button>
  );
}

interface TableProps extends ComponentProps<'section'> {
  readonly label: string;
  /** Their headings. */
  readonly columns: readonly ComponentChildren[];
}

/** A dense table, which scrolls where the screen is small, also by keyboard. */
export function Table({ label, columns, children, ...rest }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus
    <section class="scroll" aria-label={label} tabIndex={0} {...rest}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

/** Sets what the view is searched for. */
export const Search = ({ label }: { readonly label: string }) => (
  <input
    type="search"
    maxLength={256}
    aria-label={label}
    placeholder={label}
    defaultValue={readRoute().parameters.search}
    onInput={({ currentTarget: { value } }) => setParameters({ search: value, skip: '' }, false)}
  />
);

/** In place of what isn't loaded yet, or can't be. */
export const Pending = ({ error }: { readonly error?: string | undefined }) =>
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
  // Browsers have a clipboard for pages of this machine, or with HTTPS.
  (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
    () => notify('Copied.'),
    () => notify(`The browser allows no copying here. Select the text instead: ${text}`),
  );

/** Saves JSON as a file of the person at the screen. */
export function download(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
