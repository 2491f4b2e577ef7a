import { useState } from 'preact/hooks';
import { Button, Dialog, Pending } from './components.js';
import { useLoaded } from './simulator.js';

/** Finds a section by its number, such as `4.1`, up to the next heading of a number. */
async function loadSection(section: string): Promise<string> {
  // The document is loaded when its first section is opened.
  const { default: text } = await import('../../spec/interface.md?raw');
  const parts = text.split(/^(?=#{2,3} \d)/m);
  const found = parts.find((part) => new RegExp(`^#+ ${section}\\.? `).test(part)) ?? '';
  return found.replace(/^#+ /gm, '').trim();
}

function SectionText({ section }: { readonly section: string }) {
  const { value, error } = useLoaded(() => loadSection(section), []);
  return value === undefined ? <Pending error={error} /> : <pre>{value}</pre>;
}

/** The number of a section; a click shows its text. */
export function SectionLink({ section }: { readonly section: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        class="link"
        aria-haspopup="dialog"
        title={`Section ${section} of the document`}
        onClick={() => setOpen(true)}
      >
        §{section}
      </Button>
      {isOpen && (
        <Dialog title="The interface document" onClose={() => setOpen(false)}>
          <SectionText section={section} />
        </Dialog>
      )}
    </>
  );
}
