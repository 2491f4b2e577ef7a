import text from '../../spec/interface.md?raw';
import { Menu } from './components.js';

/** The sections of the document by their numbers, such as `4.1`; their tables have no padding. */
const sections = Object.fromEntries(
  text
    .split(/\s*^#{2,3} (?=\d)/m)
    .map((part) => [/[\d.]*\d/.exec(part)?.[0], part.replace(/^#+ |^\| -.*\n| +(?= \|)/gm, '')]),
);

/** The number of a section; a click shows its text. */
export const SectionLink = ({ section }: { section: string }) => (
  <Menu isLink text={`§${section}`} label={`Section ${section} of the document`}>
    <pre>{sections[section]}</pre>
  </Menu>
);
