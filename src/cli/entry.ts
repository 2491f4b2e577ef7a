#!/usr/bin/env node
// Node.js 22.8 and later can keep what they compiled for the next start: a third off it.
const { enableCompileCache } = process.getBuiltinModule('node:module') as {
  readonly enableCompileCache?: () => void;
};
enableCompileCache?.();

import('./main.js').then(({ run }) => run(process.argv.slice(2)));
