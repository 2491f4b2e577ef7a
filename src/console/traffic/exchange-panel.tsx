import { openPoints } from '../../document/open-points.js';
import type { Exchange } from '../../engine/exchange.js';
import type { Rule } from '../../engine/rules.js';
import { describeRule } from '../active.js';
import { Button, copy, Field, Form, IconButton, Menu, Select } from '../components.js';
import { formatRoute } from '../router.js';
import { SectionLink } from '../section.js';
import { call, findVersion, known, notify, run, useLoaded } from '../simulator.js';
import { createRule, formatCurl, type Service, sendAgain } from './copy.js';
import { clock, Status } from './exchange-list.js';
import {
  classify,
  findHint,
  formatDuration,
  formatTarget,
  isByRequest,
  operationSections,
} from './exchanges.js';
import { indentJson } from './json-text.js';

/** The base URL of the server that has the service; the page of Vite's plugin is below it. */
export const readService = (): Service => ({
  origin: new URL('.', document.baseURI).href.replace(/(?:\/__animal-store)?\/$/, ''),
  apiKey: known.info.apiKey,
});

function describeForced({ rule, headers, query }: Exchange, armed: Rule | undefined): string {
  if (armed !== undefined) {
    const { times } = armed;
    return `Your rule: ${describeRule(armed)}${times === undefined ? '' : ` (${armed.applied} of ${times})`}.`;
  }
  if (rule !== undefined) {
    return `A rule that is gone by now (${rule}) forced this answer.`;
  }
  return headers.prefer === undefined
    ? `The query ${query} of the request forced this answer.`
    : `The header Prefer: ${headers.prefer} of the request forced this answer.`;
}

/** Why a list has no pets. */
function describeEmptyList({ sandbox, query }: Exchange): string {
  const { pets = 0 } = known.sandboxes.get(sandbox) ?? {};
  const status = new URLSearchParams(query).get('status');
  return pets === 0
    ? `The list is empty because the sandbox ${sandbox} has no pets.`
    : `The list is empty${status ? `: no pet had the status ${status}` : ''}. The sandbox ${sandbox} has ${pets} pets now.`;
}

/** Why the answer is as it is, in a sentence or two. */
function describeReason(exchange: Exchange, armed: Rule | undefined): string {
  const { notes, rule, message = '', operation, responseBody, status } = exchange;
  if (notes.some(({ kind }) => kind === 'refused')) {
    return `The simulator refused the request; the service would not. ${message}`;
  }
  const forced = notes.find((note) => note.kind === 'scenario');
  if (rule !== undefined || forced !== undefined) {
    const beyond = notes.some((note) => note.kind === 'scenario' && note.beyond);
    return `${describeForced(exchange, armed)} ${beyond ? 'It is beyond the document.' : 'The document lists it.'}`;
  }
  if (findHint(exchange) === 'without /v1') {
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
    return describeEmptyList(exchange);
  }
  return `The document promises this answer. ${message}`;
}

