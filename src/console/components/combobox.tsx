import { useId, useState } from 'preact/hooks';

export interface Option {
  readonly value: string;
  /** Shown beside the value, and searched too. */
  readonly detail?: string | undefined;
}

interface ComboboxProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  /** Called when the list opens: the time to load its options. */
  readonly onOpen: () => void;
  readonly onSelect: (value: string) => void;
}

/** The list stays short: whoever has more types some letters. */
const maxShown = 50;

function findMatches(options: readonly Option[], text: string): readonly Option[] {
  const wanted = text.trim().toLowerCase();
  return options.filter(({ value, detail = '' }) =>
    `${value} ${detail}`.toLowerCase().includes(wanted),
  );
}

/** An input with a list to choose from, by the pattern "combobox" of WAI-ARIA; other values can be typed. */
export function Combobox({ label, value, options, onOpen, onSelect }: ComboboxProps) {
  const id = useId();
  const [text, setText] = useState<string>();
  const [active, setActive] = useState(-1);
  const isOpen = text !== undefined;
  const matches = findMatches(options, text ?? '');
  const shown = matches.slice(0, maxShown);

  const open = (typed: string) => {
    if (!isOpen) {
      onOpen();
    }
    setText(typed);
    setActive(-1);
  };
  const close = () => setText(undefined);
  const select = (chosen: string) => {
    close();
    if (chosen !== '') {
      onSelect(chosen);
    }
  };
  const move = (step: number) => {
    if (!isOpen) {
      open('');
    }
    const next = (active + step + shown.length) % Math.max(shown.length, 1);
    setActive(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const actions: Record<string, () => void> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(active < 0 ? 0 : -1),
      Escape: close,
      Enter: () => select(shown[active]?.value ?? text ?? ''),
    };
    const act = actions[event.key];
    if (act !== undefined) {
      event.preventDefault();
      act();
    }
  };

  return (
    <div class="combobox">
      <label for={id}>{label}</label>
      <input
        id={id}
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
        placeholder={value}
        value={text ?? value}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onClick={() => isOpen || open('')}
        onInput={({ currentTarget }) => open(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <div id={`${id}-list`} role="listbox" aria-label={label} hidden={!isOpen}>
        {shown.map(({ value: one, detail }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus
          <div
            key={one}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            // The input must keep the focus until the click has arrived.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => select(one)}
          >
            {one}
            {detail && <small>{detail}</small>}
          </div>
        ))}
      </div>
      {isOpen && matches.length > maxShown && (
        <small class="combobox-more">{matches.length - maxShown} more: type to find one</small>
      )}
    </div>
  );
}
