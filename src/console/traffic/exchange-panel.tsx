import { formatCount } from '../../base/text.js';
import { formatTarget } from '../../document/message.js';
import { findFault, findOutcome } from '../../engine/exchange.js';
import { isByRequest } from '../../engine/notes.js';
import type { RuleState } from '../../engine/scenario.js';
import type { RecordedExchange } from '../../server/admin/journal-routes.js';
import { describeLeft, describeRule, failures } from '../active.js';
import {
  Button,
  copy,
  Details,
  Field,
  Form,
  formatText,
  IconButton,
  Select,
} from '../components.js';
import { type Fields, formatRoute, setParameters } from '../router.js';
import { SectionLink } from '../section.js';
import { call, known, notify, run, useLoaded } from '../simulator.js';
import {
  createRule,
  formatCurlOfExchange,
  readJournalRequest,
  type Service,
  sendExchange,
} from './copy.js';
import { classifyStatus, keyOf, readRows } from './exchanges.js';
import { indentJson } from './json-text.js';
import { describeReason, listNotes } from './reason.js';

/** The base URL of the server that has the service; the page of Vite's plugin is below it. */
export const readService = (): Service => ({
  origin: new URL('.', document.baseURI).href.replace(/(?:\/__animal-store)?\/$/, ''),
  apiKey: known.info?.apiKey,
});

function Why({ exchange }: { exchange: RecordedExchange }) {
  const { notes, rule, sandbox, responseBody } = exchange;
  const active = known.active.find((one) => one.sandbox === sandbox);
  // The page follows the rules of some sandboxes only.
  const { value } = useLoaded(
    async () =>
      active || !rule
        ? undefined
        : call<{ readonly rules: readonly RuleState[] }>('GET /rules', sandbox),
    [sandbox, rule, active === undefined],
  );
  const armed = (active ?? value)?.rules.find(({ id }) => id === rule);
  const remove = () => call(`DELETE /rules/${rule}`, sandbox);
  return (
    <section class="why" aria-label="Why this answer">
      <h3>Why this answer</h3>
      <p>{formatText(describeReason(exchange, armed))}</p>
      <ul class="notes">
        {listNotes(exchange).map(({ kind, text, section, point, choice }, index) => (
          <li key={kind + text}>
            <span class={`badge note ${kind}`}>{kind}</span>
            <span>
              {formatText(text)} {choice && [<b>{choice}</b>, '. ']}
              {section && <SectionLink section={section} />}
            </span>
            {point && <a href={formatRoute('behaviour', { sandbox, search: point })}>Change</a>}
            {kind !== 'open' && rule && index === 0 && (
              <span class="row">
                <a href={formatRoute('responses', { sandbox })}>Show</a>
                {armed && (
                  <Button class="link" onClick={() => run(remove)}>
                    Remove
                  </Button>
                )}
              </span>
            )}
            {responseBody === '[]' && index === 0 && !notes.some(isByRequest) && (
              <a href={formatRoute('pets', { sandbox })}>Show the pets</a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function FailNext({ exchange }: { exchange: RecordedExchange }) {
  const { sandbox } = exchange;
  const add = async (fields: Fields) => {
    const rule = await call<RuleState>('POST /rules', sandbox, createRule(exchange, fields));
    const text = `Added the rule: ${describeRule(rule)}${describeLeft(rule)}.`;
    notify(text, 'done', formatRoute('responses', { sandbox }));
  };
  return (
    <Details name="action" title="Fail the next one like this">
      <Form label="Fail the next one like this" send={add}>
        <Field label="Status">
          <Select name="code" selected="503" values={failures.map(String)} />
        </Field>
        <Field label="Delay in ms" name="delay" type="number" min={0} max={60_000} />
        <Field label="Times" name="times" type="number" min={1} placeholder="always" />
        <Button class="primary" type="submit">
          Add the rule
        </Button>
        <p class="soft">
          A client that retries hides a single failure: leave <i>Times</i> empty.
        </p>
      </Form>
    </Details>
  );
}

/** Sends a request of the page, and opens its exchange: the newest like it. */
async function sendAgain(fields: Fields): Promise<void> {
  const { latest: since } = known.listed ?? {};
  notify(`Sent again: ${await sendExchange(fields, readService())}.`);
  const rows = await readRows({ since }, 50);
  const sent = rows.find(
    (row) => row.method === fields.method && formatTarget(row) === fields.target,
  );
  if (sent !== undefined) {
    setParameters({ exchange: keyOf(sent) });
  }
}

/** The opened exchange: the reason of its response, actions, and both messages. */
export function ExchangePanel({ exchange }: { exchange: RecordedExchange }) {
  const { sandbox, responseBody = '', status, notes } = exchange;
  const { headers, body, bodyCut, responseHeaders, responseBodyCut } = exchange;
  const service = readService();
  const hasKey = service.apiKey !== undefined;
  const petId = status < 300 && /^\{.*?"id":\s*(-?\d+)/s.exec(responseBody)?.[1];
  const fault = findFault(notes);
  const { isAlone } = classifyStatus({ status, outcome: findOutcome(status, notes), fault });
  const title = fault ? 'Response before the fault' : 'Response';
  const messages = [
    ['Request', headers, body, bodyCut],
    [title, responseHeaders, responseBody, responseBodyCut],
  ] as const;
  const request = readJournalRequest(exchange, service);
  return (
    <>
      <Why exchange={exchange} />
      <section aria-label="Actions">
        <div class="row">
          <Button icon="again" onClick={() => run(() => sendAgain(request))} disabled={!hasKey}>
            Send again
          </Button>
          <Button icon="copy" onClick={() => copy(formatCurlOfExchange(exchange, service))}>
            Copy as curl
          </Button>
          {petId && (
            <a class="button" href={formatRoute('pets', { sandbox, search: petId })}>
              Open pet {petId}
            </a>
          )}
          {!hasKey && <span class="soft">Sending again needs the default key.</span>}
        </div>
        <div>
          <FailNext exchange={exchange} />
          <Details name="action" title="Edit and send">
            <Form label="Edit and send" submit="Send" send={sendAgain}>
              <Field label="Method" name="method" defaultValue={request.method} />
              <Field isWide label="Path" name="target" defaultValue={request.target} />
              <Field isWide label="Headers, one per line">
                <textarea class="input" name="headers" rows={3} defaultValue={request.headers} />
              </Field>
              <Field isWide label="Body">
                <textarea class="input" name="body" rows={3} defaultValue={request.body} />
              </Field>
            </Form>
          </Details>
        </div>
      </section>
      <div class="messages">
        {messages.slice(0, isAlone ? 1 : 2).map(([title, fields, text, isCut]) => (
          <section key={title} aria-label={`${title} message`}>
            <div class="row">
              <h3>{title}</h3>
              {text && (
                <IconButton
                  class="plain icon end"
                  icon="copy"
                  name={`Copy the body of the ${title.toLowerCase()}`}
                  onClick={() => copy(text)}
                />
              )}
            </div>
            {text ? <pre>{indentJson(text)}</pre> : isCut || <p class="soft">No body.</p>}
            {isCut && <p class="soft">Not all of the body is kept.</p>}
            <Details
              open={title !== 'Request'}
              title={formatCount(Object.keys(fields).length, 'header')}
            >
              <dl class="headers">
                {Object.entries(fields).map(([name, value]) => [<dt>{name}</dt>, <dd>{value}</dd>])}
              </dl>
            </Details>
          </section>
        ))}
      </div>
    </>
  );
}
