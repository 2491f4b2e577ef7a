import { readdirSync, readFileSync } from 'node:fs';
import { formatBenchmark, formatStoreCost } from '../bench/tables.js';
import { providerStates, stateNames } from '../src/contract/provider-states.js';
import { simulatorErrors } from '../src/document/errors.js';
import { faults } from '../src/document/message.js';
import { openPointNames, openPoints } from '../src/document/open-points.js';
import { operations } from '../src/document/operations.js';
import { maxDelay } from '../src/engine/preferences.js';
import { errorStatuses } from '../src/engine/scenario.js';
import { formatVariable } from '../src/options/option.js';
import { optionNames, optionTable } from '../src/options/table.js';
import { verifyOptionTable } from '../src/options/verify-options.js';
import { adminRoutes } from '../src/server/admin/admin.js';
import { type AdminOperation, adminPaths } from '../src/server/admin/paths.js';
import type { AdminRoute } from '../src/server/admin/route.js';
import { code, table } from './markdown.js';

const root = new URL('../', import.meta.url);

/** Reads a file of the repository; a checkout on Windows may have CRLF. */
export const readText = (path: string) =>
  readFileSync(new URL(path, root), 'utf8').replaceAll('\r\n', '\n');

const formatDefault = (text: string) => (text === 'none' ? '' : ` (default: ${text})`);

/** The tables that derive from the code, by the name in their marker. */
const tables: Readonly<Record<string, () => string>> = {
  promised: () =>
    table(
      ['operation', 'responses', 'section'],
      operations.map(({ name, method, path, statuses, section, deprecated }) => [
        `${code(name)} ${method} ${path}${deprecated ? ' (deprecated)' : ''}`,
        statuses.join(', '),
        section,
      ]),
    ),
  open: () =>
    table(
      ['open point', 'silent on', 'choices', 'strict, lenient, hostile'],
      openPointNames.map((point) => {
        const { silent, section, choices, profiles } = openPoints[point];
        const { strict, lenient, hostile } = profiles;
        return [
          code(point),
          `${silent} (${section})`,
          choices.join(', '),
          [strict, lenient, hostile].join(', '),
        ];
      }),
    ),
  beyond: () =>
    table(
      ['beyond the document', 'ask for it with'],
      [
        [
          `any other status from ${errorStatuses.min} to ${errorStatuses.max}`,
          code('Prefer: code=503'),
        ],
        ['a body or headers of your own', 'a rule'],
        [`a broken response: ${faults.join(', ')}`, code('Prefer: fault=reset')],
        [`a delay of up to ${maxDelay} ms`, `${code('Prefer: delay=800')} or ${code('--delay')}`],
      ],
    ),
  errors: () =>
    table(
      ['`Prefer: code=`', 'or `Prefer: example=`', 'operations'],
      [400, 401, 404].map((status) => {
        const able = operations.filter(({ statuses }) => statuses.includes(status));
        const examples = able.flatMap((operation) =>
          operation.examples.filter((example) => example.status === status),
        );
        const names = [...new Set(examples.map((example) => code(example.name)))];
        return [`${status}`, names.join(', '), able.map(({ name }) => code(name)).join(', ')];
      }),
    ),
  options: () =>
    table(
      ['option', 'meaning'],
      optionNames.map((name) => {
        const { flag, help, defaultText = 'none' } = optionTable[name];
        return [code(flag ?? formatVariable(name)), help + formatDefault(defaultText)];
      }),
    ),
  states: () =>
    table(
      ['provider state', 'parameters', 'meaning', 'returns'],
      stateNames.map((name) => {
        const { parameters, meaning, returns } = providerStates[name];
        return [name, parameters || 'none', meaning, returns.map(code).join(', ') || 'nothing'];
      }),
    ),
  verify: () =>
    table(
      ['option', 'meaning'],
      Object.entries(verifyOptionTable).map(([name, { flag, help, defaultText = 'none' }]) => {
        const option = flag === undefined ? `${code(name)} in TypeScript` : code(flag);
        return [option, help + formatDefault(defaultText)];
      }),
    ),
  admin: () =>
    table(
      ['call', 'purpose', '[tool](agents.md)'],
      Object.entries(adminPaths).map(([name, path]) => {
        const { summary, tool }: AdminRoute = adminRoutes[name as AdminOperation] as never;
        return [code(path), summary, tool === undefined ? '' : code(tool.name)];
      }),
    ),
  refusals: () =>
    table(
      ['status', 'codes'],
      [...new Set(Object.values(simulatorErrors))].map((status) => [
        `${status}`,
        Object.entries(simulatorErrors)
          .filter(([, other]) => other === status)
          .map(([name]) => code(name))
          .join(', '),
      ]),
    ),
  benchmark: formatBenchmark,
  store: formatStoreCost,
};

function fillTables(path: string, markdown: string): string {
  return markdown.replace(
    /(<!-- table: (\w+) -->)[\s\S]*?(<!-- end -->)/g,
    (_all, begin: string, name: string, end: string) => {
      const write = tables[name];
      if (write === undefined) {
        throw new Error(`${path} has an unknown table "${name}". Add it to scripts/doc-tables.ts.`);
      }
      return `${begin}\n\n${write()}\n\n${end}`;
    },
  );
}

/** The documents for users. */
export const documentPaths = [
  'README.md',
  ...readdirSync(new URL('docs', root))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  // Not in the package.
  'deploy/README.md',
];

/** Every document, by its path, with the tables that the code derives. */
export function documentsWithTables(): Record<string, string> {
  const filled = documentPaths.map((path) => {
    return [path, fillTables(path, readText(path))] as const;
  });
  return Object.fromEntries(filled);
}
