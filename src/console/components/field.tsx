import { cloneElement, type VNode } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** An input, select or textarea. */
  readonly children: VNode<Record<string, unknown>>;
}

/** A control with its label, a hint, and an error that screen readers connect with it. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const isDescribed = hint !== undefined || error !== undefined;
  const control = cloneElement(children, {
    id,
    'aria-describedby': isDescribed ? `${id}-note` : undefined,
    'aria-invalid': error === undefined ? undefined : 'true',
  });
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {control}
      {isDescribed && (
        <div id={`${id}-note`}>
          {hint && <small>{hint}</small>}
          {error && <p class="error">{error}</p>}
        </div>
      )}
    </div>
  );
}

interface OptionsProps {
  readonly selected: string;
  /** The values, and what is shown for them where it differs. */
  readonly values: readonly (string | readonly [value: string, text: string])[];
}

/** The options of a select. */
export function Options({ selected, values }: OptionsProps) {
  return (
    <>
      {values.map((option) => {
        const [value, text] = typeof option === 'string' ? [option, option] : option;
        return (
          <option key={value} value={value} selected={value === selected}>
            {text}
          </option>
        );
      })}
    </>
  );
}

interface SelectProps extends OptionsProps {
  readonly label: string;
  readonly onSelect: (value: string) => void;
}

/** A choice of one of several values. */
export function Select({ label, onSelect, ...options }: SelectProps) {
  return (
    <Field label={label}>
      <select
        value={options.selected}
        onChange={({ currentTarget }) => onSelect(currentTarget.value)}
      >
        <Options {...options} />
      </select>
    </Field>
  );
}
