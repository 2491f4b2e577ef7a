/** The page at `/docs`: the interface of the service, with a form for each operation, which sends requests. */
import { type ComponentChildren, render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { document as spec } from '../../document/generated/document.js';
import { openPointNames, openPoints } from '../../document/open-points.js';
import {
  Button,
  closePopover,
  Field,
  Form,
  formatText,
  Menu,
  readForm,
  Segments,
} from '../components.js';
import { Icon } from '../icons.js';
import type { Fields as Texts } from '../router.js';
import '../tokens.css';
import '../console.css';
import { indentJson } from '../traffic/json-text.js';
import { buildRequest, type Request, snippets } from './request.js';

type Named<Value> = Readonly<Record<string, Value>>;

/** Any part of the OpenAPI document, with the fields that the page shows. */
interface PagePart extends Named<unknown> {
  readonly $ref?: string;
  readonly summary?: string;
  readonly description?: string | undefined;
  /** True for a required part; in an object, the names of its required fields. */
  readonly required?: boolean | readonly string[] | undefined;
  readonly enum?: readonly string[];
  readonly items?: PagePart;
  readonly allOf?: readonly PagePart[];
  readonly properties?: Named<PagePart>;
  readonly content?: Named<{ readonly schema: PagePart; readonly examples?: Named<PagePart> }>;
}

interface DocumentedOperation extends PagePart {
  readonly operationId: string;
  readonly 'x-section': string;
  readonly 'x-sunset'?: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly (PagePart & {
    readonly name: string;
    readonly schema: PagePart;
  })[];
  readonly requestBody?: PagePart;
  readonly responses: Named<PagePart>;
}

const { info, components } = spec;
const paths: Named<Named<DocumentedOperation>> = spec.paths;
const responses: Named<PagePart> = components.responses;
const schemas: Named<PagePart> = components.schemas;

type Endpoint = (typeof endpoints)[number];
const endpoints = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([name, own]) => ({ ...own, method: name.toUpperCase(), path })),
);

const formatJson = (value: unknown) => JSON.stringify(value, undefined, 2);

/** The name at the end of a reference: `Pet` of `#/components/schemas/Pet`. */
const getName = ($ref = '') => $ref.slice($ref.lastIndexOf('/') + 1);

/** A part with what it refers to. */
const resolve = (part: PagePart): PagePart => {
  const name = getName(part.$ref);
  return { ...responses[name], ...schemas[name], ...part };
};

/** Names, and what the page says of each. */
const Terms = ({ terms }: { readonly terms: readonly (readonly ComponentChildren[])[] }) => (
  <dl class="headers">{terms.map(([name, text]) => [<dt>{name}</dt>, <dd>{text}</dd>])}</dl>
);

/** The fields of a schema, and of those that it extends. */
function listFields(part: PagePart): readonly (readonly ComponentChildren[])[] {
  const { allOf = [], properties = {}, required } = resolve(part);
  const own = Object.entries(properties).map(([name, field]) => [
    name,
    <Schema {...field} required={[required].flat().includes(name)} />,
  ]);
  return [...allOf.flatMap(listFields), ...own];
}

const keywords = ['type', 'format', 'minimum', 'maximum', 'default', 'enum'];

/** A schema: its name, `integer, minimum 1, maximum 100, default 20`, and its fields. */
function Schema({ required, ...part }: PagePart) {
  const { items, description, ...rest } = resolve(part);
  const fields = listFields(part);
  return (
    <>
      <small>
        {required === true && 'required '}
        {part.$ref && `${getName(part.$ref)} `}
        {keywords
          .filter((keyword) => keyword in rest)
          .map((keyword) => `${keyword} ${[rest[keyword]].flat().join(', ')}`.replace('type ', ''))
          .join(', ')}
      </small>{' '}
      {formatText(description)} {items && <Schema {...items} />}
      {fields.length > 0 && <Terms terms={fields} />}
    </>
  );
}

/** The schema of a body, and its examples by name; the first one is open. */
const Content = ({ content = {} }: PagePart) =>
  Object.values(content).map(({ schema, examples = {} }) => [
    <div>
      <Schema {...schema} />
    </div>,
    Object.entries(examples).map(([name, { summary, value }], index) => (
      <details open={index === 0}>
        <summary>
          <Icon name="right" />
          <code>{name}</code> <small>{summary}</small>
        </summary>
        <pre>{formatJson(value)}</pre>
      </details>
    )),
  ]);

/** The open points of an operation, or of any; each leads to its choices. */
const listSilent = (operation: string) =>
  openPointNames
    .filter((point) => openPoints[point].operation === operation)
    .map((point) => [
      <a href={`./#/behaviour?search=${point}`}>{point}</a>,
      openPoints[point].silent,
    ]);

/** Headers that every response to a browser has. */
const plumbing = /^(?:access-control-.*|connection|content-length|date|keep-alive)$/;

