import { openPoints } from '../../document/open-points.js';
import { operations } from '../../document/operations.js';
import { findFault, findOutcome } from '../../engine/exchange.js';
import { isByRequest } from '../../engine/notes.js';
import { findCause } from '../../engine/reason.js';
import type { Rule } from '../../engine/scenario.js';
import type { RecordedExchange } from '../../server/admin/journal-routes.js';
import { describeRule, useActive } from '../active.js';
import { Button, copy, Field, type Fields, Form, Select } from '../components.js';
import { formatRoute } from '../router.js';
import { SectionLink } from '../section.js';
import { call, known, notify, run } from '../simulator.js';
import { createRule, formatCurl, readRequest, type Service, send } from './copy.js';
import { clock, Status } from './exchange-list.js';
import { formatDuration } from './exchanges.js';
import { indentJson } from './json-text.js';

/** The base URL of the server that has the service; the page of Vite's plugin is below it. */
export const readService = (): Service => ({
  origin: new URL('.', document.baseURI).href.replace(/(?:\/__animal-store)?\/$/, ''),
  apiKey: known.info.apiKey,
});

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const findOperation = ({ operation }: RecordedExchange) =>
  operations.find(({ name }) => name === operation);

/** What forced an answer. */
function describeForced(
  { rule, headers, query }: RecordedExchange,
  armed: Rule | undefined,
): string {
  if (rule !== undefined) {
    return armed
      ? `Your rule: ${describeRule(armed)}.`
      : `A rule that is gone by now (${rule}) forced this answer.`;
  }
  const { prefer } = headers;
  return `The ${prefer ? `header Prefer: ${prefer}` : `query ${query}`} of the request forced this answer.`;
}

/** Why the answer is as it is, in a sentence or two. */
function describeReason(exchange: RecordedExchange, armed: Rule | undefined): string {
  const { notes, rule, message = '', operation, query, sandbox, responseBody, status } = exchange;
  if (notes.some(({ kind }) => kind === 'refused')) {
    return `The simulator refused the request; the service would not. ${message}`;
  }
  const mismatch = notes.find((note) => note.kind === 'mismatch');
  if (mismatch !== undefined) {
    return `The response contradicts the document. Expected: ${mismatch.expected}. Received: ${mismatch.received}.`;
  }
  const forced = notes.filter((note) => note.kind === 'scenario');
  if (rule !== undefined || forced.length > 0) {
    const isBeyond = forced.some(({ beyond }) => beyond);
    return `${describeForced(exchange, armed)} ${isBeyond ? 'It is beyond the document.' : 'The document lists it.'}`;
  }
  if (exchange.reason === 'without /v1') {
    return 'The path lacks /v1, so the request missed the service. Add /v1 to the base URL of your app.';
  }
  if (notes.some(({ kind }) => kind === 'violation')) {
    return `The request violates the document. ${message}`;
  }
  const open = notes.find(isByRequest);
  if (open !== undefined) {
    return `The document is silent on ${openPoints[open.point].silent}. The simulator chose ${open.choice}.`;
  }
  if (operation === 'listPets' && status === 200 && responseBody === '[]') {
    const { pets = 0 } = known.sandboxes.get(sandbox) ?? {};
    return pets === 0
      ? `The list is empty because the sandbox ${sandbox} has no pets.`
      : `The list for ${query || 'all pets'} is empty. The sandbox ${sandbox} has ${pets} pets now.`;
  }
  if (exchange.reason === 'Prefer without effect') {
    return `The header Prefer: ${exchange.headers.prefer} has no effect. It has none of code, example, delay and fault.`;
  }
  const end = notes.some(({ kind }) => kind === 'deprecated') && findOperation(exchange)?.sunset;
  return `The document promises this answer${end ? `, and removes ${operation} on ${date.format(end)}` : ''}. ${message}`;
}

function Why({ exchange }: { readonly exchange: RecordedExchange }) {
  const { notes, rule, sandbox, responseBody } = exchange;
  const { value: [active] = [] } = useActive([sandbox]);
  const armed = active?.rules.find(({ id }) => id === rule);
  const open = notes.find(isByRequest);
  const others = notes.flatMap((note) => (note.kind === 'open' && note !== open ? note.point : []));
  const section =
    notes.map((note) => ('section' in note ? note.section : undefined)).find(Boolean) ??
    findOperation(exchange)?.section;
  return (
    <section aria-label="Why this answer">
      <h3>Why this answer</h3>
      <p>
        {describeReason(exchange, armed)} {section && <SectionLink section={section} />}
      </p>
      <div class="row">
        <span class="faint">
          {findCause(notes)}
          {others.length > 0 && `, also open: ${others.join(', ')}`}
        </span>
        {armed && (
          <Button onClick={() => run(() => call(`DELETE /rules/${rule}`, sandbox))}>Disarm</Button>
        )}
        {rule && <a href={formatRoute('responses', { sandbox })}>Show the rule</a>}
        {open && <a href={formatRoute('behaviour', { sandbox })}>Change {open.point}</a>}
        {responseBody === '[]' && <a href={formatRoute('pets', { sandbox })}>Show the pets</a>}
      </div>
    </section>
  );
}

