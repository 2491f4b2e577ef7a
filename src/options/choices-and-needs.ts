import {
  type Choices,
  type OpenPoint,
  openPointNames,
  openPoints,
} from '../document/open-points.js';
import { type Needs, responseFields, schemaNames } from '../document/response-fields.js';
import type { Readable } from './option.js';

/** A name with its values: `list-order=shuffled`, `Pet=id,name`. */
type Assignment = readonly [name: string, values: readonly unknown[]];

/** Reads `name=value` texts, in which commas separate values and further names, or an object. */
function readAssignments(raw: unknown): Assignment[] {
  if (typeof raw === 'object' && raw !== null && !Array.isArray(raw)) {
    return Object.entries(raw).map(([name, values]) => [name, [values].flat()]);
  }
  const assignments: [name: string, values: unknown[]][] = [];
  for (const part of [raw].flat(2).flatMap((text) => String(text).split(','))) {
    const [, name, value = ''] = /^([^=]*)=(.*)$/.exec(part) ?? [];
    const last = assignments.at(-1);
    if (name !== undefined) {
      assignments.push([name.trim(), [value.trim()]]);
    } else if (last !== undefined) {
      last[1].push(part.trim());
    } else {
      assignments.push([part.trim(), [undefined]]);
    }
  }
  return assignments;
}

/** Reads assignments that are all allowed; `describe` says what is, for the first that is not. */
const assignmentsOf = <Value>(
  isLegal: (one: Assignment) => boolean,
  describe: (name: string) => string,
  combine: (all: readonly Assignment[]) => Value,
): Readable<Value> => ({
  expected: (raw) => describe(readAssignments(raw).find((one) => !isLegal(one))?.[0] ?? ''),
  read: (raw) => {
    const all = readAssignments(raw);
    return all.every(isLegal) ? combine(all) : undefined;
  },
});

const findChoices = (point: string): readonly unknown[] | undefined =>
  Object.hasOwn(openPoints, point) ? openPoints[point as OpenPoint].choices : undefined;

/** Reads choices of single open points: `point=choice` texts, or an object. */
export const choices = assignmentsOf(
  ([point, [choice, ...others]]) =>
    others.length === 0 && findChoices(point)?.includes(choice) === true,
  (point) =>
    findChoices(point)
      ?.map((choice) => `${point}=${choice}`)
      .join(' or ') ?? `<point>=<choice>, where <point> is one of ${openPointNames.join(', ')}`,
  (all): Partial<Choices> => Object.fromEntries(all.map(([point, [choice]]) => [point, choice])),
);

/** The fields that a consumer can need of an object; undefined when the document has no such object. */
const findFields = (name: string): readonly unknown[] | undefined =>
  Object.hasOwn(responseFields, name)
    ? responseFields[name as keyof typeof responseFields]
    : undefined;

/** Reads the fields that a consumer reads: `Pet=id,name` texts, `Pet=` for none, or an object of lists. */
export const needs = assignmentsOf(
  ([name, fields]) => {
    const known = findFields(name);
    return known !== undefined && fields.every((field) => field === '' || known.includes(field));
  },
  (name) => {
    const known = findFields(name);
    return known === undefined
      ? `<object>=<fields>, where <object> is ${schemaNames.join(' or ')}, such as Pet=id,name`
      : `fields of ${name}, which are ${known.join(', ')}`;
  },
  (all): Needs => {
    const wanted = (object: string) =>
      all.flatMap(([name, fields]) => (name === object ? fields : []));
    // In the order of the document, each once, also where an object is repeated.
    return Object.fromEntries(
      all.map(([name]) => [name, findFields(name)?.filter((one) => wanted(name).includes(one))]),
    );
  },
);