/** Sends a request, and returns the response as text. */
async function sendForm({ href, method, headers, body }: Request): Promise<string> {
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

type SectionProps = {
  endpoint: Endpoint;
  /** The fields that all forms have: `key` and `sandbox`. */
  shared: Texts;
  onInput: (fields: Texts) => void;
};

/** The form of an operation: what is typed is in the snippets at once, and is what it sends. */
function TryOut({ endpoint, shared, onInput }: SectionProps) {
  const { operationId, parameters = [], requestBody } = endpoint;
  const [example] = Object.values(requestBody?.content?.['application/json']?.examples ?? {});
  const body = example ? formatJson(example.value) : '';
  const [own, setOwn] = useState<Texts>({ body });
  const [received, setReceived] = useState('');
  const [language, setLanguage] = useState<keyof typeof snippets>('curl');
  const [copied, setCopied] = useState('');
  const request = buildRequest(endpoint, { ...own, ...shared }, document.baseURI);
  const snippet = snippets[language](request);
  const response = useRef<HTMLPreElement>(null);
  useEffect(() => response.current?.scrollIntoView({ block: 'nearest' }), [received]);
  return (
    <div
      class="try"
      onInput={({ currentTarget }) => {
        const fields = readForm(currentTarget.querySelector('form') ?? undefined);
        setOwn(fields);
        onInput(fields);
      }}
    >
      <Form
        label={`Send ${operationId}`}
        send={async () => {
          setReceived('Waiting for the response');
          setReceived(await sendForm(request));
        }}
      >
        {['key', 'sandbox', ...parameters.map(({ name }) => name)].map((name) => (
          <Field
            label={<code>{name}</code>}
            name={name}
            value={shared[name]}
            placeholder={name === 'sandbox' ? 'default' : ''}
            required={endpoint.path.includes(`{${name}}`)}
            list={`values-${name}`}
          />
        ))}
        {body && (
          <Field label={formatText('`body` required')} isWide>
            <textarea class="input" name="body" rows={5} defaultValue={body} />
          </Field>
        )}
        <Field
          label={formatText('`Prefer` forces a response: code=503, delay=2000')}
          name="Prefer"
          isWide
        />
        <Button class="primary" type="submit">
          Send
        </Button>
      </Form>
      <div class="row">
        <Segments
          label="Language"
          chosen={language}
          segments={Object.keys(snippets).map((name) => [name, name, { class: 'small' }])}
          onPick={(name) => setLanguage(name as keyof typeof snippets)}
        />
        <Button
          class="plain small end"
          icon="copy"
          onClick={({ currentTarget: { parentElement } }) => {
            getSelection()?.selectAllChildren(parentElement?.nextSibling as Node);
            // Unlike `navigator.clipboard`, it is there without HTTPS, too.
            setCopied(document.execCommand('copy') ? snippet : '');
          }}
        >
          {copied === snippet ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <pre>{snippet}</pre>
      <pre ref={response} role="status">
        {received}
      </pre>
    </div>
  );
}

/** An operation, and beside it its form. */
function EndpointSection(props: SectionProps) {
  const { operationId, method, path, parameters = [], requestBody, ...endpoint } = props.endpoint;
  return (
    <section id={operationId} class="operation">
      <div>
        <h2>{endpoint.summary}</h2>
        <p>
          <code>{`${method} ${path}`}</code>{' '}
          <small>{`${operationId}, section ${endpoint['x-section']}`}</small>{' '}
          {endpoint.deprecated && (
            <span class="badge violation">{`deprecated, to be removed on ${endpoint['x-sunset']}`}</span>
          )}
        </p>
        <p>{formatText(endpoint.description)}</p>
        {parameters.length > 0 && <h3>Parameters</h3>}
        <Terms
          terms={parameters.map(({ name, schema, ...rest }) => [
            name,
            <Schema {...schema} {...rest} />,
          ])}
        />
        {requestBody && <h3>Request body</h3>}
        <Content {...requestBody} />
        <h3>Responses</h3>
        {Object.entries(endpoint.responses).map(([status, response]) => [
          <p>
            <b class={`badge s${status[0]}xx`}>{status}</b>{' '}
            {formatText(resolve(response).description)}
          </p>,
          <Content {...resolve(response)} />,
        ])}
        <h3>The document is silent on</h3>
        <Terms terms={listSilent(operationId)} />
      </div>
      <TryOut {...props} />
    </section>
  );
}

const Contents = () =>
  ['Overview', ...endpoints.map(({ operationId }) => operationId)].map((name) => (
    <a class="option" href={`#${name}`} onClick={closePopover}>
      {name}
    </a>
  ));

function Page() {
  const [shared, setShared] = useState<Texts>({ key: document.body.dataset.key ?? '' });
  const onInput = ({ key = '', sandbox = '' }: Texts) => setShared({ key, sandbox });
  return (
    <>
      <header class="top">
        <span class="brand">{info.title}</span>
        <nav aria-label="Pages">
          <a href="./">Console</a>
          <a href="openapi.json">openapi.json</a>
          <a href="openapi.yaml">openapi.yaml</a>
        </nav>
        <div class="end">
          <Menu icon="list" text="Contents" label="Contents">
            <Contents />
          </Menu>
        </div>
      </header>
      <main class="docs">
        <nav class="contents" aria-label="Contents">
          <Contents />
        </nav>
        <div>
          <section id="Overview">
            <h1>{`${info.title} ${info.version}`}</h1>
            <p>
              All that the interface document says of the service, and what it is silent on: there,
              the simulator has choices. Each form sends its request to this simulator.
            </p>
            <p>{formatText(components.securitySchemes.bearer.description)}</p>
            <h2>The document is silent on, for any operation</h2>
            <Terms terms={listSilent('any')} />
          </section>
          {/* Suggestions: a form takes other values, too. */}
          <datalist id="values-status">
            {schemas.PetStatus?.enum?.map((value) => (
              <option value={value} />
            ))}
          </datalist>
          {endpoints.map((endpoint) => (
            <EndpointSection {...{ endpoint, shared, onInput }} />
          ))}
        </div>
      </main>
    </>
  );
}

render(<Page />, document.body);
// The section that the URL names exists only now.
document.getElementById(location.hash.slice(1))?.scrollIntoView();
