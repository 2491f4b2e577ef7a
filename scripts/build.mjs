/**
 * Builds `dist/`: the library, the command, the console and the page at `/docs`. One builder makes them all,
 * Vite's. The types are apart (`npm run build:types`), as only the package needs them. Nothing is built again
 * without a change.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import './generate-documents.mjs';
import { isUpToDate } from './up-to-date.mjs';

/** The last file of a build. */
const notices = 'third-party-notices.txt';
if (isUpToDate(notices)) {
  process.exit();
}
// Loaded here: it takes a second.
const { build } = await import('vite');

// The names of modules have slashes on Windows, too.
const root = fileURLToPath(new URL('../', import.meta.url)).replaceAll('\\', '/');
const dist = `${root}dist`;
const packageFolder = (name) => `${root}node_modules/${name}`;

/** The entries of the package, as `exports` in package.json has them. */
const runners = ['vite', 'vitest', 'vitest-global-setup', 'playwright'];
const library = ['index', 'browser', 'msw', 'types', ...runners];
/** Also as CommonJS, for test runners without ES modules, such as Jest. */
const commonjs = ['browser', 'msw'];

const findEntries = (names) =>
  Object.fromEntries(names.map((name) => [name, `${root}src/${name}.ts`]));

const run = (options) =>
  build({ root, configFile: false, logLevel: 'warn', publicDir: false, ...options });

/** Builds files for Node.js, which import packages but those in `inlined`. */
const buildFiles = (input, output, inlined = []) =>
  run({
    ssr: { external: true, noExternal: inlined },
    build: {
      ssr: true,
      outDir: dist,
      emptyOutDir: false,
      target: 'node20.19',
      minify: false,
      rolldownOptions: {
        input,
        preserveEntrySignatures: 'strict',
        output: { hashCharacters: 'hex', ...output },
      },
    },
  });

/** What the entries share, in few files: first what runs in browsers, then what needs Node.js. */
const inModules = [
  {
    name: 'engine',
    test: /src\/(?:base|document|engine)\/(?!curl|files|no-proxy|package|generated\/document)/,
  },
  { name: 'options', test: /src\/options\/(?!config-file)/ },
  { name: 'catalogue', test: /src\/catalogue\/(?:generated\/default|included|read)/ },
  { name: 'client', test: /src\/(?:client\/(?!connect)|server\/admin\/paths)/ },
  { name: 'files', test: /src\/(?:base\/|options\/)/ },
  { name: 'contract', test: /src\/contract\/(?!pact)/ },
];
const inCommonjs = [
  { name: 'library', test: /src\/(?!catalogue\/generate-pets|msw|server\/admin\/(?!paths))/ },
];

/** What a command loads on demand, in fewer files than one for each combination of uses. */
const onDemand = [
  { name: 'summary', test: /src\/server\/log\// },
  { name: 'contract', test: /src\/contract\// },
  { name: 'admin', test: /src\/server\/(?:admin|app|pages)/ },
  { name: 'verify', test: /src\/(?:learn\/|options\/verify|verify\/(?!pact))/ },
  { name: 'others', test: /src\/cli\/(?:check|learn|mcp)/ },
  { name: 'exec', test: /src\/(?:matrix\/|cli\/(?:child|derive|exec|matrix))/ },
];

/** Builds entries of the package in a format. */
const buildEntries = (names, format, extension, groups) =>
  buildFiles(findEntries(names), {
    format,
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `library-[hash].${extension}`,
    codeSplitting: { groups },
  });

/** What a module imports at once, with all that this imports. */
function findLoaded(start, graph) {
  const loaded = new Set([start]);
  // A set also visits what is added meanwhile.
  for (const id of loaded) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
      loaded.add(imported);
    }
  }
  return loaded;
}

/**
 * CommonJS, because the loader of ES modules makes a start several milliseconds longer. All that a start loads
 * is one file, as Node.js takes about half a millisecond for each; other commands load their own on demand.
 */
function buildCommand() {
  const commandLine = `${root}src/cli/main.ts`;
  let loaded;
  const start = (id, graph) => {
    loaded ??= findLoaded(commandLine, graph);
    return loaded.has(id) ? 'start' : null;
  };
  return buildFiles(
    { main: `${root}src/cli/entry.ts` },
    {
      format: 'cjs',
      comments: false,
      entryFileNames: '[name].cjs',
      chunkFileNames: 'command-[hash].cjs',
      codeSplitting: { groups: [{ name: start, debugName: 'start' }, ...onDemand] },
    },
    ['lossless-json'],
  );
}

/** Static files, which the simulator serves: the console at `/`, and the reference at `/docs`. */
const buildPage = (name, folder) =>
  run({
    root: `${root}${folder}`,
    // Relative, so that the page also works behind a prefix.
    base: './',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: `${dist}/${name}`,
      emptyOutDir: true,
      assetsDir: name,
      // The browsers that have `light-dark()` and popovers.
      target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: { output: { hashCharacters: 'hex' } },
    },
  });

/** The notices of all packages that `dist/` contains. */
function writeNotices(outputs) {
  const modules = outputs.flatMap(({ output }) =>
    output.flatMap(({ moduleIds = [] }) => moduleIds),
  );
  const inBundles = modules.flatMap(
    (id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? [],
  );
  const texts = [...new Set(inBundles)].sort().flatMap((name) => {
    const folder = packageFolder(name);
    const files = readdirSync(folder).filter((file) => /licen[cs]e|notice/i.test(file));
    return [name, ...files.map((file) => readFileSync(`${folder}/${file}`, 'utf8'))];
  });
  writeFileSync(`${dist}/${notices}`, texts.join('\n\n'));
}

rmSync(dist, { recursive: true, force: true });
const builds = [
  buildEntries(library, 'esm', 'js', inModules),
  buildEntries(commonjs, 'cjs', 'cjs', inCommonjs),
  buildCommand(),
  buildPage('console', 'src/console'),
  buildPage('docs', 'src/console/docs'),
];
writeNotices((await Promise.all(builds)).flat());
