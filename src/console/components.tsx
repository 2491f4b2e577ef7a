import type { ComponentChildren, ComponentProps } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { Icon, type IconName } from './icons.js';
import { type Fields, readRoute, setParameters } from './router.js';
import { notify, run } from './simulator.js';

type ButtonProps = ComponentProps<'button'> & {
  /** `primary`, `plain`, `danger`, `small` or `icon`. */
  class?: string;
  icon?: IconName | undefined;
  /** A text that gives way to the icon in a narrow place. */
  label?: string;
};

/** A button that submits no form, unlike HTML's own. */
export const Button = ({ class: kind = '', icon, label, children, ...rest }: ButtonProps) => (
  <button type="button" class={`button ${kind}`} {...rest}>
    {icon && <Icon name={icon} />}
    {label && <span class="label">{label}</span>}
    {children}
  </button>
);

/** An icon, whose name screen readers say and the mouse shows. */
export const IconButton = ({ name, ...rest }: ButtonProps & { name: string }) => (
  <Button class="plain icon" aria-label={name} title={name} {...rest} />
);

/** `isWide` gives a field a line of its own among others. */
type FieldProps = ComponentProps<'input'> & { label: ComponentChildren; isWide?: boolean };

/** A control with its label above: an input, or its children. */
export const Field = ({ label, isWide = false, children, ...input }: FieldProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is an input, or the children
  <label class={`field ${isWide ? 'wide' : ''}`}>
    <span>{label}</span>
    {children ?? <input class="input" {...input} />}
  </label>
);

type SelectProps = ComponentProps<'select'> & {
  class?: string;
  selected: string;
  /** The values, and the texts of those that differ from their value. */
  values: readonly (string | readonly [value: string, text: string])[];
  /** Without it, the select keeps what a person selects until its form is sent. */
  onPick?: (value: string) => void;
};

export function Select({ class: kind = '', selected, values, onPick, ...rest }: SelectProps) {
  const listed = new Map(values.map((one) => (typeof one === 'string' ? [one, one] : one)));
  // A test may have set a value that isn't offered.
  listed.set(selected, listed.get(selected) ?? selected);
  return (
    <span class="pick">
      <select
        {...rest}
        class={`select ${kind}`}
        value={onPick && selected}
        onChange={({ currentTarget }) => onPick?.(currentTarget.value)}
      >
        {[...listed].map(([value, text]) => (
          <option key={value} value={value} selected={value === selected}>
            {text}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </span>
  );
}

export const readForm = (form?: HTMLFormElement) =>
  Object.fromEntries(new FormData(form)) as Fields;

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const formatText = (text = '') =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part));

/** An error of a field or form, in a line of its own below. */
export const FieldError = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="error" role="alert">
    <Icon name="alert" />
    {children}
  </p>
);

type FormProps = Omit<ComponentProps<'form'>, 'label'> & {
  /** Default: `fields`, which stand in a grid. */
  class?: string;
  label?: string;
  /** The text of its button. */
  submit?: string;
  /** The form shows an error that this throws, and keeps the typed values. */
  send?: (fields: Fields, form: HTMLFormElement) => Promise<unknown>;
};

export function Form({ class: kind = 'fields', label, submit, send, children }: FormProps) {
  const [error, setError] = useState<string>();
  return (
    <form
      class={kind}
      aria-label={label}
      autocomplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        setError(undefined);
        void run(async () => send?.(readForm(form), form), setError);
      }}
    >
      {children}
      {submit && (
        <Button class={kind === 'fields' ? 'primary' : ''} type="submit">
          {submit}
        </Button>
      )}
      {error && <FieldError>{error}</FieldError>}
    </form>
  );
}

/** The heading of a column, or its class, its heading, and the parameter that it sorts by, if it does. */
export type Column = string | readonly [name: string, heading: ComponentChildren, sort?: string];

/** The heading of a column. A click sorts by it: ascending, then descending. */
function Heading({ column }: { column: Column }) {
  const [name, heading, by] =
    typeof column === 'string' ? [`c-${column.toLowerCase()}`, column] : column;
  const { sort = '', order } = readRoute().parameters;
  const sorted = by === sort ? (order ? 'descending' : 'ascending') : undefined;
  const next = sorted === 'ascending' ? 'descending' : '';
  return (
    <th scope="col" class={name} aria-sort={sorted}>
      {by === undefined ? (
        heading
      ) : (
        <button
          type="button"
          class="sort"
          onClick={() => setParameters({ sort: by, order: next, skip: '' })}
        >
          {heading} {sorted && <Icon name={order ? 'down' : 'up'} />}
        </button>
      )}
    </th>
  );
}

type TableProps = ComponentProps<'table'> & { class: string; columns: readonly Column[] };

/** A dense table of bodies; in a narrow place each row has two lines. */
export const Table = ({ class: kind, columns, children }: TableProps) => (
  <table class={`table ${kind}`}>
    <thead>
      <tr>
        {columns.map((column) => (
          <Heading column={column} />
        ))}
      </tr>
    </thead>
    {children}
  </table>
);

