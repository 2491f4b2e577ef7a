import type { ComponentChildren, ComponentProps, Ref } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './icons.js';
import { type Fields, readRoute, setParameters } from './router.js';
import { notify, run } from './simulator.js';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'class' | 'icon'> {
  /** `primary`, `plain`, `danger`, `small` or `icon`. */
  readonly class?: string;
  readonly icon?: IconName;
}

/** A button that submits no form, unlike HTML's own. */
export const Button = ({ class: kind = '', icon, children, ...rest }: ButtonProps) => (
  <button type="button" class={`button ${kind}`} {...rest}>
    {icon && <Icon name={icon} />}
    {children}
  </button>
);

type IconButtonProps = ButtonProps & { readonly icon: IconName; readonly name: string };

/** An icon, whose name screen readers say and the mouse shows. */
export const IconButton = ({ name, ...rest }: IconButtonProps) => (
  <Button class="plain icon" aria-label={name} title={name} {...rest} />
);

type FieldProps = ComponentProps<'input'> & {
  readonly label: ComponentChildren;
  /** Gives it a line of its own among other fields. */
  readonly isWide?: boolean;
};

/** A control with its label above: an input, or its children. */
export const Field = ({ label, isWide = false, children, ...input }: FieldProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is an input, or the children
  <label class={`field ${isWide ? 'wide' : ''}`}>
    <span>{label}</span>
    {children ?? <input class="input" {...input} />}
  </label>
);

interface SelectProps
  extends Pick<ComponentProps<'select'>, 'name' | 'aria-label' | 'title' | 'form'> {
  readonly class?: string;
  readonly selected: string;
  /** The values, and what is shown for them where it differs. */
  readonly values: readonly (string | readonly [value: string, text: string])[];
  /** Without it, the select keeps what a person selects until its form is sent. */
  readonly onSelect?: (value: string) => void;
}

export function Select({ class: kind = '', selected, values, onSelect, ...rest }: SelectProps) {
  const listed = new Map(values.map((one) => (typeof one === 'string' ? [one, one] : one)));
  // A test may have set a value that isn't offered.
  listed.set(selected, listed.get(selected) ?? selected);
  return (
    <span class="pick">
      <select
        {...rest}
        class={`select ${kind}`}
        value={onSelect && selected}
        onChange={({ currentTarget }) => onSelect?.(currentTarget.value)}
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

export const readFields = (form?: HTMLFormElement) =>
  Object.fromEntries(new FormData(form)) as Fields;

export const formatText = (text = '') =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part));

/** An error of a field or form, in a line of its own below. */
export const FieldError = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="error" role="alert">
    <Icon name="alert" />
    {children}
  </p>
);

interface FormProps extends Omit<ComponentProps<'form'>, 'class' | 'label' | 'children'> {
  /** Default: `fields`, which stand in a grid. */
  readonly class?: string;
  readonly label?: string;
  /** What it throws is shown in the form, which keeps what was typed. */
  readonly send?: (fields: Fields, form: HTMLFormElement) => Promise<unknown>;
  /** They may depend on an error. */
  readonly children: ComponentChildren | ((isWrong: boolean) => ComponentChildren);
}

export function Form({ class: kind = 'fields', label, send, children }: FormProps) {
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
        void run(async () => send?.(readFields(form), form), setError);
      }}
    >
      {typeof children === 'function' ? children(error !== undefined) : children}
      {error && <FieldError>{error}</FieldError>}
    </form>
  );
}

/** The class of a column, its heading, and what it sorts by, if it does. */
export type Column = readonly [name: string, heading: ComponentChildren, sort?: string];

/** The heading of a column. A click sorts by it: ascending, then descending. */
function Heading({ column: [name, heading, by] }: { readonly column: Column }) {
  const { sort, order = '' } = readRoute().parameters;
  const isSorted = by !== undefined && by === sort;
  const next = isSorted && order === '' ? 'descending' : '';
  return (
    <th
      scope="col"
      class={name}
      aria-sort={isSorted ? (order === '' ? 'ascending' : 'descending') : undefined}
    >
      {by === undefined ? (
        heading
      ) : (
        <button
          type="button"
          class="sort"
          onClick={() => setParameters({ sort: by, order: next, skip: '' })}
        >
          {heading} {isSorted && <Icon name={order === '' ? 'up' : 'down'} />}
        </button>
      )}
    </th>
  );
}

