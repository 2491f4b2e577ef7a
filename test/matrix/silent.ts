import type { MatrixProgress } from '../../src/matrix/run.js';

/** Nobody watches. */
export const silent: MatrixProgress = { begins: () => {}, ended: () => {} };
