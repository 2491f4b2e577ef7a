import { type Needs, responseFields, schemaNames } from '../engine/interface/response-fields.js';

type FieldList = readonly [object: string, fields: unknown];

/** Splits `Pet=id,name` texts; commas also separate objects, as in an environment variable. */
function splitTexts(texts: readonly unknown[]): FieldList[] {
  const lists: [string, string[]][] = [];
  for (const part of texts.flatMap((text) => String(text).split(','))) {
    const [first = '', ...rest] = part.split('=').map((word) => word.trim());
    const last = lists.at(-1);
    if (rest.length === 0 && last !== undefined) {
      last[1].push(first);
    } else {
      lists.push([first, rest.length === 0 ? ['='] : rest.filter((field) => field !== '')]);
    }
  }
  return lists;
}

function listFields(raw: unknown): FieldList[] {
  if (typeof raw === 'string' || Array.isArray(raw)) {
    return splitTexts([raw].flat());
  }
  return typeof raw === 'object' && raw !== null ? Object.entries(raw) : [['', raw]];
}

function findFields(name: string): readonly string[] | undefined {
  const schema = schemaNames.find((known) => known === name);
  return schema === undefined ? undefined : responseFields[schema];
}

function isLegal([name, fields]: FieldList): boolean {
  const known = findFields(name);
  return known !== undefined && Array.isArray(fields) && fields.every((one) => known.includes(one));
}

/** Reads the fields that a consumer reads: `Pet=id,name` texts, or an object of lists. */
export function readNeeds(raw: unknown): Needs | undefined {
  const lists = listFields(raw);
  if (!lists.every(isLegal)) {
    return undefined;
  }
  // In the order of the document, each once, also where an object is repeated.
  const needs = schemaNames.flatMap((name) => {
    const named = lists.filter(([object]) => object === name);
    const wanted = named.flatMap(([, fields]) => fields as string[]);
    const known: readonly string[] = responseFields[name];
    return named.length === 0 ? [] : [[name, known.filter((field) => wanted.includes(field))]];
  });
  return Object.fromEntries(needs) as Needs;
}

/** The allowed fields, where the first wrong one stands. */
export function describeLegalNeeds(raw: unknown): string {
  const [wrong = ''] = listFields(raw).find((list) => !isLegal(list)) ?? [];
  const fields = findFields(wrong);
  return fields === undefined
    ? `<object>=<fields>, where <object> is ${schemaNames.join(' or ')}, such as Pet=id,name`
    : `fields of ${wrong}, which are ${fields.join(', ')}`;
}
