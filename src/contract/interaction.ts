import { tryParseJson } from '../base/json.js';
import { type Operation, operationsByName } from '../document/operations.js';
import { formatPet } from '../document/pet.js';
import { type KeyKind, keyForms, type Requirement } from '../document/requirements.js';
import { writeStates } from './provider-states.js';
import { getSchema, isStatusPart, listParts, type RecordedRequirement } from './response-parts.js';
import { combine, describeBody } from './shapes.js';

const json = 'application/json';

/** Pact leaves out what is empty. */
const omitEmpty = (members: Readonly<Record<string, object | false | undefined>>) =>
  Object.fromEntries(
    Object.entries(members).filter(([, member]) => Object.keys(Object(member)).length > 0),
  );

const matchRegex = (regex: string) => combine({ match: 'regex', regex });

/** A value of a request. A verifier may replace it by one of a provider state. */
interface Value {
  readonly example: string;
  readonly generator?: object;
  readonly rule?: object;
}

/** @param expression such as `/pets/${petId}` */
const inject = (example: string, expression: string, regex: string): Value => ({
  example,
  generator: { expression, type: 'ProviderState' },
  rule: matchRegex(regex),
});

/** The example in it tells verifiers that insert no values which of the two keys it is. */
function writeAuthorization(form: KeyKind): Value | undefined {
  const { scheme, key } = keyForms[form];
  if (scheme === undefined) {
    return undefined;
  }
  return key === undefined
    ? { example: scheme }
    : inject(`${scheme}${key}-key`, `${scheme}\${apiKey}`, `^${scheme}\\S+$`);
}

const anyCategory: Value = {
  example: '2',
  generator: { dataType: 'INTEGER', expression: `\${categoryId}`, type: 'ProviderState' },
  rule: combine({ match: 'integer' }),
};

const unknownId = 9_007_199_254_740_993n;

function writePath({ state, request }: Requirement): Value {
  const { path } = operationsByName[request.operation];
  const place = '{petId}';
  const fill = (text: string) => path.replace(place, text);
  return path.includes(place)
    ? inject(fill(`${state.unusedId ? unknownId : 1}`), fill(`$${place}`), `^${fill('-?\\d+')}$`)
    : { example: path };
}

/** Pact sends content that isn't JSON as it is, if it is encoded. */
function writeContent(text: string) {
  const content = tryParseJson(text);
  return content === undefined
    ? { content: btoa(text), contentType: json, encoded: 'base64' }
    : { content, contentType: json, encoded: false };
}

function writeRequest(requirement: Requirement): object {
  const { operation, key, query = {}, body } = requirement.request;
  const { categoryId } = requirement.state;
  const { method, hasRequestBody } = operationsByName[operation];
  const path = writePath(requirement);
  const authorization = writeAuthorization(key);
  const category = categoryId === 'any' ? anyCategory : undefined;
  const text =
    typeof body === 'object'
      ? formatPet({ ...body, categoryId: category?.example ?? categoryId })
      : body;
  /** Writes that part of each value from a provider state. */
  const writeInjected = (part: 'generator' | 'rule') =>
    omitEmpty({
      path: path[part],
      header: authorization?.[part] && { Authorization: authorization[part] },
      body: category && { '$.categoryId': category[part] },
    });
  return {
    method,
    path: path.example,
    ...omitEmpty({
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [`${value}`]])),
      headers: omitEmpty({
        Authorization: authorization && [authorization.example],
        'Content-Type': hasRequestBody && [json],
      }),
      generators: writeInjected('generator'),
      matchingRules: writeInjected('rule'),
      body: text !== undefined && writeContent(text),
    }),
  };
}

function writeResponse(requirement: Requirement, needs?: readonly string[]): object {
  const { status } = requirement.response;
  const body = describeBody(requirement, needs);
  const isAnyOfKind = listParts(requirement).some(
    (part) => isStatusPart(part) && needs?.includes(part) === false,
  );
  const kind = status < 400 ? 'success' : 'clientError';
  return {
    status,
    ...omitEmpty({
      headers: body && { 'Content-Type': [json] },
      body: body && { content: body.example, contentType: json, encoded: false },
      matchingRules: omitEmpty({
        status: isAnyOfKind && combine({ match: 'statusCode', status: kind }),
        header: body && { 'Content-Type': matchRegex('(?i)^application/json *(;.*)?$') },
        body: body?.rules,
      }),
    }),
  };
}

/** Writes when an operation ends (section 9), if it does. */
const writeEnd = ({ name, sunset, section }: Operation) =>
  sunset &&
  `${name} is deprecated, and will be removed on ${sunset.toISOString().slice(0, 10)} (section ${section}).`;

/** Writes a requirement as an interaction of Pact V4; one that was recorded has its needs, and when it ends. */
export function writeInteraction(requirement: Requirement & Partial<RecordedRequirement>) {
  const { sentence, section, state, request, needs } = requirement;
  const isPageNeeded = getSchema(requirement) !== 'Pets' || needs?.includes('Pet.page') !== false;
  const end = writeEnd(operationsByName[request.operation]);
  return {
    type: 'Synchronous/HTTP',
    description: sentence,
    pending: false,
    comments: {
      references: { interface: { section } },
      ...(needs && { ...(end && { text: [end] }), needs }),
    },
    ...omitEmpty({ providerStates: writeStates(request.key, isPageNeeded ? state : {}) }),
    request: writeRequest(requirement),
    response: writeResponse(requirement, needs),
  };
}

export type Interaction = Readonly<ReturnType<typeof writeInteraction>>;
