#!/usr/bin/env node
// Parsed by old versions of Node.js, too: the sentence must reach whoever has one.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (!process.versions.bun && !process.versions.deno && major * 100 + minor < 2019) {
  console.error(
    `Node.js ${process.versions.node} is too old: the simulator needs Node.js 20.19 or later.`,
  );
  process.exit(3);
}

// Nothing ends PID 1 but a handler, and the command adds its own later.
if (process.pid === 1) {
  for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 })) {
    process.on(signal, () => process.listenerCount(signal) > 1 || process.exit(code));
  }
}

// Node.js 22.8 and later can keep what they compiled for the next start: a third off it.
const { enableCompileCache } = process.getBuiltinModule('node:module') as {
  readonly enableCompileCache?: () => void;
};
enableCompileCache?.();

import('./main.js').then(({ run }) => run(process.argv.slice(2)));
