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
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const control = cloneElement(children, {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': error === undefined ? undefined : 'true',
  });
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {control}
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} class="field-error">
          {error}
        </p>
      )}
    </div>
  );
}
