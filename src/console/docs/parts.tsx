type Named<Value> = Readonly<Record<string, Value>>;

export interface Api {
  readonly info: Named<string>;
  readonly paths: Named<Named<Endpoint>>;
  readonly components: Named<Named<Part>>;
}

/** Any part of the OpenAPI document, with the fields that the page shows. */
export interface Part extends Named<unknown> {
  readonly $ref?: string;
  readonly summary?: string;
  readonly description?: string | undefined;
  readonly schema?: Part;
  readonly items?: Part;
  readonly allOf?: readonly Part[];
  readonly properties?: Named<Part>;
  readonly content?: Named<Part>;
  readonly examples?: Named<Part>;
  readonly required?: unknown;
}

/** An operation, with where it is. */
export interface Endpoint extends Part {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly 'x-section': string;
  readonly parameters?: readonly (Part & { readonly name: string; readonly required: boolean })[];
  readonly requestBody?: Part;
  readonly responses: Named<Part>;
}

/** Formats text in which backticks enclose code. */
export const formatText = (text = '') =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part));

export const link = (name: string) => <a href={`#${name}`}>{name}</a>;

/** The name at the end of a reference: `Pet` of `#/components/schemas/Pet`. */
export const getName = ($ref = '') => $ref.slice($ref.lastIndexOf('/') + 1);

const keywords = ['type', 'format', 'minimum', 'maximum', 'default', 'enum'];

/** A type: `integer, minimum 1, maximum 100, default 20`, or a link to a named schema. */
const Type = ({ $ref, items, ...schema }: Part) => (
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
export const describe = (schema: Part, isRequired: boolean) => (
  <>
    <small>{isRequired && 'required'}</small> <Type {...schema} /> {formatText(schema.description)}
  </>
);

export const formatJson = (value: unknown) => JSON.stringify(value, undefined, 2);

/** The type of a body, and its examples by name. */
export const Content = ({ content = {} }: Part) =>
  Object.values(content).map(({ schema, examples = {} }) => [
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
