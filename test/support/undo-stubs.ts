import { afterEach, vi } from 'vitest';

// Files share a process: the variables and globals of a test must not reach the next file either.
afterEach(() => {
  vi.unstubAllEnvs().unstubAllGlobals();
});
