import type { MatrixProgress } from '../matrix/trials.js';

/** On standard error, so that standard output has the report alone; on a terminal, in one line. */
export function matrixProgress(stream: NodeJS.WriteStream): MatrixProgress {
  const position = (number: number, planned: number) => `${number} of ${planned}`;
  const cutToWidth = (line: string) => line.slice(0, (stream.columns ?? 80) - 1);
  return {
    begins: (name, number, planned) => {
      if (stream.isTTY) {
        stream.write(`\r\u001b[K${cutToWidth(`${position(number, planned)}  ${name}`)}`);
      }
    },
    ended: (name, { passed, ending }, number, planned) => {
      const line = `${position(number, planned)}  ${name}: ${passed ? 'passed' : ending}`;
      if (!stream.isTTY) {
        stream.write(`${line}\n`);
      } else {
        // What passed is written over by the next.
        stream.write(`\r\u001b[K${passed ? '' : `${cutToWidth(line)}\n`}`);
      }
    },
  };
}
