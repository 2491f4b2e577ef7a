import { errorHeaders } from '../document/errors.js';
import { createCorsHeaders, notesHeader, preferenceAppliedHeader } from '../document/headers.js';
import {
  type Fault,
  getBody,
  type Header,
  type Reply,
  type ServiceResponse,
} from '../document/message.js';
import { listMethods } from '../document/operations.js';
import { type Call, noteForced } from './call.js';
import { writeNotes } from './notes.js';
import { maxDelay } from './preferences.js';
import { drawFromRange } from './random.js';
import { formatForced, noScenario } from './scenario.js';

/** Default duration of a body that dribbles, in milliseconds. */
const defaultDribble = 5_000;

/** Creates the response to OPTIONS (RFC 9110, 9.3.7), which is a preflight when a browser sends it. */
export function createOptionsResponse({ target }: Call): ServiceResponse {
  const methods = listMethods(target?.resource);
  const allow: Header[] = methods.length > 0 ? [['Allow', methods.join(', ')]] : [];
  return { status: 204, body: '', headers: allow };
}

/** Lists the preferences that a response applied (RFC 7240, section 3); `delay` is one of them. */
function writeApplied({ scenario, rule }: Call, status: number): string {
  if (rule !== undefined || scenario === noScenario) {
    return '';
  }
  // A success runs the operation, which may respond otherwise.
  const { code, ...others } = scenario;
  return formatForced(code === undefined || code === status ? scenario : others);
}

/** Creates the headers of getPet's end (RFC 8594), and of its deprecation if its date is configured (RFC 9745). */
function createSunsetHeaders({ refusal, operation, settings }: Call): Header[] {
  if (refusal !== undefined || !operation?.sunset) {
    return [];
  }
  const since = settings.deprecatedSince && Math.floor(settings.deprecatedSince.getTime() / 1000);
  return [
    ['Sunset', operation.sunset.toUTCString()],
    // Relative to the request, so it holds wherever the service is mounted.
    ['Link', '<../pets>; rel="successor-version"'],
    ...(since === undefined ? [] : ([['Deprecation', `@${since}`]] as const)),
  ];
}

/** The bytes of a text as UTF-8; nearly all are ASCII, which isn't encoded to be measured. */
const measure = (text: string) =>
  /^[ -~]*$/.test(text) ? text.length : new TextEncoder().encode(text).length;

/** The date, which HTTP requires of a server with a clock (RFC 9110, 6.6.1), and the headers of a body. */
export function createBodyHeaders(
  { body: text, mediaType = 'application/json' }: ServiceResponse,
  fault: Fault | undefined,
  time: number,
): Header[] {
  const headers: Header[] = [['Date', new Date(time).toUTCString()]];
  const body = getBody(text, fault);
  if (body === '') {
    return headers;
  }
  headers.push(['Content-Type', mediaType]);
  // Without a length, Node.js sends chunks.
  return fault === 'dribble' ? headers : [...headers, ['Content-Length', `${measure(body)}`]];
}

/**
 * Adds the headers of a rule in place of others with their names, and lets browser apps read them. One without a
 * value only takes the other away.
 */
function addRuleHeaders(reply: Reply, own: Readonly<Record<string, string>>): Reply {
  const fields = Object.entries(own);
  const names = fields.map(([name]) => name.toLowerCase());
  const others = reply.headers.filter(([name]) => !names.includes(name.toLowerCase()));
  const isForBrowser = others.some(([name]) => name === 'Access-Control-Expose-Headers');
  const exposed: Header[] = isForBrowser
    ? [['Access-Control-Expose-Headers', names.join(', ')]]
    : [];
  const set = fields.filter(([, value]) => value !== '');
  return { ...reply, headers: [...others, ...exposed, ...set] };
}

/** Draws the delay of a reply: what the scenario asks for, or else one from the range of its sandbox. */
function drawDelay({ scenario, sandbox }: Call): number {
  const { fault, delay = fault === 'hang' ? maxDelay : undefined } = scenario;
  // Over its delay, a body dribbles.
  if (delay !== undefined && fault !== 'dribble') {
    return delay;
  }
  const { delay: range } = sandbox.settings;
  if (range.to === 0) {
    return 0;
  }
  sandbox.delayDraws += 1;
  return drawFromRange(range, sandbox.seed, sandbox.delayDraws);
}

/** Creates the reply: the response with its delay, its fault and all headers, of which another service sends its own. */
export function createReply(call: Call, response: ServiceResponse): Reply {
  const { request, scenario, notes, settings } = call;
  const { fault, headers: own, delay } = scenario;
  if (fault !== undefined) {
    noteForced(call, { fault });
  }
  if (delay !== undefined) {
    noteForced(call, { delay });
  }
  const { status, body, bytes, decoded } = response;
  const isOwn = bytes === undefined;
  const cors = createCorsHeaders(request, settings);
  // A browser calls the simulator, not the service behind it.
  const ofOthers = isOwn || cors.length === 0 ? undefined : /^access-control-allow-/i;
  const headers = isOwn ? createBodyHeaders(response, fault, call.time) : [];
  headers.push(...(response.headers ?? []).filter(([name]) => !ofOthers?.test(name)));
  if (isOwn) {
    headers.push(...(errorHeaders[status] ?? []), ...createSunsetHeaders(call));
  }
  const applied = writeApplied(call, status);
  if (applied !== '') {
    headers.push([preferenceAppliedHeader, applied]);
  }
  if (notes.length > 0) {
    headers.push([notesHeader, writeNotes(notes)]);
  }
  headers.push(...cors);
  const reply: Reply = {
    status,
    headers,
    body,
    bytes,
    decoded,
    delay: drawDelay(call),
    duration: fault === 'dribble' ? (delay ?? defaultDribble) : undefined,
    // A response without a body can't be cut off half-way.
    fault: fault === 'truncate' && request.method === 'HEAD' ? 'empty' : fault,
  };
  return own === undefined ? reply : addRuleHeaders(reply, own);
}
