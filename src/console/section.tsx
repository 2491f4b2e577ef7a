import { useId } from 'preact/hooks';
import text from '../../spec/interface.md?raw';
import { Button, IconButton } from './components.js';

/** The sections of the document by their numbers, such as `4.1`, each up to the next one. */
const sections = Object.fromEntries(
  text
    .split(/^#{2,3} (?=\d)/m)
    .map((part) => [/[\d.]*\d/.exec(part)?.[0], part.trim().replace(/^#+ /gm, '')]),
);

/** The number of a section; a click shows its text. */
export function SectionLink({ section }: { readonly section: string }) {
  const id = useId();
  return (
    <>
      <Button class="link" popovertarget={id}>
        §{section}
      </Button>
      <div popover id={id} role="dialog" aria-label={`Section ${section} of the document`}>
        <IconButton icon="×" name="Close" popovertarget={id} popovertargetaction="hide" />
        <pre>{sections[section]}</pre>
      </div>
    </>
  );
}
