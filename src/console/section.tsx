import { useId, useState } from 'preact/hooks';
import { Button, IconButton } from './components.js';
import { run } from './simulator.js';

/** Finds a section by its number, such as `4.1`, up to the next heading of a number. */
async function loadSection(section: string): Promise<string> {
  // The document is loaded when its first section is opened.
  const { default: text } = await import('../../spec/interface.md?raw');
  const parts = text.split(/^(?=#{2,3} \d)/m);
  const found = parts.find((part) => new RegExp(`^#+ ${section}\\.? `).test(part)) ?? '';
  return found.replace(/^#+ /gm, '').trim();
}

/** The number of a section; a click shows its text. */
export function SectionLink({ section }: { readonly section: string }) {
  const id = useId();
  const [text, setText] = useState('Loading…');
  const load = () => run(async () => setText(await loadSection(section)));
  return (
    <>
      <Button class="link" popovertarget={id} onClick={load}>
        §{section}
      </Button>
      <div popover id={id} role="dialog" aria-label={`Section ${section} of the document`}>
        <IconButton icon="×" name="Close" popovertarget={id} popovertargetaction="hide" />
        <pre>{text}</pre>
      </div>
    </>
  );
}