interface TableProps {
  readonly class: string;
  readonly label?: string;
  readonly columns: readonly Column[];
  readonly children: ComponentChildren;
}

/** A dense table; in a narrow place each row has two lines. */
export const Table = ({ class: name, label, columns, children }: TableProps) => (
  <table class={`table ${name}`} aria-label={label}>
    <thead>
      <tr>
        {columns.map((column) => (
          <Heading key={column[0]} column={column} />
        ))}
      </tr>
    </thead>
    {children}
  </table>
);

/** The heading of a column of buttons. */
export const actionColumn: Column = ['c-act number', <span class="hidden">Action</span>];

interface SearchProps {
  readonly label: string;
  readonly placeholder: string;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly input: Ref<HTMLInputElement>;
}

export const SearchField = ({ label, placeholder, search, onSearch, input }: SearchProps) => (
  <label class="search">
    <Icon name="search" />
    <input
      ref={input}
      class="input"
      type="search"
      maxLength={256}
      aria-label={label}
      placeholder={placeholder}
      autocomplete="off"
      spellcheck={false}
      defaultValue={search}
      onInput={({ currentTarget }) => onSearch(currentTarget.value)}
    />
  </label>
);

export function Search({ label, placeholder = label }: { label: string; placeholder?: string }) {
  const { search = '' } = readRoute().parameters;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // A link or another button changed it, and not the person who types.
    if (input.current && input.current !== document.activeElement) {
      input.current.value = search;
    }
  }, [search]);
  return (
    <SearchField
      {...{ label, placeholder, search, input }}
      onSearch={(value) => setParameters({ search: value, skip: '' }, false)}
    />
  );
}

interface ChipsProps {
  readonly label: string;
  readonly parameter: string;
  /** The value of each chip, how many rows it has, and its tone; the first value is empty. */
  readonly chips: readonly (readonly [value: string, text: string, count: number, tone?: string])[];
}

/** Filters that count what the list has. */
export function Chips({ label, parameter, chips }: ChipsProps) {
  const { [parameter]: chosen = '' } = readRoute().parameters;
  return (
    <fieldset class="chips" aria-label={label}>
      {chips.map(([value, text, count, tone = '']) => (
        <Button
          key={value}
          class={`plain small ${tone}`}
          aria-pressed={chosen === value}
          onClick={() => setParameters({ [parameter]: value, skip: '' })}
        >
          {text} <b>{count}</b>
        </Button>
      ))}
    </fieldset>
  );
}

interface PopoverProps {
  readonly id: string;
  readonly label: string;
  readonly children: ComponentChildren;
}

/** A dialog without a frame of its own, which a button with its id as `popovertarget` opens. */
export function Popover({ id, label, children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  return (
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
  );
}

export const closePopover = () =>
  document.querySelector<HTMLElement>(':popover-open')?.hidePopover();

type MenuProps = Omit<PopoverProps, 'id'> & { readonly icon: IconName; readonly text: string };

export function Menu({ icon, text, ...popover }: MenuProps) {
  const id = useId();
  return (
    <>
      <Button icon={icon} popovertarget={id}>
        {text}
        <Icon name="down" />
      </Button>
      <Popover id={id} {...popover} />
    </>
  );
}

interface EmptyProps {
  readonly icon?: IconName;
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** A list without rows: why, and what to do. */
export const Empty = ({ icon = 'inbox', title, children }: EmptyProps) => (
  <div class="empty">
    <Icon name={icon} />
    <h2>{title}</h2>
    {children}
  </div>
);

/** In place of what isn't loaded yet, or can't be. */
export const Pending = ({ error }: { readonly error?: string | undefined }) => (
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

interface FrameProps {
  readonly title: string;
  readonly note: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

export const View = ({ title, note, actions, children }: FrameProps) => (
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

export function useMedia(query: string): boolean {
  const media = matchMedia(query);
  const [, draw] = useState(media.matches);
  useEffect(() => {
    media.onchange = () => draw(media.matches);
    return () => {
      media.onchange = null;
    };
  }, []);
  return media.matches;
}

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
    () =>
      notify(`The browser allows no copying here. Select the text instead: ${text}`, {
        isError: true,
      }),
  );

/** Saves JSON as a file of the person at the screen. */
export function download(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
