import * as z from 'zod/mini';
import { adminRoutes } from './admin.js';
import { type AdminOperation, adminPaths, getStatus, splitRoute } from './paths.js';
import { type AdminRoute, jsonText, nothing } from './route.js';

type Json = Readonly<Record<string, unknown>>;
type JsonSchema = z.core.JSONSchema.JSONSchema;

const operationNames = Object.keys(adminPaths) as AdminOperation[];
const routes: Readonly<Record<AdminOperation, AdminRoute>> = adminRoutes as never;

/** Converts the schemas of all operations at once; those with a name are the definitions of the result. */
function convertSchemas(): JsonSchema {
  const all = operationNames.map((operation) => {
    const { input, output } = routes[operation];
    return [operation, z.object(output === nothing ? input : { ...input, output })] as const;
  });
  const converted = z.toJSONSchema(z.object(Object.fromEntries(all)), {
    io: 'input',
    override: ({ jsonSchema }) => {
      // What zod adds for itself: names, and the limits of a double.
      delete jsonSchema.id;
      for (const limit of ['minimum', 'maximum'] as const) {
        if (Math.abs(jsonSchema[limit] ?? 0) === Number.MAX_SAFE_INTEGER) {
          delete jsonSchema[limit];
        }
      }
    },
  });
  return JSON.parse(JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

const content = (schema: unknown) => ({ 'application/json': { schema } });

function describeOperation(operation: AdminOperation, schemas: JsonSchema): Json {
  const { summary, description, input, output } = routes[operation];
  const { body, output: returned, ...parameters } = schemas.properties ?? {};
  const [, path] = splitRoute(operation);
  const described = Object.entries(parameters).map(([name, field]) => {
    const { description: text, ...schema } = field as JsonSchema;
    const isInPath = path.includes(`{${name}}`);
    return {
      name,
      in: isInPath ? 'path' : 'query',
      ...(isInPath && { required: true }),
      ...(text !== undefined && { description: text }),
      schema,
    };
  });
  const status = output === nothing ? 204 : getStatus(operation);
  const success = output === jsonText ? { type: 'object' } : returned;
  const required = schemas.required?.includes('body') === true;
  return {
    operationId: operation,
    summary,
    description,
    tags: path.split('/').slice(1, 2),
    ...(described.length > 0 && { parameters: described }),
    ...(input.body && { requestBody: { required, content: content(body) } }),
    responses: {
      [status]: {
        description: `${summary}.`,
        ...(output !== nothing && { content: content(success) }),
      },
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
  const { $defs: schemas, properties = {} } = convertSchemas();
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operationNames) {
    const [method, path] = splitRoute(operation);
    const described = describeOperation(operation, properties[operation] as JsonSchema);
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
      schemas,
    },
  };
}
