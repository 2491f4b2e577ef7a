import { readdirSync, readFileSync } from 'node:fs';
import { formatRatio, formatServer, type Results } from '../bench/report.js';
import {
  type StoreResult,
  type StoreResults,
  type StoreSubject,
  storeWorkloads,
} from '../bench/store-report.js';
import { operations as measured } from '../bench/workloads.js';
import { formatVariable } from '../src/cli/read-options.js';
import { promisedPoints } from '../src/contract/exclusion.js';
import { providerStates, stateNames } from '../src/contract/provider-states.js';
import { simulatorErrors } from '../src/document/errors.js';
import { faults } from '../src/document/message.js';
import { openPointNames, openPoints } from '../src/document/open-points.js';
import { operations } from '../src/document/operations.js';
import { maxDelay } from '../src/engine/preferences.js';
import { errorStatuses } from '../src/engine/scenarios.js';
import { optionNames, optionTable } from '../src/options/table.js';
import { verifyOptionNames, verifyOptionTable } from '../src/options/verify-options.js';
import { type AdminOperation, adminPaths } from '../src/server/admin/paths.js';
import { adminRoutes } from '../src/server/admin/routes.js';
import { decisions } from '../src/verify/advice.js';

const root = new URL('../', import.meta.url);

const code = (text: string) => `\`${text}\``;
const row = (...cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');

function promised(): string {
  return table(
    ['operation', 'responses', 'section'],
    operations.map(({ name, method, path, statuses, section, deprecated }) => [
      `${code(name)} ${method} ${path}${deprecated ? ' (deprecated)' : ''}`,
      statuses.join(', '),
      section,
    ]),
  );
}

function open(): string {
  return table(
    ['open point', 'silent on', 'section', 'used by', 'default', 'strict', 'lenient', 'hostile'],
    openPointNames.map((point) => {
      const { silent, section, usedBy, choices, profiles } = openPoints[point];
      const { strict, lenient, hostile } = profiles;
      const others = choices.slice(1).join(', ');
      return [
        code(point),
        silent,
        section,
        usedBy,
        `${choices[0]} (or ${others})`,
        strict,
        lenient,
        hostile,
      ];
    }),
  );
}

function contract(): string {
  return table(
    ['open point', 'a recorded contract says'],
    openPointNames.map((point) => [
      code(point),
      promisedPoints[point] ?? 'nothing: the use is left out',
    ]),
  );
}

function beyond(): string {
  return table(
    ['beyond the document', 'ask for it with'],
    [
      [
        `any other status from ${errorStatuses.min} to ${errorStatuses.max}`,
        code('Prefer: code=503'),
      ],
      ['a body or headers of your own', 'a rule'],
      [`a broken response: ${faults.join(', ')}`, code('Prefer: fault=reset')],
      [`a delay of up to ${maxDelay} ms`, `${code('Prefer: delay=800')} or ${code('--latency')}`],
    ],
  );
}

function errors(): string {
  const rows = operations.flatMap(({ name, statuses, examples }) =>
    statuses
      .filter((status) => status >= 400)
      .map((status) => {
        const names = examples.filter((example) => example.status === status);
        return [
          code(name),
          code(`Prefer: code=${status}`),
          names.map((example) => code(example.name)).join(', '),
        ];
      }),
  );
  return table(['operation', 'header', 'or `Prefer: example=`'], rows);
}

function options(): string {
  const rows = optionNames.map((name) => {
    const { flag, help, defaultText } = optionTable[name];
    return [code(flag ?? formatVariable(name)), help, code(defaultText)];
  });
  return table(['option', 'meaning', 'default'], rows);
}

function states(): string {
  const rows = stateNames.map((name) => {
    const { parameters, meaning, returns } = providerStates[name];
    return [name, parameters || 'none', meaning, returns.map(code).join(', ') || 'nothing'];
  });
  return table(['provider state', 'parameters', 'meaning', 'returns'], rows);
}

function advice(): string {
  return table(
    ['advice if', 'words', 'what they leave open'],
    Object.values(decisions).map(({ behaviour, section, quote, reason }) => [
      behaviour,
      `“${quote}” (section ${section})`,
      reason,
    ]),
  );
}

function verifyOptions(): string {
  const rows = verifyOptionNames.map((name) => {
    const { flag, help, defaultText } = verifyOptionTable[name];
    const rest = defaultText === undefined ? '' : ` (default: ${defaultText})`;
    return [flag === undefined ? `${code(name)} in TypeScript` : code(flag), help + rest];
  });
  return table(['option', 'meaning'], rows);
}

function admin(): string {
  const rows = Object.entries(adminPaths).map(([name, path]) => [
    code(path),
    adminRoutes[name as AdminOperation].summary,
  ]);
  return table(['call', 'purpose'], rows);
}

function refusals(): string {
  const rows = Object.entries(simulatorErrors).map(([name, status]) => [code(name), `${status}`]);
  return table(['code', 'status'], rows);
}

/** What `npm run bench` measured last, as ratios: other machines have other numbers. */
function benchmark(): string {
  const file = new URL('bench/results.json', root);
  const { servers, machine } = JSON.parse(readFileSync(file, 'utf8')) as Results;
  const base = servers[1];
  const head = ['', 'start', 'memory', 'list/s', 'get/s', 'create/s', 'CPU of a list'];
  const rows = servers.map(({ name, version, start, memory, workloads }) => [
    name === 'node:http' ? 'bare `node:http`' : formatServer({ name, version }),
    formatRatio(start, base?.start),
    formatRatio(memory, base?.memory),
    ...measured.map((workload) =>
      formatRatio(workloads[workload]?.perSecond, base?.workloads[workload]?.perSecond),
    ),
    formatRatio(workloads.list?.cpu, base?.workloads.list?.cpu),
  ]);
  const { node, cpu, cores, load } = machine;
  const busy =
    load > 0.5
      ? ` Other programs ran at the same time (load ${load.toFixed(0)}), so these are rough.`
      : '';
  return `${table(head, rows)}\n\nNode.js ${node}, ${cpu}, ${cores} cores.${busy}`;
}

function readStoreResults(): StoreResults {
  return JSON.parse(readFileSync(new URL('bench/store.json', root), 'utf8'));
}

/** What `bench/store.ts` measured last. */
function storeCost(): string {
  const { subjects, machine, effort } = readStoreResults();
  const format = ({ workloads }: StoreSubject, field: keyof StoreResult, digits = 0) =>
    storeWorkloads.map((workload) => workloads[workload][field].toFixed(digits)).join(' / ');
  const head = ['list / get / create', 'CPU, µs', 'CPU of the store, µs', 'round trips'];
  // Another build is for those who change the simulator.
  const shown = subjects.filter(({ name }) => name !== 'in memory, before');
  const rows = shown.map((subject) => [
    subject.name,
    format(subject, 'cpu'),
    format(subject, 'storeCpu'),
    format(subject, 'scripts', 2),
  ]);
  const { node, cpu, cores, load } = machine;
  return (
    `${table(head, rows)}\n\nMicroseconds for each request. Node.js ${node}, ${cpu}, ${cores} cores, ` +
    `${effort.sandboxes} sandboxes, ${effort.connections} requests in flight, load ${load.toFixed(0)}.`
  );
}

/** The tables that derive from the code, by the name in their marker. */
const tables: Readonly<Record<string, () => string>> = {
  promised,
  open,
  beyond,
  errors,
  options,
  contract,
  states,
  advice,
  verify: verifyOptions,
  admin,
  refusals,
  benchmark,
  store: storeCost,
};

function fillTables(path: string, markdown: string): string {
  return markdown.replace(
    /(<!-- table: (\w+) -->)[\s\S]*?(<!-- end -->)/g,
    (_all, begin: string, name: string, end: string) => {
      const write = tables[name];
      if (write === undefined) {
        throw new Error(
          `${path} has an unknown table "${name}". Add it to scripts/doc-tables.ts, or use one of ${Object.keys(tables).join(', ')}.`,
        );
      }
      return `${begin}\n\n${write()}\n\n${end}`;
    },
  );
}

/** The documents that users read. */
export const documentPaths = [
  'README.md',
  ...readdirSync(new URL('docs', root))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Every document, by its path, with the tables that the code derives. */
export function documentsWithTables(): Record<string, string> {
  const filled = documentPaths.map((path) => {
    const text = readFileSync(new URL(path, root), 'utf8');
    return [path, fillTables(path, text)] as const;
  });
  return Object.fromEntries(filled);
}
