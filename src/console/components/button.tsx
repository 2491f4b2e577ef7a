import type { ComponentProps } from 'preact';

interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` for the main action of a form, `danger` for what can't be undone, `quiet` without a border, `link` as text. */
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet' | 'link';
}

/** A button; unlike HTML's own it submits no form unless its type is `submit`. */
export function Button({ kind = 'plain', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} class={`button button-${kind}`} {...rest} />;
}

/** Saves a text as a file of the person at the screen. */
export function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
