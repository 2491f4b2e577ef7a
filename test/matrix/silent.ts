import type { MatrixProgress } from '../../src/matrix/trials.js';

/** Nobody watches. */
export const silent: MatrixProgress = { begins: () => {}, ended: () => {} };
