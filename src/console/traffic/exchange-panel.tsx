import { findFault, findOutcome } from '../../engine/exchange.js';
import { isByRequest } from '../../engine/notes.js';
import { findCause } from '../../engine/reason.js';
import type { Rule } from '../../engine/scenario.js';
import type { RecordedExchange } from '../../server/admin/journal-routes.js';
import { describeRule, formatDuration } from '../active.js';
import { Button, copy, Field, Form, Select } from '../components.js';
import { type Fields, formatRoute } from '../router.js';
import { SectionLink } from '../section.js';
import { call, findVersion, known, notify, run, useLoaded } from '../simulator.js';
import { createRule, formatCurl, readRequest, type Service, send } from './copy.js';
import { clock, Status } from './exchanges.js';
import { indentJson } from './json-text.js';
import { describeReason, findOperation } from './reason.js';

/** The base URL of the server that has the service; the page of Vite's plugin is below it. */
export const readService = (): Service => ({
  origin: new URL('.', document.baseURI).href.replace(/(?:\/__animal-store)?\/$/, ''),
  apiKey: known.info?.apiKey,
});

function Why({ exchange }: { readonly exchange: RecordedExchange }) {
  const { notes, rule, sandbox, responseBody } = exchange;
  const { value } = useLoaded(
    async () => rule && call<{ rules: readonly Rule[] }>('GET /rules', sandbox),
    [rule, ...findVersion(sandbox)],
  );
  const armed = value ? value.rules.find(({ id }) => id === rule) : undefined;
  const open = notes.find(isByRequest);
  const others = notes.flatMap((note) => (note.kind === 'open' && note !== open ? note.point : []));
  const { section } = notes.find((note) => 'section' in note) ?? findOperation(exchange) ?? {};
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
        <Select label="Status" name="code" selected="503" values={failures} />
        <Field label="Delay (ms)" name="delay" type="number" min={0} max={60_000} />
        <Field label="Times (empty: always)" name="times" type="number" min={1} defaultValue="1" />
      </Form>
    </details>
  );
}

/** What the URL has opened: the reason of an answer, and both messages. */
export function ExchangePanel({ exchange }: { readonly exchange: RecordedExchange }) {
  const { sandbox, test, operation, time, duration, responseBody = '', status } = exchange;
  const { headers, body, bodyCut, responseHeaders, responseBodyCut, notes } = exchange;
  const service = readService();
  const petId = status < 300 && /^\{.*?"id":\s*(-?\d+)/s.exec(responseBody)?.[1];
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
        {petId && <a href={formatRoute('pets', { sandbox, search: petId })}>Open pet {petId}</a>}
      </div>
      <FailNext exchange={exchange} />
      <details>
        <summary>Send again with changes</summary>
        <Form submit="Send" onSubmit={sendAgain}>
          <Field label="Method" name="method" defaultValue={request.method} />
          <Field label="Path" name="target" defaultValue={request.target} />
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
