import { type Choices, openPointNames, openPoints } from '../document/open-points.js';
import { type Needs, responseFields, schemaNames } from '../document/response-fields.js';
import type { Readable } from './option.js';

/** A name with its values: `list-order=shuffled`, `Pet=id,name`. */
type Assignment = readonly [name: string, values: readonly unknown[]];

/** Reads `name=value` texts, in which commas separate values and further names, or an object. */
function readAssignments(raw: unknown): Assignment[] {
  if (typeof raw === 'object' && raw !== null && !Array.isArray(raw)) {
    return Object.entries(raw).map(([name, values]) => [name, [values].flat()]);
  }
  const texts = [raw].flat(2);
  const parts = texts.join(',').split(/,(?=[^,=]*=)/);
  return (texts.length === 0 ? [] : parts).map((part) => {
    const [name = '', values] = part.split(/=(.*)/s).map((text) => text.trim());
    return [name, values?.split(',').map((value) => value.trim()) ?? [undefined]];
  });
}

/** The allowed values of each name. */
type AllowedValues = Readonly<Record<string, readonly unknown[]>>;

/** Reads assignments that are all allowed; `describe` says what is, for the first that is not. */
function assignmentsOf<Value>(
  table: AllowedValues,
  areLegal: (values: readonly unknown[], allowed: readonly unknown[]) => boolean,
  describe: (name: string, allowed: readonly unknown[] | undefined) => string,
  combine: (all: readonly Assignment[]) => Value,
): Readable<Value> {
  const find = (name: string) => (Object.hasOwn(table, name) ? table[name] : undefined);
  const isLegal = ([name, values]: Assignment) => {
    const allowed = find(name);
    return allowed !== undefined && areLegal(values, allowed);
  };
  return {
    expected: (raw) => {
      const [name = ''] = readAssignments(raw).find((one) => !isLegal(one)) ?? [];
      return describe(name, find(name));
    },
    read: (raw) => {
      const all = readAssignments(raw);
      return all.every(isLegal) ? combine(all) : undefined;
    },
  };
}

/** Reads choices of single open points: `point=choice` texts, or an object. */
export const choices = assignmentsOf(
  Object.fromEntries(openPointNames.map((point) => [point, openPoints[point].choices])),
  ([choice, ...others], allowed) => others.length === 0 && allowed.includes(choice),
  (point, allowed) =>
    allowed?.map((choice) => `${point}=${choice}`).join(' or ') ??
    `<point>=<choice>, where <point> is one of ${openPointNames.join(', ')}`,
  (all): Partial<Choices> => Object.fromEntries(all.map(([point, [choice]]) => [point, choice])),
);

/** Reads the fields that a consumer reads: `Pet=id,name` texts, `Pet=` for none, or an object of lists. */
export const needs = assignmentsOf(
  responseFields,
  (fields, known) => fields.every((field) => field === '' || known.includes(field)),
  (name, known) =>
    known === undefined
      ? `<object>=<fields>, where <object> is ${schemaNames.join(' or ')}, such as Pet=id,name`
      : `fields of ${name}, which are ${known.join(', ')}`,
  (all): Needs => {
    const fields: AllowedValues = responseFields;
    const entries = all.map(([name]) => {
      const wanted = all.flatMap(([other, values]) => (other === name ? values : []));
      // In the order of the document, each once, also where an object is repeated.
      return [name, fields[name]?.filter((one) => wanted.includes(one))];
    });
    return Object.fromEntries(entries);
  },
);
