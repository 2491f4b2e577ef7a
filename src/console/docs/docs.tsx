/** The page at `/docs`: the interface of the service, with a form that sends requests for each operation. */
import { type JSX, render } from 'preact';
import { Field, Form } from '../components.js';
import '../styles.css';
import {
  type Api,
  Content,
  describe,
  type Endpoint,
  formatText,
  getName,
  link,
  type Part,
} from './parts.js';
import { RequestForm } from './request-form.js';

const { info, paths, components }: Api = await (await fetch('openapi.json')).json();
const { schemas = {}, responses = {}, securitySchemes = {} } = components;

const endpoints = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ ...operation, method, path })),
);

/** A schema with its fields, and those that it combines. */
const Fields = ({ allOf = [], properties = {}, required, ...schema }: Part): JSX.Element => (
  <>
    {describe(schema, false)}
    {allOf.map(Fields)}
    <dl>
      {Object.entries(properties).map(([name, field]) => [
        <dt>{name}</dt>,
        <dd>{describe(field, (required as string[]).includes(name))}</dd>,
      ])}
    </dl>
  </>
);

const showEndpoint = (endpoint: Endpoint) => (
  <section id={endpoint.operationId}>
    <h2>{endpoint.summary}</h2>
    <p>
      <code>{`${endpoint.method.toUpperCase()} ${endpoint.path}`}</code>{' '}
      <small>
        {endpoint.operationId}, section {endpoint['x-section']}
        {endpoint.deprecated && ', deprecated'}
      </small>
    </p>
    <p>{formatText(endpoint.description)}</p>
    <RequestForm {...endpoint} />
    {endpoint.requestBody && <h3>Request body</h3>}
    <Content {...endpoint.requestBody} />
    <h3>Responses</h3>
    <dl>
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

const page = (
  <>
    <header class="bar row">
      <nav class="row">
        <a href="./">Console</a>
        {endpoints.map(({ operationId }) => link(operationId))}
        {Object.keys(schemas).map(link)}
        <a href="openapi.json">openapi.json</a>
        <a href="openapi.yaml">openapi.yaml</a>
      </nav>
    </header>
    <main class="docs">
      <h1>{`${info.title} ${info.version}`}</h1>
      <p>{formatText(info.description)}</p>
      <h2>Authentication</h2>
      {Object.values(securitySchemes).map(({ description }) => (
        <p>{formatText(description)}</p>
      ))}
      <Form label="For all requests of this page">
        <Field label={[<code>key</code>, ' sent with all requests of this page']}>
          <input name="key" defaultValue={document.body.dataset.key} />
        </Field>
        <Field label={[<code>sandbox</code>, ' that they go to, if not default']}>
          <input name="sandbox" />
        </Field>
      </Form>
      {endpoints.map(showEndpoint)}
      <h2>Schemas</h2>
      {Object.entries(schemas).map(([name, schema]) => (
        <section id={name}>
          <h3>{name}</h3>
          <Fields {...schema} />
        </section>
      ))}
    </main>
  </>
);

render(page, document.body);
// What the URL names is only there now.
document.getElementById(location.hash.slice(1))?.scrollIntoView();
