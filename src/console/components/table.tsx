import type { ComponentChildren } from 'preact';

interface TableProps {
  /** What the table lists; only screen readers read it. */
  readonly caption: string;
  readonly columns: readonly ComponentChildren[];
  /** The rows: `<tr>` elements. */
  readonly children: ComponentChildren;
}

/** A dense table, which scrolls sideways where the screen is narrow, also by keyboard. */
export function Table({ caption, columns, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus
    <section class="table-frame" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={index} scope="col">
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
