export const code = (text: string) => `\`${text}\``;
const row = (...cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
export const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');
