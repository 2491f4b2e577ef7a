import * as z from 'zod/mini';
import { routeTable } from './admin.js';
import { type AdminOperation, adminPaths, splitRoute } from './paths.js';

type Json = Readonly<Record<string, unknown>>;

const describeContent = (schema: unknown) => ({ 'application/json': { schema } });

function describeOperation(operation: AdminOperation, method: string, path: string): Json {
  const { summary, description, input, status: success = 200 } = routeTable[operation];
  const { properties = {}, required = [] } = z.toJSONSchema(z.object(input), { io: 'input' });
  const { body, ...parameters } = properties;
  const described = Object.entries(parameters).map(([name, schema]) => ({
    name,
    in: path.includes(`{${name}}`) ? 'path' : 'query',
    required: required.includes(name),
    schema,
  }));
  const status = method === 'DELETE' ? 204 : success;
  return {
    operationId: operation,
    summary,
    description,
    tags: path.split('/').slice(1, 2),
    parameters: described,
    ...(body && {
      requestBody: { required: required.includes('body'), content: describeContent(body) },
    }),
    responses: {
      [status]: {
        description: `${summary}.`,
        ...(status !== 204 && { content: describeContent({}) }),
      },
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

export function createDocument(version: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of Object.keys(adminPaths) as AdminOperation[]) {
    const [method, path] = splitRoute(operation);
    const described = describeOperation(operation, method, path);
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
          description:
            'An error with `code`, `message` and `status`. The message names the part that is wrong and what is expected.',
          content: describeContent({}),
        },
      },
    },
  };
}
