export type { ChoiceOf, Choices, OpenPoint, ProfileName } from './engine/service/open-points.js';
export { openPoints, profileNames } from './engine/service/open-points.js';
export type { Middleware } from './http/middleware.js';
export type { SimulatorOptions } from './options/options.js';
export { UsageError } from './options/usage-error.js';
export { createSimulator, startSimulator } from './simulator.js';
export type { RunningSimulator, Simulator } from './simulator-core.js';
