import { type Choices, isOpenPoint, openPointNames, openPoints } from '../document/open-points.js';
import { type Needs, responseFields } from '../document/pet.js';
import type { Readable } from './option.js';

/** `list-order=shuffled`, or one field of `Pet=id,name`; without fields, `Pet=` has an empty value. */
type Assignment = readonly [name: string, value: unknown];

/** Reads `name=value` texts, in which commas separate values and further names, or an object. */
function readAssignments(raw: unknown): Assignment[] {
  if (typeof raw === 'object' && raw !== null && !Array.isArray(raw)) {
    return Object.entries(raw).flatMap(([name, value]) => {
      const values = Array.isArray(value) && value.length > 0 ? value : [String(value)];
      return values.map((one): Assignment => [name, one]);
    });
  }
  let name = '';
  const parts = [raw].flat(2).join(',').split(',');
  return parts.map((part) => {
    const [first = '', value = first] = part.split(/=(.*)/s).map((text) => text.trim());
    name = part.includes('=') ? first : name;
    return [name, value];
  });
}

const listChoices = (point: string): readonly unknown[] =>
  isOpenPoint(point) ? openPoints[point].choices : [];

const isChoice = ([point, choice]: Assignment) => listChoices(point).includes(choice);

/** Reads choices of single open points: `point=choice` texts, or an object. */
export const choices: Readable<Partial<Choices>> = {
  expected: (raw) => {
    const [point = ''] = readAssignments(raw).find((one) => !isChoice(one)) ?? [];
    const allowed = listChoices(point).map((choice) => `${point}=${choice}`);
    return (
      allowed.join(' or ') ||
      `<point>=<choice>, where <point> is one of ${openPointNames.join(', ')}`
    );
  },
  words: [...openPointNames, ...openPointNames.flatMap((point) => openPoints[point].choices)],
  read: (raw) => {
    const all = readAssignments(raw);
    return all.every(isChoice) ? Object.fromEntries(all) : undefined;
  },
};

const schemas = Object.keys(responseFields) as (keyof Needs)[];

/** Formats needs as a text that can be read again. */
export const formatNeeds = (some: Needs) =>
  Object.entries(some)
    .map(([schema, fields]) => `${schema}=${fields}`)
    .join();

/** Reads the fields that a consumer reads: `Pet=id,name` texts, `Pet=` for no field, or an object of lists. */
export const needs: Readable<Needs> = {
  expected: `the fields that are read: ${schemas.map((schema) => `${schema}=${responseFields[schema]}`).join(' or ')}`,
  words: [...schemas, ...responseFields.Pet, ...responseFields.Error],
  read: (raw) => {
    const all = readAssignments(raw);
    const named = schemas.filter((schema) => all.some(([name]) => name === schema));
    // In the order of the document, each once, also where an object is repeated.
    const listFields = (schema: keyof Needs) =>
      responseFields[schema].filter((field) =>
        all.some(([name, one]) => name === schema && one === field),
      );
    const isKnown = ([name, field]: Assignment) =>
      named.some(
        (schema) => name === schema && ['', ...responseFields[schema]].includes(`${field}`),
      );
    return all.every(isKnown)
      ? Object.fromEntries(named.map((schema) => [schema, listFields(schema)]))
      : undefined;
  },
};
