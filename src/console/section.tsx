import { useId } from 'preact/hooks';
import text from '../../spec/interface.md?raw';
import { closePopover, IconButton, Popover } from './components.js';

/** The sections of the document by their numbers, such as `4.1`; their tables have no padding. */
const sections = Object.fromEntries(
  text
    .split(/\s*^#{2,3} (?=\d)/m)
    .map((part) => [/[\d.]*\d/.exec(part)?.[0], part.replace(/^#+ |^\| -.*\n| +(?= \|)/gm, '')]),
);

/** The number of a section; a click shows its text. */
export function SectionLink({ section }: { section: string }) {
  const id = useId();
  const label = `Section ${section} of the document`;
  return (
    <>
      <button type="button" class="link" aria-label={label} popovertarget={id}>
        §{section}
      </button>
      <Popover id={id} label={label}>
        <div class="row">
          <b>Section {section}</b>
          <IconButton class="plain icon end" icon="close" name="Close" onClick={closePopover} />
        </div>
        <pre>{sections[section]}</pre>
      </Popover>
    </>
  );
}
