import type { Body, Schema } from './openapi.js';

/** Formats text in which backticks enclose code. */
export const formatText = (text = '') =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part));

export const link = (name: string) => <a href={`#${name}`}>{name}</a>;

/** The name at the end of a reference: `Pet` of `#/components/schemas/Pet`. */
export const getName = ($ref = '') => $ref.slice($ref.lastIndexOf('/') + 1);

const keywords = ['type', 'format', 'minimum', 'maximum', 'default', 'enum'];

/** A type: `integer, minimum 1, maximum 100, default 20`, or a link to a named schema. */
const Type = ({ $ref, items, ...schema }: Schema) => (
  <small>
    {$ref && link(getName($ref))}
    {keywords
      .filter((keyword) => keyword in schema)
      .map((keyword) => `${keyword} ${[schema[keyword]].flat().join(', ')}`.replace('type ', ''))
      .join(', ')}{' '}
    {items && <Type {...items} />}
  </small>
);

/** Describes a parameter, or a field of a schema. */
export const describe = (schema: Schema, isRequired: boolean) => (
  <>
    <small>{isRequired && 'required'}</small> <Type {...schema} /> {formatText(schema.description)}
  </>
);

export const formatJson = (value: unknown) => JSON.stringify(value, undefined, 2);

/** The type of a body, and its examples by name. */
export const Content = ({ content = {} }: Body) =>
  Object.values(content).map(({ schema, examples }) => [
    <Type {...schema} />,
    Object.entries(examples).map(([name, { summary, value }]) => (
      <details>
        <summary>
          <code>{name}</code> <small>{summary}</small>
        </summary>
        <pre>{formatJson(value)}</pre>
      </details>
    )),
  ]);
