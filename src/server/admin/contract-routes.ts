import * as z from 'zod/mini';
import { UsageError } from '../../base/usage-error.js';
import { createBadRequest } from '../../document/errors.js';
import { route } from './route.js';
import { maybe } from './schema-kit.js';

export const contractRoutes = {
  readPact: route({
    summary: 'Contract of the requests so far',
    description:
      'A Pact V4 contract of the requests in all sandboxes. It has only what the document promises. The same requests give the same bytes. Without `--pact` or `--consumer`, the first call starts recording, with what the journals have then.',
    input: {
      consumer: maybe(z.string(), 'The name of the consumer. Default: that of `--consumer`.'),
      needs: maybe(z.string(), 'The fields that the consumer reads. Default: those of `--needs`.'),
    },
    run: async ({ readPact: read }, _sandbox, options) => {
      try {
        return (await read(options)).text;
      } catch (error) {
        throw error instanceof UsageError ? createBadRequest(error.message) : error;
      }
    },
  }),
  readExcluded: route({
    summary: 'Requests that are not in the contract',
    description: "The requests so far whose responses the document doesn't promise, by reason.",
    run: async ({ readExcluded: read }) => ({ excluded: await read() }),
  }),
};