const failures = ['400', '401', '404', '429', '500', '502', '503', '504'];

/** Makes requests like this one fail. */
function FailNext({ exchange }: { readonly exchange: RecordedExchange }) {
  const arm = async ({ code, delay, times }: Fields) => {
    const [wait, often] = [Number(delay) || undefined, Number(times) || undefined];
    const effect = { code: Number(code), delay: wait, times: often };
    const rule = await call<Rule>('POST /rules', exchange.sandbox, createRule(exchange, effect));
    notify(`Armed: ${describeRule(rule)}.`);
  };
  return (
    <details>
      <summary>Fail the next one like this</summary>
      <Form submit="Arm" onSubmit={arm}>
        <Field label="Status">
          <Select name="code" selected="503" values={failures} />
        </Field>
        <Field label="Delay (ms)">
          <input name="delay" type="number" min={0} max={60_000} />
        </Field>
        <Field label="Times (empty: always)">
          <input name="times" type="number" min={1} defaultValue="1" />
        </Field>
      </Form>
    </details>
  );
}

/** What the URL has opened: the reason of an answer, and both messages. */
export function ExchangePanel({ exchange }: { readonly exchange: RecordedExchange }) {
  const { sandbox, test, operation, time, duration, path, responseBody = '', status } = exchange;
  const { headers, body, bodyCut, responseHeaders, responseBodyCut, notes } = exchange;
  const service = readService();
  const petId =
    operation === 'getPet' ? path.split('/').at(-1) : /"id":(-?\d+)/.exec(responseBody)?.[1];
  const isOfPet = petId !== undefined && status < 300 && operation !== 'listPets';
  const messages = [
    ['Request', headers, body, bodyCut],
    ['Response', responseHeaders, responseBody, responseBodyCut],
  ] as const;
  const facts = [sandbox, operation, test && `test “${test}”`, clock.format(new Date(time))];
  const request = readRequest(exchange, service);
  const sendAgain = async (fields: Fields) => notify(`Sent again: ${await send(fields, service)}.`);
  return (
    <>
      <p>
        <Status {...{ status, outcome: findOutcome(status, notes), fault: findFault(notes) }} />{' '}
        {duration === undefined ? 'waiting' : `in ${formatDuration(duration)}`}
        <span class="faint"> · {facts.filter(Boolean).join(' · ')}</span>
      </p>
      <Why exchange={exchange} />
      <div class="row">
        <Button
          onClick={() => run(() => sendAgain(request))}
          disabled={service.apiKey === undefined}
          title="With the default key, the only one that is known here"
        >
          Send again
        </Button>
        <Button onClick={() => copy(formatCurl(exchange, service))}>Copy as curl</Button>
        {isOfPet && <a href={formatRoute('pets', { sandbox, search: petId })}>Open pet {petId}</a>}
      </div>
      <FailNext exchange={exchange} />
      <details>
        <summary>Send again with changes</summary>
        <Form submit="Send" onSubmit={sendAgain}>
          <Field label="Method">
            <input name="method" defaultValue={request.method} />
          </Field>
          <Field label="Path">
            <input name="target" defaultValue={request.target} />
          </Field>
          <Field label="Headers, a line each">
            <textarea name="headers" rows={4} defaultValue={request.headers} />
          </Field>
          <Field label="Body">
            <textarea name="body" rows={4} defaultValue={request.body} />
          </Field>
        </Form>
      </details>
      {messages.map(([title, fields, text, isCut]) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <details>
            <summary>Headers ({Object.keys(fields).length})</summary>
            <dl>
              {Object.entries(fields).map(([name, value]) => [<dt>{name}</dt>, <dd>{value}</dd>])}
            </dl>
          </details>
          {text ? <pre>{indentJson(text)}</pre> : isCut || <p class="faint">No body.</p>}
          {isCut && <p class="faint">Not all of the body is kept.</p>}
        </section>
      ))}
    </>
  );
}
