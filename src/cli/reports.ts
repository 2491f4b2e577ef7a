import { prepareFile } from '../base/files.js';
import { defineOptions } from '../options/option.js';
import { filePath } from '../options/readers.js';
import { type Flags, readFlags } from './command.js';

export const reportFlags = defineOptions('Reports', {
  json: { flag: '--json <file>', help: 'JSON report file', ...filePath('a file') },
  junit: { flag: '--junit <file>', help: 'JUnit XML report file', ...filePath('a file') },
});

/** Prepares a report before a run takes its time; returns what saves it, if somebody asks for it. */
export const prepareReport = (name: keyof typeof reportFlags, flags: Flags) =>
  prepareFile(readFlags(reportFlags, flags)[name], `--${name}: the report`);

/** The exit code of a command by what it found. */
export const exitCodes = { passed: 0, failed: 1, inconclusive: 2, unreached: 3 } as const;
