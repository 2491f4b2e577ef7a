import { useState } from 'preact/hooks';
import { Field, Form, readFields } from '../components.js';
import { type Fields, formatQuery } from '../router.js';
import { indentJson } from '../traffic/json-text.js';
import { describe, type Endpoint, formatJson } from './parts.js';

/** Headers that every response to a browser has. */
const plumbing = /^(?:access-control-.*|connection|content-length|date|keep-alive)$/;

/** Sends a request, and returns the response as text: a parsed number loses the last digits of an int64. */
async function send(method: string, path: string, fields: Fields): Promise<string> {
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

/** The parameters of an operation, as a form that sends requests and shows what comes back. */
export function RequestForm({ operationId, method, path, parameters = [], ...rest }: Endpoint) {
  const [response, setResponse] = useState('');
  const { examples = {} } = rest.requestBody?.content?.['application/json'] ?? {};
  const [example] = Object.values(examples);
  return (
    <>
      <Form
        submit="Send"
        label={`Send ${operationId}`}
        onSubmit={async (fields) => {
          setResponse('Waiting for the response');
          setResponse(await send(method.toUpperCase(), path, fields));
        }}
      >
        {parameters.map(({ name, required, schema, description }) => (
          <Field label={[<code>{name}</code>, ' ', describe({ ...schema, description }, required)]}>
            <input name={name} required={required} />
          </Field>
        ))}
        {example && (
          <Field label={[<code>body</code>, ' required']}>
            <textarea name="body" rows={5} defaultValue={formatJson(example.value)} />
          </Field>
        )}
        <Field label={[<code>Prefer</code>, ' forces a response: code=503, delay=2000']}>
          <input name="Prefer" />
        </Field>
      </Form>
      <pre role="status">{response}</pre>
    </>
  );
}
