import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Folder, type Outcome, openInstalled, runNode } from './packed.js';

const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');

let folder: Folder;

beforeAll(async () => {
  folder = await openInstalled();
});

afterAll(() => folder.remove());

const bundler = { module: 'esnext', moduleResolution: 'bundler' };

/** How apps are set up: for Node.js, with a bundler, and for browsers as `tsc --init` proposes. */
const setups = {
  nodenext: { module: 'nodenext' },
  bundler,
  browser: { ...bundler, lib: ['es2022', 'esnext.disposable', 'dom'], types: [] },
} as const;

/** Compiles a file of an app into `build/`; types of packages are checked too. */
async function compile(name: keyof typeof setups, text: string): Promise<Outcome> {
  const app = join(folder.path, name);
  await mkdir(app, { recursive: true });
  const compilerOptions = {
    ...setups[name],
    target: 'es2022',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    outDir: 'build',
  };
  await writeFile(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  await writeFile(join(app, 'app.ts'), text);
  return runNode(app, [compiler, '--project', '.']);
}

/** Some lines must not compile: without types, all would. */
const app = `
import { connect, SimulatorError, createSimulator, startSimulator, UsageError, type RecordedExchange, type SandboxHandle, type Rule, type SimulatorOptions } from 'animal-store-simulator';

const options: SimulatorOptions = { seed: 7, profile: 'strict', choose: { 'list-order': 'newest-first' } };
// @ts-expect-error
export const unknownOption: SimulatorOptions = { sed: 7 };
// @ts-expect-error
export const unknownChoice: SimulatorOptions = { choose: { 'list-order': 'clamp' } };

await using sim = await startSimulator(options);
const headers = { Authorization: \`Bearer \${sim.apiKey}\` };
const overHttp: Response = await fetch(\`\${sim.url}/pets\`, { headers });
const without: Response = await createSimulator(options).fetch(new Request('http://localhost/v1/pets', { headers }));
console.log(await overHttp.text() === await without.text(), overHttp.status, new UsageError('') instanceof Error);

const rule: Rule = { operation: 'listPets', code: 503, times: 1 };
// @ts-expect-error
export const unknownField: Rule = { code: 503, tmies: 1 };
await using sandbox: SandboxHandle = connect(sim.url).sandbox();
await sandbox.addRule(rule);
await fetch(\`\${sandbox.url}/pets\`, { headers });
const [sent]: RecordedExchange[] = await sandbox.requests({ operation: 'listPets', wait: 1 });
console.log(sent?.status, new SimulatorError('simulator_conflict', '') instanceof Error);
`;

test.for(['nodenext', 'bundler', 'browser'] as const)(
  'a strict TypeScript app compiles and runs with the setup %s',
  async (name) => {
    const compiled = await compile(name, app);
    expect(compiled).toEqual({ code: 0, stdout: '', stderr: '' });

    const ran = await runNode(join(folder.path, name), ['build/app.js']);

    expect(ran).toEqual({ code: 0, stdout: 'true 200 true\n503 true\n', stderr: '' });
  },
);
