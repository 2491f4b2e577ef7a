import { stringify } from 'lossless-json';
import { isJsonObject, type JsonValue, readJsonValue } from '../engine/interface/json.js';
import { createInteractions, type Interaction } from './interactions.js';
import { joinFields, type NeededUse, normalizeFields, toNeeds } from './needs.js';
import { type PactRequest, provided } from './requests.js';
import type { Shape } from './shapes.js';
import { formatUse, isUse, type Use } from './use.js';

const provider = 'animal-store';
/** Names the writer of a file in its metadata, so that no other file is overwritten. */
const writer = 'animal-store-simulator';
/** Of the uses in the comments of interactions; another number is another format. */
const format = 1;

const json = 'application/json';

const combine = (matchers: readonly unknown[]) => ({ combine: 'AND', matchers });

const toMatchers = (rules: Shape['rules']) =>
  Object.fromEntries(Object.entries(rules).map(([path, list]) => [path, combine(list)]));

const isEmpty = (value: object) => Object.keys(value).length === 0;

/** The members of an object that aren't empty. */
function withoutEmpty(members: Readonly<Record<string, object>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => !isEmpty(value)));
}

function toBody({ body, isMalformed }: PactRequest): object {
  if (body === undefined) {
    return {};
  }
  return isMalformed
    ? { body: { content: btoa(String(body)), contentType: json, encoded: 'base64' } }
    : { body: { content: body, contentType: json, encoded: false } };
}

function toRequest(request: PactRequest): object {
  const { method, path, authorization, query, isCategoryInjected } = request;
  const generators: Record<string, object> = {};
  const rules: Record<string, object> = {};
  const headers: Record<string, string[]> = {};
  let shownPath = path;
  if (typeof path === 'object') {
    const { example, expression, regex } = path;
    shownPath = example;
    generators.path = { expression, type: 'ProviderState' };
    rules.path = combine([{ match: 'regex', regex }]);
  }
  if (typeof authorization === 'object') {
    const { example, expression, regex } = authorization;
    headers.Authorization = [example];
    generators.header = { Authorization: { expression, type: 'ProviderState' } };
    rules.header = { Authorization: combine([{ match: 'regex', regex }]) };
  } else if (authorization !== undefined) {
    headers.Authorization = [authorization];
  }
  if (method === 'POST') {
    headers['Content-Type'] = [json];
  }
  if (isCategoryInjected) {
    const expression = provided('categoryId');
    generators.body = {
      '$.categoryId': { dataType: 'INTEGER', expression, type: 'ProviderState' },
    };
    rules.body = { '$.categoryId': combine([{ match: 'integer' }]) };
  }
  const lists = Object.entries(query ?? {}).map(([name, value]) => [name, [value]]);
  return {
    ...toBody(request),
    ...withoutEmpty({
      generators,
      headers,
      matchingRules: rules,
      query: Object.fromEntries(lists),
    }),
    method,
    path: shownPath,
  };
}

function toPactInteraction(interaction: Interaction, { use, fields }: NeededUse): object {
  const { description, section, request, status, body } = interaction;
  const type = { match: 'regex', regex: '(?i)^application/json *(;.*)?$' };
  return {
    comments: {
      references: { interface: { section } },
      use: { ...use, ...(fields && { needs: fields }) },
    },
    description,
    pending: false,
    ...(request.states.length > 0 && { providerStates: request.states }),
    request: toRequest(request),
    response: {
      body: { content: body.example, contentType: json, encoded: false },
      headers: { 'Content-Type': [json] },
      matchingRules: {
        ...withoutEmpty({ body: toMatchers(body.rules) }),
        header: { 'Content-Type': combine([type]) },
      },
      status,
    },
    type: 'Synchronous/HTTP',
  };
}

/**
 * A copy whose objects have their members in the order of their names; the values in a body stay in the
 * order of the document.
 */
function sortMembers(value: unknown, name = ''): unknown {
  if (name === 'content') {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((member) => sortMembers(member));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([key, member]) => [key, sortMembers(member, key)]));
}

/** Writes the contract of a consumer: the same uses give the same text. */
export function formatPact(consumer: string, uses: readonly NeededUse[]): string {
  const interactions = uses
    .flatMap((one) =>
      createInteractions(one.use, toNeeds(one)).map((interaction) => ({ interaction, one })),
    )
    .sort((one, other) => (one.interaction.description < other.interaction.description ? -1 : 1))
    .map(({ interaction, one }) => toPactInteraction(interaction, one));
  const pact = {
    consumer: { name: consumer },
    interactions,
    metadata: { [writer]: { format }, pactSpecification: { version: '4.0' } },
    provider: { name: provider },
  };
  return `${stringify(sortMembers(pact), null, 2)}\n`;
}

/** A contract can't be added to. */
export class PactError extends Error {
  override readonly name = 'PactError';
  /** What to do, as a sentence. */
  readonly advice: string;

  constructor(message: string, advice = 'Delete it, or name another file.') {
    super(message);
    this.advice = advice;
  }
}

function readNeededUse(interaction: JsonValue): NeededUse | undefined {
  const { comments = null } = isJsonObject(interaction) ? interaction : {};
  const { use: raw = null } = isJsonObject(comments) ? comments : {};
  if (!isJsonObject(raw)) {
    return undefined;
  }
  const { operation, status, sent, needs } = raw;
  if (!isJsonObject(sent ?? null) || !(needs === undefined || Array.isArray(needs))) {
    return undefined;
  }
  const use = { operation, status, sent } as unknown as Use;
  const fields = needs?.filter((field) => typeof field === 'string');
  return isUse(use) ? { use, fields: normalizeFields(use, fields) } : undefined;
}

/**
 * Reads the uses of a contract that a recorder wrote.
 *
 * @throws {PactError} that says why it can't be added to, as the end of a sentence
 */
export function readPact(consumer: string, text: string): NeededUse[] {
  let pact: JsonValue;
  try {
    pact = readJsonValue(text);
  } catch (error) {
    throw new PactError(`is not JSON (${(error as Error).message})`);
  }
  const { metadata = null, interactions, consumer: named = null } = isJsonObject(pact) ? pact : {};
  const { [writer]: written = null } = isJsonObject(metadata) ? metadata : {};
  if (!isJsonObject(written) || !Array.isArray(interactions)) {
    throw new PactError('was not recorded by this simulator');
  }
  if (written.format !== format) {
    throw new PactError('was recorded by another version of the simulator');
  }
  const { name } = isJsonObject(named) ? named : {};
  if (name !== consumer) {
    throw new PactError(
      `is the contract of the consumer ${stringify(name)}`,
      'Correct the consumer, or name another file.',
    );
  }
  return interactions.map((interaction: JsonValue) => {
    const use = readNeededUse(interaction);
    if (use === undefined) {
      const { description } = isJsonObject(interaction) ? interaction : {};
      throw new PactError(`has an interaction that was not recorded (${stringify(description)})`);
    }
    return use;
  });
}

/** Unites uses: each once, with the fields that any of them needs. */
export function mergeUses(...lists: readonly (readonly NeededUse[])[]): NeededUse[] {
  const merged = new Map<string, NeededUse>();
  for (const one of lists.flat()) {
    const { use, fields } = one;
    const name = formatUse(use);
    const found = merged.get(name);
    merged.set(name, found ? { use, fields: joinFields(use, found.fields, fields) } : one);
  }
  return [...merged.values()];
}

/** Describes a use as a sentence, as the contract does. */
export function describeUse(one: NeededUse): string {
  return createInteractions(one.use, toNeeds(one))[0]?.description ?? formatUse(one.use);
}
