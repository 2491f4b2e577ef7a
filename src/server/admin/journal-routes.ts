import * as z from 'zod/mini';
import { checkRule } from '../../engine/check-rule.js';
import type { RuleInput } from '../../engine/rules.js';
import { RequestCount, RequestPattern, Requests, requestsInput } from './exchange-schemas.js';
import { countRequests, listRequests } from './requests.js';
import { nothing, route } from './route.js';
import { described } from './schema-kit.js';
import { Rule, RuleState } from './schemas.js';

export const journalRoutes = {
  listRules: route(
    'List of rules',
    'Newest first, which is the order in which they are tried; the first that matches a request applies.',
    {
      input: {},
      output: z.object({ rules: z.array(RuleState) }),
      run: async ({ sandboxes }, sandbox) => ({
        rules: await sandboxes.read(sandbox, ({ rules }) => rules.map((rule) => ({ ...rule }))),
      }),
    },
  ),
  addRule: route(
    'New rule, before all others',
    'The header `Prefer` of a request takes precedence over all rules.',
    {
      input: { body: Rule },
      output: RuleState,
      run: ({ sandboxes }, sandbox, { body: { headers = {}, ...rule } }) => {
        // Without a field, headers set nothing.
        const input = (Object.keys(headers).length > 0 ? { ...rule, headers } : rule) as RuleInput;
        checkRule(input);
        return sandboxes.control(sandbox, 'addRule', input);
      },
    },
  ),
  removeRules: route('Removal of all rules', 'Only the header `Prefer` still forces responses.', {
    input: {},
    output: nothing,
    run: ({ sandboxes }, sandbox) => sandboxes.control(sandbox, 'removeRules', {}),
  }),
  removeRule: route('Removal of one rule', 'The other rules stay.', {
    input: { id: described(z.string(), 'The identifier of the rule.') },
    output: nothing,
    run: ({ sandboxes }, sandbox, { id }) => sandboxes.control(sandbox, 'removeRule', { id }),
  }),
  listRequests: route(
    'Recorded exchanges',
    'The journal, oldest first; all filters apply. With `wait`, the simulator responds when that many exchanges match, or after the timeout.',
    {
      input: requestsInput,
      output: Requests,
      run: listRequests,
    },
  ),
  clearRequests: route(
    'Removal of all recorded exchanges',
    'The numbers of later exchanges continue.',
    {
      input: {},
      output: nothing,
      run: ({ sandboxes }, sandbox) => sandboxes.control(sandbox, 'clearRequests', {}),
    },
  ),
  countRequests: route(
    'Number of exchanges that match a pattern',
    'If none matches, the response has the closest exchange and its differences.',
    {
      input: { body: RequestPattern },
      output: RequestCount,
      run: countRequests,
    },
  ),
};
