import type { ComponentChildren } from 'preact';

interface TableProps {
  /** What the table lists; only screen readers read it. */
  readonly caption: string;
  readonly columns: readonly string[];
  /** The rows: `<tr>` elements. */
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** A dense table, which scrolls where the screen is small, also by keyboard. */
export function Table({ caption, columns, children, class: kind, onKeyDown }: TableProps) {
  return (
    <section
      class={`table-frame ${kind ?? ''}`}
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <table>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
