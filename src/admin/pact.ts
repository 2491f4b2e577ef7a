import { createBadRequest } from '../engine/interface/errors.js';
import { UsageError } from '../options/usage-error.js';
import { type Handler, RawBody } from './call.js';

export const readPact: Handler<'readPact'> = async ({ recorder, options }, { query }) => {
  // Loaded when needed: most runs write no contract.
  const { recordPact } = await import('../recording/record.js');
  try {
    const { text } = recordPact(recorder, query, options);
    return new RawBody('application/json', new TextEncoder().encode(text));
  } catch (error) {
    throw error instanceof UsageError ? createBadRequest(error.message) : error;
  }
};

export const readLeftOut: Handler<'readLeftOut'> = ({ recorder }) => ({
  leftOut: recorder.leftOut().map((entry) => ({ ...entry })),
});