function Why({ exchange }: { readonly exchange: Exchange }) {
  const { notes, rule, operation, sandbox, responseBody } = exchange;
  const { value } = useLoaded(
    () => call<{ rules: readonly Rule[] }>('GET /rules', sandbox),
    [sandbox, rule],
    rule && findVersion(sandbox),
  );
  const armed = value?.rules.find(({ id }) => id === rule);
  const open = notes.find(isByRequest);
  const section =
    notes.map((note) => ('section' in note ? note.section : undefined)).find(Boolean) ??
    (operation && operationSections[operation]);
  return (
    <section aria-label="Why this answer">
      <h3>Why this answer</h3>
      <p>
        {describeReason(exchange, armed)} {section && <SectionLink section={section} />}
      </p>
      {notes.map(
        (note) =>
          note.kind === 'open' &&
          note !== open && (
            <small key={note.point} class="faint">
              Also open: {openPoints[note.point].silent} ({note.choice}).
            </small>
          ),
      )}
      <div class="row">
        <span class="faint">{classify(exchange)}</span>
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
function FailNext({ exchange }: { readonly exchange: Exchange }) {
  const arm = ({ code, delay, times }: Readonly<Record<string, string>>) =>
    run(async () => {
      const effect = {
        code: Number(code),
        delay: delay ? Number(delay) : undefined,
        times: times ? Number(times) : undefined,
      };
      const rule = await call<Rule>('POST /rules', exchange.sandbox, createRule(exchange, effect));
      notify(`Armed: ${describeRule(rule)}.`);
    });
  return (
    <Menu label="Fail the next one like this">
      <Form class="stack" onSubmit={arm}>
        <Field label="Status">
          <Select name="code" selected="503" values={failures} />
        </Field>
        <Field label="Delay (ms)">
          <input name="delay" type="number" min={0} max={60_000} />
        </Field>
        <Field label="Times" hint="Empty: until disarmed">
          <input name="times" type="number" min={1} defaultValue="1" />
        </Field>
        <Button class="primary" type="submit">
          Arm
        </Button>
      </Form>
    </Menu>
  );
}

const Headers = ({ fields }: { readonly fields: Readonly<Record<string, string>> }) => (
  <details>
    <summary>Headers ({Object.keys(fields).length})</summary>
    <dl>
      {Object.entries(fields).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </details>
);

interface ExchangePanelProps {
  readonly exchange: Exchange;
  /** Goes to the row above or below, if there is one. */
  readonly onMove: (rows: -1 | 1) => void;
  readonly onClose: () => void;
}

export function ExchangePanel({ exchange, onMove, onClose }: ExchangePanelProps) {
  const { sandbox, test, operation, time, duration, path, responseBody = '', status } = exchange;
  const { headers, body, bodyCut, responseHeaders, responseBodyCut } = exchange;
  const service = readService();
  const petId =
    operation === 'getPet' ? path.split('/').at(-1) : /"id":(-?\d+)/.exec(responseBody)?.[1];
  const isOfPet = petId !== undefined && status < 300 && operation !== 'listPets';
  const messages = [
    ['Request', headers, body, bodyCut],
    ['Response', responseHeaders, responseBody, responseBodyCut],
  ] as const;
  const facts = [sandbox, operation, test && `test “${test}”`, clock.format(new Date(time))];
  const again = () => run(async () => notify(`Sent again: ${await sendAgain(exchange, service)}.`));
  return (
    <aside aria-label="Exchange">
      <header class="row">
        <h2 class="grow">{formatTarget(exchange)}</h2>
        <IconButton icon="up" name="Previous exchange" onClick={() => onMove(-1)} />
        <IconButton icon="down" name="Next exchange" onClick={() => onMove(1)} />
        <IconButton icon="close" name="Close" onClick={onClose} />
      </header>
      <p>
        <Status exchange={exchange} />{' '}
        {duration === undefined ? 'waiting' : `in ${formatDuration(duration)}`}
        <span class="faint"> · {facts.filter(Boolean).join(' · ')}</span>
      </p>
      <Why exchange={exchange} />
      <div class="row">
        <Button
          onClick={again}
          disabled={service.apiKey === undefined}
          title={service.apiKey === undefined ? 'Only the default key is known here' : undefined}
        >
          Send again
        </Button>
        <FailNext exchange={exchange} />
        <Button onClick={() => copy(formatCurl(exchange, service))}>Copy as curl</Button>
        {isOfPet && <a href={formatRoute('pets', { sandbox, search: petId })}>Open pet {petId}</a>}
      </div>
      {messages.map(([title, fields, text, isCut]) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <Headers fields={fields} />
          {text ? <pre>{indentJson(text)}</pre> : !isCut && <p class="faint">No body.</p>}
          {isCut && (
            <p class="faint">
              {text ? 'Only the first 4 KiB are kept.' : 'The body was too large to be read.'}
            </p>
          )}
        </section>
      ))}
    </aside>
  );
}
