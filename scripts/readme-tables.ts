import { openPointNames, openPoints } from '../src/engine/choices/open-points.js';
import { faults } from '../src/engine/interface/message.js';
import { operations } from '../src/engine/interface/operations.js';
import { maxDelay } from '../src/engine/sandbox/preferences.js';
import { beyondStatuses } from '../src/engine/sandbox/scenarios.js';
import { optionNames, optionTable } from '../src/options/table.js';
import { verifyOptionNames, verifyOptionTable } from '../src/options/verify-options.js';
import { providerStateNames, providerStates } from '../src/verification/pact/provider-states.js';

const code = (text: string) => `\`${text}\``;
const row = (...cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');

function promised(): string {
  return table(
    ['operation', 'answers', 'section'],
    operations.map(({ name, method, path, statuses, section, deprecated }) => [
      `${code(name)} ${method} ${path}${deprecated ? ' (deprecated)' : ''}`,
      statuses.join(', '),
      section,
    ]),
  );
}

function open(): string {
  return table(
    [
      'open point',
      'the document is silent on',
      'section',
      'used by',
      'default',
      'strict',
      'lenient',
      'hostile',
    ],
    openPointNames.map((point) => {
      const { silent, section, usedBy, choices, strict, lenient, hostile } = openPoints[point];
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

function beyond(): string {
  return table(
    ['beyond the interface', 'how it is asked for'],
    [
      [`${beyondStatuses.join(', ')}`, code(`Prefer: code=${beyondStatuses[3]}`)],
      [`a broken answer: ${faults.join(', ')}`, code('Prefer: fault=reset')],
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
  return table(['operation', 'header', 'or `Prefer: example=` one of'], rows);
}

function options(): string {
  const rows = optionNames.map((name) => {
    const { flag, help, shown } = optionTable[name];
    return [code(flag), help, code(shown)];
  });
  return table(['option', 'what it does', 'default'], rows);
}

function states(): string {
  const rows = providerStateNames.map((name) => {
    const { parameters, meaning, returns } = providerStates[name];
    return [name, parameters || 'none', meaning, returns.map(code).join(', ') || 'nothing'];
  });
  return table(['provider state', 'parameters', 'it means', 'it returns'], rows);
}

function verifyOptions(): string {
  const rows = verifyOptionNames.map((name) => {
    const { flag, help } = verifyOptionTable[name];
    return [code(flag), help];
  });
  return table(['option of verify', 'what it does'], rows);
}

/** The tables of the README that the code decides, by the name of their marker. */
const readmeTables: Readonly<Record<string, () => string>> = {
  promised,
  open,
  beyond,
  errors,
  options,
  states,
  verify: verifyOptions,
};

/** The README with each table between its markers as the code has it. */
export function withTables(readme: string): string {
  return readme.replace(
    /(<!-- table: (\w+) -->)[\s\S]*?(<!-- end -->)/g,
    (_all, begin: string, name: string, end: string) => {
      const write = readmeTables[name];
      if (write === undefined) {
        throw new Error(
          `README.md has a table ${name} that scripts/readme-tables.ts doesn't make.`,
        );
      }
      return `${begin}\n\n${write()}\n\n${end}`;
    },
  );
}
