import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useLoaded } from '../hooks.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { Table } from './table.js';

/** The interface document is loaded when its first section is opened. */
const loadDocument = () => import('../../../spec/interface.md?raw').then((file) => file.default);

/** Finds a section by its number, such as `4.1`, up to the next heading of a number. */
function findSection(text: string, section: string): string {
  const parts = text.split(/^(?=#{2,3} \d)/m);
  return parts.find((part) => new RegExp(`^#+ ${section}\\.? `).test(part)) ?? '';
}

/** Text with `code`. */
function renderText(text: string): ComponentChildren {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));
}

const readCells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Shows one block of the document: a heading, list, table or paragraph. */
function renderBlock(block: string): ComponentChildren {
  const lines = block.split('\n');
  if (block.startsWith('#')) {
    return <h3>{renderText(block.replace(/^#+ /, ''))}</h3>;
  }
  if (/^(?:-|\d+\.) /.test(block)) {
    return (
      <ul>
        {lines.map((line) => (
          <li key={line}>{renderText(line.replace(/^(?:-|\d+\.) /, ''))}</li>
        ))}
      </ul>
    );
  }
  if (block.startsWith('|')) {
    const [head = '', , ...rows] = lines;
    return (
      <Table caption={readCells(head).join(', ')} columns={readCells(head)}>
        {rows.map((row) => (
          <tr key={row}>
            {readCells(row).map((cell) => (
              <td key={cell}>{renderText(cell)}</td>
            ))}
          </tr>
        ))}
      </Table>
    );
  }
  return <p>{renderText(block)}</p>;
}

function SectionText({ section }: { readonly section: string }) {
  const { value, error } = useLoaded(loadDocument, []);
  const blocks = findSection(value ?? '', section)
    .trim()
    .split(/\n{2,}/);
  return (
    <div class="section">
      {error && <p role="alert">{error}</p>}
      {blocks.map(renderBlock)}
    </div>
  );
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
