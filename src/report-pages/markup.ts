import { escapeUnprintable } from '../log/redaction.js';

type Tag =
  | 'article'
  | 'caption'
  | 'code'
  | 'dd'
  | 'details'
  | 'div'
  | 'dl'
  | 'dt'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'li'
  | 'p'
  | 'pre'
  | 'section'
  | 'small'
  | 'span'
  | 'summary'
  | 'table'
  | 'tbody'
  | 'td'
  | 'th'
  | 'thead'
  | 'tr'
  | 'ul';

type Attributes = Readonly<
  Partial<
    Record<'aria-label' | 'class' | 'colspan' | 'role' | 'scope' | 'tabindex' | 'title', string>
  >
>;

/**
 * An element of a page, as plain data: a file has it as HTML, and the console as its own elements. A
 * class, because nothing that a report has as JSON can be an instance of it.
 */
export class Markup {
  readonly tag: Tag;
  readonly attributes: Attributes;
  readonly children: readonly (string | Markup)[];

  constructor(tag: Tag, attributes: Attributes, children: readonly (string | Markup)[]) {
    this.tag = tag;
    this.attributes = attributes;
    this.children = children;
  }
}

/** What an element may contain; nested lists are joined. */
export type Content = string | number | Markup | readonly Content[];

function listChildren(content: Content): (string | Markup)[] {
  if (content instanceof Markup) {
    return [content];
  }
  return typeof content === 'object'
    ? content.flatMap(listChildren)
    : [escapeUnprintable(String(content))];
}

/** Creates an element; text of any origin is safe in it. */
export const element = (
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Content[]
): Markup => new Markup(tag, attributes, children.flatMap(listChildren));

/** Creates a table, which scrolls sideways where the screen is narrow, also by keyboard. */
export function table(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly [string, ...Content[]])[],
): Markup {
  return element(
    'section',
    { class: 'table-frame', 'aria-label': caption, tabindex: '0' },
    element(
      'table',
      {},
      element('caption', { class: 'visually-hidden' }, caption),
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          columns.map((column) => element('th', { scope: 'col' }, column)),
        ),
      ),
      element(
        'tbody',
        {},
        rows.map(([name, ...cells]) =>
          element(
            'tr',
            {},
            element('th', { scope: 'row' }, name),
            cells.map((cell) => element('td', {}, cell)),
          ),
        ),
      ),
    ),
  );
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, also within an attribute in quotes. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** Formats markup as HTML. */
export function formatMarkup(markup: string | Markup): string {
  if (typeof markup === 'string') {
    return escapeHtml(markup);
  }
  const { tag, attributes, children } = markup;
  const listed = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escapeHtml(value)}"`,
  );
  return `<${tag}${listed.join('')}>${children.map(formatMarkup).join('')}</${tag}>`;
}
