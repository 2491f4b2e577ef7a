import { findNodeAtLocation, type JSONPath, parseTree } from 'jsonc-parser';

/** Where in a text something is: line and column, both counted from 1. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}

/** The line on which the value at a path begins; the nearest that exists when it is missing. */
export function lineOf(text: string, path: JSONPath): number {
  const tree = parseTree(text);
  for (let depth = path.length; tree !== undefined && depth > 0; depth -= 1) {
    const node = findNodeAtLocation(tree, path.slice(0, depth));
    if (node !== undefined) {
      return positionAt(text, node.offset).line;
    }
  }
  return 1;
}
