import * as z from 'zod/mini';
import { type AdminOperation, adminPaths, getStatus, splitRoute } from './paths.js';
import { type AdminRoute, jsonText, nothing } from './route.js';
import { findRoute } from './routes.js';
import { namedSchemas } from './schema-kit.js';

type Json = Readonly<Record<string, unknown>>;

const operationNames = Object.keys(adminPaths) as AdminOperation[];

/** Removes what zod adds for itself: names, and the limits of a double. */
function clean({ $schema: _schema, $id: _id, ...schema }: Record<string, unknown>): Json {
  return JSON.parse(
    JSON.stringify(schema, (key, value) =>
      (key === 'minimum' || key === 'maximum') && Math.abs(value) === Number.MAX_SAFE_INTEGER
        ? undefined
        : value,
    ),
  );
}

/** Converts all schemas at once, so that one refers to another by its name. */
function convertSchemas() {
  const registry = z.registry<{ readonly id: string }>();
  const names = new Map<z.ZodMiniType, string>();
  const add = (schema: z.ZodMiniType, id: string) => {
    if (!names.has(schema)) {
      names.set(schema, id);
      registry.add(schema, { id });
    }
  };
  for (const [id, schema] of namedSchemas) {
    add(schema, id);
  }
  const components = [...names.values()];
  for (const operation of operationNames) {
    const { input, output } = findRoute(operation);
    for (const [name, schema] of Object.entries(input)) {
      add(schema, `${operation} ${name}`);
    }
    if (output !== nothing) {
      add(output, `${operation} output`);
    }
  }
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: 'input',
  });
  const find = (schema: z.ZodMiniType): Json => {
    const id = names.get(schema) ?? '';
    return components.includes(id)
      ? { $ref: `#/components/schemas/${id}` }
      : clean(schemas[id] as Record<string, unknown>);
  };
  const named = components.map((id) => [id, clean(schemas[id] as Record<string, unknown>)]);
  return { find, named: Object.fromEntries(named) as Json };
}

const isOptional = (schema: z.ZodMiniType) => schema.safeParse(undefined).success;
const content = (schema: Json) => ({ 'application/json': { schema } });

function describeOperation(
  operation: AdminOperation,
  { summary, description, input, output }: AdminRoute,
  find: (schema: z.ZodMiniType) => Json,
): Json {
  const { body, ...parameters } = input;
  const { path } = splitRoute(operation);
  const described = Object.entries(parameters).map(([name, field]) => {
    const { description: text, ...schema } = find(field);
    const isInPath = path.includes(`{${name}}`);
    return {
      name,
      in: isInPath ? 'path' : 'query',
      ...(isInPath && { required: true }),
      ...(text !== undefined && { description: text }),
      schema,
    };
  });
  const success =
    output === nothing
      ? {}
      : { content: content(output === jsonText ? { type: 'object' } : find(output)) };
  return {
    operationId: operation,
    summary,
    description,
    tags: path.split('/').slice(1, 2),
    ...(described.length > 0 && { parameters: described }),
    ...(body && { requestBody: { required: !isOptional(body), content: content(find(body)) } }),
    responses: {
      [getStatus(operation)]: { description: `${summary}.`, ...success },
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

const errorSchema = {
  type: 'object',
  required: ['code', 'message', 'status'],
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    status: { type: 'integer' },
  },
};

/** Creates the OpenAPI document of the admin interface. */
export function createDocument(version: string): Json {
  const { find, named } = convertSchemas();
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operationNames) {
    const { method, path } = splitRoute(operation);
    const described = describeOperation(operation, findRoute(operation), find);
    paths[path] = { ...paths[path], [method.toLowerCase()]: described };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Admin interface of animal-store-simulator',
      version,
      description:
        'Tests control the simulator with this interface, which is not part of the Animal Store service. Every call applies to one sandbox. The path `/sandboxes/{name}/__admin` or the key in `Authorization` selects it; the default is `default`. Identifiers are strings of digits, since most JSON tools round 64-bit integers. A body is UTF-8 of at most 1 MiB, or 256 MiB for `PUT /state`; a larger one is answered with 413.',
    },
    servers: [{ url: 'http://127.0.0.1:4010/__admin' }],
    security: [{ token: [] }, {}],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Simulator-Admin-Token',
          description:
            'Required if `--admin-token` is set. Beyond loopback, the option must be set.',
        },
      },
      responses: {
        Error: {
          description: 'An error, whose message names the part that is wrong and what is expected.',
          content: content(errorSchema),
        },
      },
      schemas: named,
    },
  };
}