/** The heading of a column of buttons. */
export const actionColumn: Column = ['c-act number', <span class="hidden">Action</span>];

type SearchProps = { label: string; placeholder?: string } & Pick<
  ComponentProps<'input'>,
  'ref' | 'onInput'
>;

/** A field that searches the list of the view, unless `onInput` does something else. */
export const Search = ({ label, placeholder = label, ...input }: SearchProps) => (
  <label class="search">
    <Icon name="search" />
    <input
      class="input"
      type="search"
      aria-label={label}
      placeholder={placeholder}
      maxLength={256}
      autocomplete="off"
      spellcheck={false}
      value={input.onInput ? undefined : (readRoute().parameters.search ?? '')}
      onInput={({ currentTarget: { value: search } }) => setParameters({ search, skip: '' }, false)}
      {...input}
    />
  </label>
);

/** A value, and the text and properties of its button. */
type Segment = readonly [value: string, text?: ComponentChildren, button?: ButtonProps];
type SegmentsProps = {
  label: string;
  class?: string;
  chosen: string | undefined;
  segments: readonly Segment[];
  onPick: (value: string) => unknown;
};

/** Buttons in one frame, of which one is chosen. */
export const Segments = ({ label, class: kind = 'segments', ...props }: SegmentsProps) => (
  <fieldset class={kind} aria-label={label}>
    {props.segments.map(([value, text = value, button]) => (
      <Button
        key={value}
        aria-pressed={props.chosen === value}
        onClick={() => props.onPick(value)}
        {...button}
      >
        {text}
      </Button>
    ))}
  </fieldset>
);

/** The value of a filter, how many rows it has, and its tone. */
export type Chip = readonly [value: string, text: string, count: number, tone?: string];

/** Filters that count what the list has; each sets a parameter, the first to none. */
export const Chips = ({ parameter, chips }: { parameter: string; chips: readonly Chip[] }) => (
  <Segments
    class="chips"
    label={capitalize(parameter)}
    chosen={readRoute().parameters[parameter] ?? ''}
    segments={chips.map(([value, text, count, tone = '']) => [
      value,
      [text, ' ', <b>{count}</b>],
      { class: `plain small ${tone}` },
    ])}
    onPick={(value) => setParameters({ [parameter]: value, skip: '' })}
  />
);

export const closePopover = () =>
  document.querySelector<HTMLElement>(':popover-open')?.hidePopover();

type MenuProps = ButtonProps & { label: string; text: ComponentChildren; isLink?: boolean };

/** A button, or a link in a text, that opens a dialog without a frame of its own. */
export function Menu({ text, label, isLink = false, children, ...button }: MenuProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {isLink ? (
        <button type="button" class="link" aria-label={label} popovertarget={id}>
          {text}
        </button>
      ) : (
        <Button popovertarget={id} {...button}>
          {text}
          <Icon name="down" />
        </Button>
      )}
      <div
        class="popover"
        popover
        id={id}
        role="dialog"
        aria-label={label}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && children}
      </div>
    </>
  );
}

type EmptyProps = {
  icon?: IconName;
  title: string;
  children?: ComponentChildren;
  action?: readonly [text: string, act: () => unknown, icon?: IconName];
};

type DetailsProps = ComponentProps<'details'> & { title: string };

/** A heading that opens its content. */
export const Details = ({ title, children, ...rest }: DetailsProps) => (
  <details {...rest}>
    <summary>
      <Icon name="right" />
      {title}
    </summary>
    <div>{children}</div>
  </details>
);

/** A list without rows: why, and what to do. */
export const Empty = ({ icon = 'inbox', title, children, action }: EmptyProps) => (
  <div class="empty">
    <Icon name={icon} />
    <h2>{title}</h2>
    {children}
    {action && (
      <Button icon={action[2]} onClick={action[1]}>
        {action[0]}
      </Button>
    )}
  </div>
);

/** In place of what isn't loaded yet, or can't be. */
export const Pending = ({ error }: { error?: string | undefined }) => (
  <div class="empty">
    {error === undefined ? (
      <p class="soft" role="status">
        Loading…
      </p>
    ) : (
      <FieldError>{error}</FieldError>
    )}
  </div>
);

type ViewFrame = Partial<Record<'note' | 'actions' | 'children', ComponentChildren>>;

export const View = ({ title, note, actions, children }: ViewFrame & { title: string }) => (
  <main class="view">
    <div class="bar">
      <div class="title">
        <h1 tabIndex={-1}>{title}</h1>
        <p class="soft">{note}</p>
      </div>
      {actions}
    </div>
    {children}
  </main>
);

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
    () => notify(`The browser allows no copying here. Select the text instead: ${text}`, 'error'),
  );

/** Saves JSON as a file of the person at the screen. */
export function download(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
