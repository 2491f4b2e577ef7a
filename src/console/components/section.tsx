import { useState } from 'preact/hooks';
import { useLoaded } from '../hooks.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';

/** The interface document is loaded when its first section is opened. */
const loadDocument = () => import('../../../spec/interface.md?raw').then((file) => file.default);

/** Finds a section by its number, such as `4.1`, up to the next heading of a number. */
function findSection(text: string, section: string): string {
  const parts = text.split(/^(?=#{2,3} \d)/m);
  return parts.find((part) => new RegExp(`^#+ ${section}\\.? `).test(part)) ?? '';
}

function SectionText({ section }: { readonly section: string }) {
  const { value = '', error } = useLoaded(loadDocument, []);
  return <pre>{error ?? findSection(value, section).replace(/^#+ /gm, '').trim()}</pre>;
}

/** The number of a section; a click shows its text. */
export function SectionLink({ section }: { readonly section: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span class="visually-hidden">Section </span>§{section}
      </Button>
      {isOpen && (
        <Dialog title="The interface document" onClose={() => setOpen(false)}>
          <SectionText section={section} />
        </Dialog>
      )}
    </>
  );
}
