/** The page at `/docs`: the interface of the service, with a form that sends requests for each operation. */
import { type JSX, render } from 'preact';
import { useState } from 'preact/hooks';
import { document as spec } from '../../document/generated/document.js';
import { Button, Field, Form, formatText, readFields } from '../components.js';
import { Icon } from '../icons.js';
import { formatQuery, type Fields as Texts } from '../router.js';
import '../tokens.css';
import '../console.css';
import { indentJson } from '../traffic/json-text.js';

type Named<Value> = Readonly<Record<string, Value>>;

/** Any part of the OpenAPI document, with the fields that the page shows. */
interface Part extends Named<unknown> {
  readonly $ref?: string;
  readonly summary?: string;
  readonly description?: string | undefined;
  /** Whether the part is required, or which of its fields. */
  readonly required?: boolean | readonly string[] | undefined;
  readonly items?: Part;
  readonly allOf?: readonly Part[];
  readonly properties?: Named<Part>;
  readonly content?: Named<{ readonly schema: Part; readonly examples?: Named<Part> }>;
}

interface Operation extends Part {
  readonly operationId: string;
  readonly 'x-section': string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly (Part & { readonly name: string; readonly schema: Part })[];
  readonly requestBody?: Part;
  readonly responses: Named<Part>;
}

const { info, components } = spec;
const paths: Named<Named<Operation>> = spec.paths;
const responses: Named<Part> = components.responses;
const schemas: Named<Part> = components.schemas;

type Endpoint = (typeof endpoints)[number];
const endpoints = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([name, own]) => ({ ...own, method: name.toUpperCase(), path })),
);

const formatJson = (value: unknown) => JSON.stringify(value, undefined, 2);

const link = (name: string) => <a href={`#${name}`}>{name}</a>;

/** The name at the end of a reference: `Pet` of `#/components/schemas/Pet`. */
const getName = ($ref = '') => $ref.slice($ref.lastIndexOf('/') + 1);

const keywords = ['type', 'format', 'minimum', 'maximum', 'default', 'enum'];

/** A schema: `integer, minimum 1, maximum 100, default 20`, a link to a named one, or its fields. */
const Schema = (schema: Part): JSX.Element => (
  <>
    <small>
      {schema.required === true && 'required '}
      {schema.$ref && link(getName(schema.$ref))}
      {keywords
        .filter((keyword) => keyword in schema)
        .map((keyword) => `${keyword} ${[schema[keyword]].flat().join(', ')}`.replace('type ', ''))
        .join(', ')}
    </small>{' '}
    {schema.items && <Schema {...schema.items} />} {formatText(schema.description)}
    {schema.allOf?.map(Schema)}
    {schema.properties && (
      <dl class="headers">
        {Object.entries(schema.properties).map(([name, field]) => [
          <dt>{name}</dt>,
          <dd>
            <Schema {...field} required={[schema.required].flat().includes(name)} />
          </dd>,
        ])}
      </dl>
    )}
  </>
);

/** The schema of a body, and its examples by name. */
const Content = ({ content = {} }: Part) =>
  Object.values(content).map(({ schema, examples = {} }) => [
    <Schema {...schema} />,
    Object.entries(examples).map(([name, { summary, value }]) => (
      <details>
        <summary>
          <Icon name="right" />
          <code>{name}</code> <small>{summary}</small>
        </summary>
        <pre>{formatJson(value)}</pre>
      </details>
    )),
  ]);

/** Headers that every response to a browser has. */
const plumbing = /^(?:access-control-.*|connection|content-length|date|keep-alive)$/;

