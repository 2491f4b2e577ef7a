import { stringify } from 'lossless-json';
import { tryParseJsonValue } from '../document/json.js';
import type { Needs } from '../document/needs.js';
import { operationsByName } from '../document/operations.js';
import { readOption } from '../options/option.js';
import { optionTable, type ResolvedOptions } from '../options/table.js';
import { UsageError } from '../options/usage-error.js';
import { describeInteraction, type Injected, type Interaction } from './interaction.js';
import type { ExcludedRequest, Recorder } from './recorder.js';
import type { RecordedRequirement } from './response-parts.js';

/** Whose contract it is. */
export interface PactOptions {
  /** The name of the consumer. Default: the option `consumer`. */
  readonly consumer?: string;
  /** The fields of responses that the consumer reads. Default: the option `needs`, or else all. */
  readonly needs?: Needs;
}

/** The contract of a consumer, recorded from its requests to the simulator. */
export interface RecordedPact {
  /** Pact V4. The same requests give the same text, in any order. */
  readonly text: string;
  /** The requests that are not in it, because the document doesn't promise their responses. */
  readonly excluded: readonly ExcludedRequest[];
}

const json = 'application/json';

const combine = (matchers: readonly unknown[]) => ({ combine: 'AND', matchers });
const matchRegex = (regex: string) => combine([{ match: 'regex', regex }]);
const inject = (expression: string) => ({ expression, type: 'ProviderState' });

const contentType = matchRegex('(?i)^application/json *(;.*)?$');

/** Pact sends content that isn't JSON as it is, if it is encoded. */
function writeContent(text: string) {
  const content = tryParseJsonValue(text);
  return content === undefined
    ? { content: btoa(text), contentType: json, encoded: 'base64' }
    : { content, contentType: json, encoded: false };
}

function writeRequest(interaction: Interaction): object {
  const { method, path, query, authorization, body, hasInjectedCategory } = interaction;
  const ofPath = typeof path === 'object' ? path : undefined;
  const ofKey = typeof authorization === 'object' ? authorization : undefined;
  /** Writes something for each value from a provider state. */
  const writeInjected = (write: (value: Injected) => object, ofCategory: object) => ({
    ...(ofPath && { path: write(ofPath) }),
    ...(ofKey && { header: { Authorization: write(ofKey) } }),
    ...(hasInjectedCategory && { body: { '$.categoryId': ofCategory } }),
  });
  const headers = {
    ...(authorization !== undefined && { Authorization: [ofKey?.example ?? authorization] }),
    ...(method !== 'GET' && { 'Content-Type': [json] }),
  };
  const parameters = Object.entries(query).map(([name, value]) => [name, [value]]);
  const members = {
    query: Object.fromEntries(parameters),
    headers,
    generators: writeInjected(({ expression }) => inject(expression), {
      dataType: 'INTEGER',
      ...inject(`\${categoryId}`),
    }),
    matchingRules: writeInjected(({ regex }) => matchRegex(regex), combine([{ match: 'integer' }])),
    ...(body !== undefined && { body: writeContent(body) }),
  };
  const written = Object.entries(members).filter(([, member]) => Object.keys(member).length > 0);
  return { method, path: ofPath?.example ?? path, ...Object.fromEntries(written) };
}

function writeResponse({ status, isAnyOfKind, body }: Interaction['response']): object {
  const kind = status < 400 ? 'success' : 'clientError';
  const ofStatus = isAnyOfKind && { status: combine([{ match: 'statusCode', status: kind }]) };
  if (body === undefined) {
    return { status, ...(ofStatus && { matchingRules: ofStatus }) };
  }
  const rules = Object.entries(body.rules).map(([path, list]) => [path, combine(list)]);
  return {
    status,
    headers: { 'Content-Type': [json] },
    body: { content: body.example, contentType: json, encoded: false },
    matchingRules: {
      ...ofStatus,
      header: { 'Content-Type': contentType },
      ...(rules.length > 0 && { body: Object.fromEntries(rules) }),
    },
  };
}

/** Writes an interaction as Pact V4 has it. */
export function writeInteraction<Comments extends object>(
  interaction: Interaction,
  comments: Comments,
) {
  const { requirement, states, response } = interaction;
  const { sentence, section } = requirement;
  return {
    type: 'Synchronous/HTTP',
    description: sentence,
    pending: false,
    comments: { references: { interface: { section } }, ...comments },
    ...(states.length > 0 && { providerStates: states }),
    request: writeRequest(interaction),
    response: writeResponse(response),
  };
}

/** Writes an interaction with its needs and, if so, that its operation ends (section 9). */
export function writeRecorded(requirement: RecordedRequirement) {
  const { request, needs } = requirement;
  const { name, sunset, section } = operationsByName[request.operation];
  const day = sunset?.toISOString().slice(0, 10);
  const end = `${name} is deprecated, and will be removed on ${day} (section ${section}).`;
  const text: readonly string[] = sunset === undefined ? [] : [end];
  const interaction = describeInteraction(requirement, needs);
  return writeInteraction(interaction, { ...(text.length > 0 && { text }), needs });
}

/** An interaction of a recorded contract. */
export type RecordedInteraction = Readonly<ReturnType<typeof writeRecorded>>;

/** What tells that a simulator wrote a contract; the format is that of the comments. */
export const recordedBy = { 'animal-store-simulator': { format: 1 } };

/** Writes the contract of a consumer: the same interactions give the same text. */
export function formatPact(consumer: string, interactions: readonly RecordedInteraction[]): string {
  const pact = {
    consumer: { name: consumer },
    provider: { name: 'animal-store' },
    interactions: interactions.toSorted((one, other) =>
      one.description < other.description ? -1 : 1,
    ),
    metadata: { ...recordedBy, pactSpecification: { version: '4.0' } },
  };
  // Integers have all their digits.
  return `${stringify(pact, null, 2)}\n`;
}

/** `PactOptions` as they were sent. */
export type RawPactOptions = Readonly<Partial<Record<keyof PactOptions, unknown>>>;

/**
 * Writes the contract of the requests so far.
 *
 * @throws {UsageError} when there is no consumer, or an option is wrong
 */
export function recordPact(
  recorder: Recorder,
  options: RawPactOptions,
  defaults: Pick<ResolvedOptions, 'consumer' | 'needs'>,
): RecordedPact {
  const label = (name: string) => `The ${name} of a contract`;
  const consumer =
    options.consumer === undefined
      ? defaults.consumer
      : readOption(optionTable.consumer, { value: options.consumer, label: label('consumer') });
  const needs =
    options.needs === undefined
      ? defaults.needs
      : readOption(optionTable.needs, { value: options.needs, label: label('needs') });
  if (consumer === undefined) {
    throw new UsageError(
      `${label('consumer')} is required. Set the name of the consumer, such as "shop".`,
    );
  }
  return {
    text: formatPact(consumer, recorder.list(needs).map(writeRecorded)),
    excluded: recorder.listExcluded(),
  };
}
