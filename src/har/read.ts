import * as z from 'zod/mini';
import { describeValue } from '../document/format.js';
import {
  type Header,
  joinHeaders,
  type ServiceRequest,
  type ServiceResponse,
} from '../document/message.js';
import { versionPrefix } from '../document/operations.js';
import { redactedKey } from '../engine/admit.js';
import { omitParameters } from '../engine/preferences.js';
import { UsageError } from '../options/usage-error.js';

const headers = z.pipe(
  z.array(z.object({ name: z.string(), value: z.string() })),
  z.transform((fields) => fields.map(({ name, value }): Header => [name, value])),
);
const size = z.optional(z.number());
const text = z.optional(z.string());

/** The parts of HAR 1.2 that a check needs, as browsers, Playwright and Postman write them. */
const Har = z.object({
  log: z.object({
    entries: z.array(
      z.object({
        request: z.object({
          method: z.string(),
          url: z.url(),
          headers,
          bodySize: size,
          postData: z.optional(z.object({ text })),
        }),
        response: z.object({
          status: z.number(),
          headers,
          content: z.object({ size, text, encoding: text }),
        }),
      }),
    ),
  }),
});
type Entry = z.infer<typeof Har>['log']['entries'][number];

/** The answers that the simulator decided on; a delay is none. */
const ofSimulator = /\brefused;|\bscenario;applied="(?!delay=)/;

const keyHeader = 'authorization';

/** Reads an exchange, or why it can't be checked. */
function readEntry({ request, response }: Entry, base: string | undefined, hasKeys: boolean) {
  const { method, url, postData, bodySize = 0 } = request;
  const [address = '', query = ''] = url.replace(/#.*/s, '').split(/\?(.*)/s);
  const [, found = '', path = ''] =
    /^(.*?)(\/pets(?:\/[^/]+)?|\/store\/orders)$/s.exec(address) ?? [];
  const { prefer: _prefer, ...headers } = joinHeaders(request.headers);
  const { status, content, headers: got } = response;
  const body = postData?.text;
  const reasons = {
    'of other addresses': base === undefined ? !found.endsWith('/v1') : found !== base,
    'answered by the simulator': ofSimulator.test(joinHeaders(got)['simulator-notes'] ?? ''),
    'without a response': status < 100,
    'without the body of the request': method === 'POST' && body === undefined && bodySize !== 0,
  };
  const [reason] = Object.entries(reasons).find(([, applies]) => applies) ?? [];
  if (reason !== undefined) {
    return reason;
  }
  const bytes = Buffer.from(content.text ?? '', content.encoding === 'base64' ? 'base64' : 'utf8');
  const decoded = content.text !== undefined || content.size === 0 ? bytes : undefined;
  // Where no request has a key, whoever saved the file has removed them.
  const sent = hasKeys ? headers : { ...headers, [keyHeader]: `Bearer ${redactedKey}` };
  return {
    request: {
      method,
      path: versionPrefix + path,
      query: omitParameters(query),
      headers: sent,
      body,
    },
    reply: { status, headers: got, body: new TextDecoder().decode(decoded), bytes, decoded },
  };
}

const describeWrongType = ({ expected, input }: { expected?: string; input?: unknown }) =>
  `must be of type ${expected}; got ${input === undefined ? 'nothing' : describeValue(input)}`;

/**
 * Reads the exchanges and the keys of a HAR, and how many entries can't be checked, by their reasons.
 *
 * @param base the URL below which the paths of the interface are; by default any that ends in `/v1`
 */
export function readHar(value: unknown, base: string | undefined, label: string) {
  const { success, data, error } = Har.safeParse(value, { error: describeWrongType });
  if (!success) {
    const { path = [], message = '' } = error.issues[0] ?? {};
    throw new UsageError(
      `${label} is not a HAR (HTTP Archive 1.2): ${path.join('.') || 'it'} ${message}. ` +
        'Save it as HAR with the bodies, as animal-store check --help says.',
    );
  }
  const { entries } = data.log;
  const keys = entries.flatMap(({ request }) => joinHeaders(request.headers)[keyHeader] ?? []);
  const exchanges = new Map<ServiceRequest, ServiceResponse>();
  const skipped: Record<string, number> = {};
  for (const entry of entries) {
    const read = readEntry(entry, base, keys.length > 0);
    if (typeof read === 'string') {
      skipped[read] = (skipped[read] ?? 0) + 1;
    } else {
      exchanges.set(read.request, read.reply);
    }
  }
  return { exchanges, skipped, keys: keys.map((key) => key.replace(/^[a-z]+ +/i, '')) };
}
