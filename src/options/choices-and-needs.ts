import {
  type Choices,
  type OpenPoint,
  openPointNames,
  openPoints,
} from '../document/open-points.js';
import { type Needs, responseFields, schemaNames } from '../document/response-fields.js';

/** A name with its values: `list-order=shuffled`, `Pet=id,name`. */
type Assignment = readonly [name: string, values: readonly unknown[]];

/** Reads `name=value` texts, in which commas separate values and further names, or an object. */
function readAssignments(raw: unknown): Assignment[] {
  if (typeof raw !== 'string' && !Array.isArray(raw)) {
    const isObject = typeof raw === 'object' && raw !== null;
    const entries: [string, unknown][] = isObject ? Object.entries(raw) : [['', raw]];
    return entries.map(([name, values]) => [name, Array.isArray(values) ? values : [values]]);
  }
  const assignments: [string, string[]][] = [];
  for (const part of [raw].flat(2).flatMap((text) => String(text).split(','))) {
    const [first = '', ...rest] = part.split('=').map((word) => word.trim());
    const last = assignments.at(-1);
    if (rest.length === 0 && last !== undefined) {
      last[1].push(first);
    } else {
      assignments.push([first, rest.length === 0 ? ['='] : [rest.join('=')]]);
    }
  }
  return assignments;
}

function isOpenPoint(text: string): text is OpenPoint {
  return (openPointNames as readonly string[]).includes(text);
}

function isLegalChoice([point, choices]: Assignment): boolean {
  const [choice, ...others] = choices;
  return (
    isOpenPoint(point) &&
    others.length === 0 &&
    openPoints[point].choices.some((legal) => legal === choice)
  );
}

/** Reads choices of single open points: `point=choice` texts, or an object. */
export function readChoices(raw: unknown): Partial<Choices> | undefined {
  const choices = readAssignments(raw);
  return choices.every(isLegalChoice)
    ? (Object.fromEntries(choices.map(([point, [choice]]) => [point, choice])) as Partial<Choices>)
    : undefined;
}

/** The allowed choices, where the first wrong one stands. */
export function describeChoices(raw: unknown): string {
  const [point = ''] = readAssignments(raw).find((one) => !isLegalChoice(one)) ?? [];
  return isOpenPoint(point)
    ? openPoints[point].choices.map((choice) => `${point}=${choice}`).join(' or ')
    : `<point>=<choice>, where <point> is one of ${openPointNames.join(', ')}`;
}

/** The fields that a consumer can need of an object; undefined when the document has no such object. */
function findFields(name: string): readonly string[] | undefined {
  const schema = schemaNames.find((known) => known === name);
  return schema === undefined ? undefined : responseFields[schema];
}

function isLegalNeed([name, fields]: Assignment): boolean {
  const known = findFields(name);
  return known !== undefined && fields.every((field) => known.includes(field as string));
}

/** `Pet=` names an object of which no field is read. */
const dropEmpty = ([name, fields]: Assignment): Assignment => [
  name,
  fields.filter((field) => field !== ''),
];

/** Reads the fields that a consumer reads: `Pet=id,name` texts, or an object of lists. */
export function readNeeds(raw: unknown): Needs | undefined {
  const lists = readAssignments(raw).map(dropEmpty);
  if (!lists.every(isLegalNeed)) {
    return undefined;
  }
  // In the order of the document, each once, also where an object is repeated.
  const needs = schemaNames.flatMap((name) => {
    const named = lists.filter(([object]) => object === name);
    const wanted = named.flatMap(([, fields]) => fields);
    const known: readonly string[] = responseFields[name];
    return named.length === 0 ? [] : [[name, known.filter((field) => wanted.includes(field))]];
  });
  return Object.fromEntries(needs) as Needs;
}

/** The allowed fields, where the first wrong one stands. */
export function describeNeeds(raw: unknown): string {
  const lists = readAssignments(raw).map(dropEmpty);
  const [wrong = ''] = lists.find((list) => !isLegalNeed(list)) ?? [];
  const fields = findFields(wrong);
  return fields === undefined
    ? `<object>=<fields>, where <object> is ${schemaNames.join(' or ')}, such as Pet=id,name`
    : `fields of ${wrong}, which are ${fields.join(', ')}`;
}
