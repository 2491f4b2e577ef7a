/**
 * Writes docs/contract-table.md: what the contracts of the example shops say of each provider of the
 * catalogue. Takes about two minutes.
 */
import { writeFileSync } from 'node:fs';
import { closeVerifiers } from '../test/providers/warm-pact.js';
import { formatPage, formatRow, variants } from '../test/shops/table.js';
import { judgeVariant } from '../test/shops/verdicts.js';

const rows: string[] = [];
const left = [...variants.entries()];

async function judgeNext(): Promise<void> {
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    const [index, variant] = next;
    rows[index] = formatRow(variant, await judgeVariant(variant));
  }
}

await Promise.all(Array.from({ length: 4 }, judgeNext));
closeVerifiers();
writeFileSync(new URL('../docs/contract-table.md', import.meta.url), formatPage(rows));
