import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Button } from './button.js';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/**
 * A modal dialog while it is rendered. The browser keeps the focus inside, and Escape closes it. The focus
 * starts at the first input, if there is one.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    element.current?.showModal();
    element.current?.querySelector('input')?.focus();
    // The browser moves the focus back itself, but not when the back button removes the dialog. While the
    // dialog is there, nothing else takes the focus.
    return () => queueMicrotask(() => before?.focus());
  }, []);
  return (
    <dialog ref={element} aria-labelledby={id} onClose={onClose}>
      <header class="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" aria-label="Close" onClick={() => element.current?.close()}>
          ×
        </Button>
      </header>
      {children}
    </dialog>
  );
}
