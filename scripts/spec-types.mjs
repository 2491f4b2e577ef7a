/** How the code names schemas whose names JavaScript has taken. */
const names = { Error: 'ErrorBody' };

const readName = ({ $ref }) => $ref.split('/').pop();
const comment = (text) => (text === undefined ? '' : `/** ${text.trim()} */\n`);
const union = (values) => [...values].map((value) => `'${value}'`).join(' | ');

/** The types of the spec: its schemas, and the names of its operations, methods and paths. */
export function writeSpecTypes({ components: { schemas }, paths }) {
  const resolve = (schema) => (schema.$ref ? schemas[readName(schema)] : schema);
  /** Whether a type has an integer of 64 bits, and so a parameter for what holds one. */
  const hasInt64 = (schema) => {
    const { format, items, allOf = [], properties = {} } = resolve(schema);
    const parts = [...allOf, ...Object.values(properties), ...(items ? [items] : [])];
    return format === 'int64' || parts.some(hasInt64);
  };
  const withInt64 = (name, schema, end) => `${names[name] ?? name}${hasInt64(schema) ? end : ''}`;

  const writeType = (schema) => {
    const { $ref, type, format, items } = schema;
    if ($ref) {
      return withInt64(readName(schema), schema, '<Int64>');
    }
    switch (format ?? type) {
      case 'int64':
        return 'Int64';
      case 'integer':
        return 'number';
      case 'string':
        return 'string';
      case 'array':
        return `readonly ${writeType(items)}[]`;
      default:
        throw new Error(`The code can't read the type ${format ?? type} of the spec yet.`);
    }
  };
  const writeFields = ({ properties, required = [] }) =>
    Object.entries(properties).map(([name, schema]) => {
      const [mark, none] = required.includes(name) ? ['', ''] : ['?', ' | undefined'];
      const { description } = resolve(schema);
      return `${comment(description)}readonly ${name}${mark}: ${writeType(schema)}${none};\n`;
    });
  const writeSchema = ([name, schema]) => {
    const head = `${comment(schema.description)}export`;
    const typed = withInt64(name, schema, '<Int64 = bigint>');
    if (schema.enum) {
      return `${head} type ${typed} = ${union(schema.enum)};\n`;
    }
    if (schema.type === 'array') {
      return `${head} type ${typed} = ${writeType(schema)};\n`;
    }
    const parts = schema.allOf ?? [schema];
    const bases = parts.filter(({ $ref }) => $ref).map(writeType);
    const base = bases.length > 0 ? ` extends ${bases.join(', ')}` : '';
    const fields = parts.filter(({ $ref }) => !$ref).flatMap(writeFields);
    return `${head} interface ${typed}${base} {\n${fields.join('')}}\n`;
  };

  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, parameters = [], responses }]) => ({
      operation: operationId,
      method: method.toUpperCase(),
      path,
      query: parameters.filter((parameter) => parameter.in === 'query'),
      statuses: `readonly ${operationId}: ${Object.keys(responses).join(' | ')};\n`,
    })),
  );
  const query = operations.flatMap((one) => one.query);
  const queryFields = writeFields({
    properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
  });
  const int64 = query.some(({ schema }) => hasInt64(schema)) ? '<Int64 = bigint>' : '';
  const list = (part) => union(new Set(operations.map((one) => one[part])));
  return [
    ...Object.entries(schemas).map(writeSchema),
    `export type OperationName = ${list('operation')};\n`,
    `export type Method = ${list('method')};\n`,
    `export type ResourcePath = ${list('path')};\n`,
    `export interface QueryParameters${int64} {\n${queryFields.join('')}}\n`,
    `export interface Statuses {\n${operations.map((one) => one.statuses).join('')}}\n`,
  ].join('');
}