/** Sends a request, and returns the response as text: a parsed number loses the last digits of an int64. */
async function send({ method, path }: Endpoint, fields: Texts): Promise<string> {
  // The first form of the page has what all requests use.
  const { key, sandbox } = readFields(document.forms[0]);
  const { Prefer, body, petId = '', ...query } = fields;
  // The page is at `/docs`, also behind a prefix.
  const base = sandbox ? `sandboxes/${encodeURIComponent(sandbox)}/v1` : 'v1';
  const target = path.replace('{petId}', encodeURIComponent(petId)) + formatQuery(query);
  const { href } = new URL(base + target, document.baseURI);
  const headers = {
    ...(key && { Authorization: `Bearer ${key}` }),
    ...(body && { 'Content-Type': 'application/json' }),
    ...(Prefer && { Prefer }),
  };
  const line = `${method} ${href}`;
  try {
    const response = await fetch(href, { method, headers, body: body || null });
    const shown = [...response.headers].filter(([name]) => !plumbing.test(name));
    return [
      `${line}\n\n${response.status} ${response.statusText}`,
      ...shown.map((header) => header.join(': ')),
      `\n${indentJson(await response.text())}`,
    ].join('\n');
  } catch (error) {
    return `${line}\n\nNo complete response. ${error}`;
  }
}

/** An operation, with a form of its parameters, which sends requests and shows what comes back. */
function EndpointSection(endpoint: Endpoint) {
  const [received, setReceived] = useState('');
  const { operationId, method, path, parameters = [], requestBody } = endpoint;
  const [example] = Object.values(requestBody?.content?.['application/json']?.examples ?? {});
  return (
    <section id={operationId}>
      <h2>{endpoint.summary}</h2>
      <p>
        <code>{`${method} ${path}`}</code>{' '}
        <small>
          {operationId}, section {endpoint['x-section']}
          {endpoint.deprecated && ', deprecated'}
        </small>
      </p>
      <p>{formatText(endpoint.description)}</p>
      <Form
        class="form"
        label={`Send ${operationId}`}
        send={async (fields) => {
          setReceived('Waiting for the response');
          setReceived(await send(endpoint, fields));
        }}
      >
        {parameters.map(({ name, schema, ...rest }) => (
          <Field
            label={[<code>{name}</code>, ' ', <Schema {...schema} {...rest} />]}
            name={name}
            required={rest.required === true}
          />
        ))}
        {example && (
          <Field label={formatText('`body` required')}>
            <textarea class="input" name="body" rows={5} defaultValue={formatJson(example.value)} />
          </Field>
        )}
        <Field
          label={formatText('`Prefer` forces a response: code=503, delay=2000')}
          name="Prefer"
        />
        <Button class="primary" type="submit">
          Send
        </Button>
      </Form>
      <pre role="status">{received}</pre>
      {requestBody && <h3>Request body</h3>}
      <Content {...requestBody} />
      <h3>Responses</h3>
      <dl class="headers">
        {Object.entries(endpoint.responses).map(([status, { $ref, ...own }]) => {
          const response = responses[getName($ref)] ?? own;
          return [
            <dt>{status}</dt>,
            <dd>
              {formatText(response.description)} <Content {...response} />
            </dd>,
          ];
        })}
      </dl>
    </section>
  );
}

const page = (
  <>
    <header class="top">
      <nav aria-label="Contents">
        <a href="./">Console</a>
        {endpoints.map(({ operationId }) => link(operationId))}
        {Object.keys(schemas).map(link)}
        <a href="openapi.json">openapi.json</a>
        <a href="openapi.yaml">openapi.yaml</a>
      </nav>
    </header>
    <main class="view docs">
      <h1>{`${info.title} ${info.version}`}</h1>
      <p>{formatText(info.description)}</p>
      <h2>Authentication</h2>
      <p>{formatText(components.securitySchemes.bearer.description)}</p>
      <Form class="form" label="For all requests of this page">
        <Field
          label={formatText('`key` sent with all requests of this page')}
          name="key"
          defaultValue={document.body.dataset.key}
        />
        <Field label={formatText('`sandbox` that they go to, if not default')} name="sandbox" />
      </Form>
      {endpoints.map((endpoint) => (
        <EndpointSection {...endpoint} />
      ))}
      <h2>Schemas</h2>
      {Object.entries(schemas).map(([name, schema]) => (
        <section id={name}>
          <h3>{name}</h3>
          <Schema {...schema} />
        </section>
      ))}
    </main>
  </>
);

render(page, document.body);
// What the URL names is only there now.
document.getElementById(location.hash.slice(1))?.scrollIntoView();
