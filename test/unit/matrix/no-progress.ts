import type { MatrixProgress } from '../../../src/matrix/run.js';

export const noProgress: MatrixProgress = { onStart: () => {}, onEnd: () => {} };
