import { stringify } from 'lossless-json';
import { isJsonObject, type JsonValue, parseJsonValue } from '../document/json.js';
import { createInteractions } from './interactions.js';
import { combine, omitEmpty } from './requests.js';
import { formatUse, isUse, type NeededUse, need, toNeeds, type Use } from './use.js';

const provider = 'animal-store';
/** Names the writer of a file in its metadata, so that no other file is overwritten. */
const writer = 'animal-store-simulator';
/** Of the uses in the comments of interactions; another number is another format. */
const format = 1;

const json = 'application/json';

function writeInteraction({ use, fields }: NeededUse): { description: string }[] {
  const type = { match: 'regex', regex: '(?i)^application/json *(;.*)?$' };
  const interactions = createInteractions(use, toNeeds({ use, fields }));
  return interactions.map(({ description, section, states, request, status, body }) => {
    const rules = Object.entries(body.rules).map(([path, list]) => [path, combine(list)]);
    return {
      comments: {
        references: { interface: { section } },
        use: { ...use, ...(fields && { needs: fields }) },
      },
      description,
      pending: false,
      ...(states.length > 0 && { providerStates: states }),
      request,
      response: {
        body: { content: body.example, contentType: json, encoded: false },
        headers: { 'Content-Type': [json] },
        matchingRules: {
          ...omitEmpty({ body: Object.fromEntries(rules) }),
          header: { 'Content-Type': combine([type]) },
        },
        status,
      },
      type: 'Synchronous/HTTP',
    };
  });
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
    .flatMap(writeInteraction)
    .sort((one, other) => (one.description < other.description ? -1 : 1));
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
  return isUse(use) ? need(use, fields) : undefined;
}

/**
 * Reads the uses of a contract that a recorder wrote.
 *
 * @throws {PactError} that says why it can't be added to, as the end of a sentence
 */
export function readPact(consumer: string, text: string): NeededUse[] {
  let pact: JsonValue;
  try {
    pact = parseJsonValue(text);
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

/** Describes a use as a sentence, as the contract does. */
export function describeUse(one: NeededUse): string {
  return createInteractions(one.use, toNeeds(one))[0]?.description ?? formatUse(one.use);
}
