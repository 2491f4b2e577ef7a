import { vi } from 'vitest';
import type { SimulatorOptions } from '../../../src/index.js';
import { start } from '../../support/simulator.js';

/** Starts a simulator that the functions of the page call. */
export async function openPage(options?: SimulatorOptions) {
  const simulator = await start(options);
  vi.stubGlobal('document', { baseURI: `${simulator.origin}/` });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  return simulator;
}
