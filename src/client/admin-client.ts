import { stringify } from 'lossless-json';
import type { paths } from '../admin/generated/types.js';
import { readText, readValue, type Transport } from './transport.js';

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';

/** The paths that have a method. */
type PathOf<Name extends Method> = {
  [Path in keyof paths]: paths[Path][Lowercase<Name>] extends object ? Path : never;
}[keyof paths];
type Operation<Name extends Method, Path extends PathOf<Name>> = paths[Path][Lowercase<Name>];

type Json<Value> = { readonly content: { readonly 'application/json': Value } };
type PathPart<One> = One extends {
  readonly parameters: { readonly path: infer Path extends object };
}
  ? { readonly path: Path }
  : { readonly path?: never };
type QueryPart<One> = One extends { readonly parameters: { readonly query?: infer Query } }
  ? { readonly query?: Omit<NonNullable<Query>, 'sandbox'> }
  : { readonly query?: never };
type BodyPart<One> = One extends { readonly requestBody: Json<infer Body> }
  ? { readonly body: Body }
  : One extends { readonly requestBody?: Json<infer Body> }
    ? { readonly body?: Body }
    : { readonly body?: never };
type Params<One> = PathPart<One> & QueryPart<One>;
type Init<One> = BodyPart<One> &
  (object extends Params<One>
    ? { readonly params?: Params<One> }
    : { readonly params: Params<One> });

type Success<One> = One extends { readonly responses: infer Responses }
  ? {
      [Status in keyof Responses]: Status extends 200 | 201
        ? Responses[Status] extends Json<infer Value>
          ? Value
          : undefined
        : Status extends 204
          ? undefined
          : never;
    }[keyof Responses]
  : never;

type Send<Name extends Method> = <Path extends PathOf<Name>>(
  path: Path,
  ...init: object extends Init<Operation<Name, Path>>
    ? [Init<Operation<Name, Path>>?]
    : [Init<Operation<Name, Path>>]
) => Promise<Success<Operation<Name, Path>>>;

/**
 * Sends the calls of the admin interface for one sandbox, with the types of its document; rejects with
 * `SimulatorError`.
 */
export type AdminClient = { readonly [Name in Method]: Send<Name> };

interface LooseInit {
  readonly params?: { readonly path?: object; readonly query?: object };
  readonly body?: unknown;
}

export function createAdminClient({ send, origin }: Transport, sandbox: string): AdminClient {
  const sendAs = (method: Method) => {
    return async (template: string, { params = {}, body }: LooseInit = {}) => {
      const values = new Map(Object.entries(params.path ?? {}));
      const path = template.replace(/\{(\w+)\}/g, (_part, name) =>
        encodeURIComponent(String(values.get(name))),
      );
      const query = new URLSearchParams(
        Object.entries(params.query ?? {}).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)]],
        ),
      );
      const text = stringify(body) ?? '';
      const response = await send({ method, path, query, sandbox, body: text });
      return readValue(response.status, await readText(response), origin);
    };
  };
  return {
    GET: sendAs('GET'),
    PUT: sendAs('PUT'),
    POST: sendAs('POST'),
    PATCH: sendAs('PATCH'),
    DELETE: sendAs('DELETE'),
  } as unknown as AdminClient;
}
