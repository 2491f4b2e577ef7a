import type { ComponentChildren } from 'preact';
import { Button } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { SectionLink } from '../components/section.js';
import { NoteTag } from '../components/tag.js';
import { notify, notifyError } from '../components/toast.js';
import type { Exchange } from '../events.js';
import { useLoaded } from '../hooks.js';
import { formatRoute } from '../router.js';
import { formatCurl, formatFetch, formatRule } from './copy.js';
import { explain } from './explain.js';
import { formatDuration, formatStatus } from './format.js';
import { indentJson } from './json-text.js';
import { KindTag } from './kind-tag.js';
import type { Row } from './log.js';

/** The sections of the document that promise the operations, by their names. */
async function loadSections(): Promise<Readonly<Record<string, string>>> {
  const { paths } = await (await fetch(new URL('openapi.json', document.baseURI))).json();
  const operations = Object.values(paths).flatMap((path) => Object.values(Object(path)));
  return Object.fromEntries(
    operations.map(Object).map((one) => [one.operationId, one['x-section']]),
  );
}

function Headers({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  return (
    <dl class="headers">
      {Object.entries(headers).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Body({
  text,
  isCut,
}: {
  readonly text: string | undefined;
  readonly isCut?: boolean | undefined;
}) {
  if (text === undefined || text === '') {
    return <p class="quiet">{isCut ? 'The body was too large to be read.' : 'No body.'}</p>;
  }
  return (
    <>
      <pre class="body">{indentJson(text)}</pre>
      {isCut && <p class="quiet">Only the first 4 KiB are kept.</p>}
    </>
  );
}

function Message({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  return (
    <section class="panel" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

interface CopyProps {
  readonly title: string;
  readonly text: string;
  readonly hint?: string;
}

function Copy({ title, text, hint }: CopyProps) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notify('Copied.'),
      () => notifyError(new Error('The browser allows no copying here. Select the text instead.')),
    );
  return (
    <details>
      <summary>{title}</summary>
      <pre class="body">{text}</pre>
      {hint && <p class="hint">{hint}</p>}
      <Button onClick={copy}>Copy</Button>
    </details>
  );
}

function Reasons({ exchange }: { readonly exchange: Exchange }) {
  return (
    <ul class="reasons">
      {explain(exchange).map(({ text, section, point }) => (
        <li key={text}>
          {text} {section && <SectionLink section={section} />}{' '}
          {point && (
            <a href={formatRoute('choices', exchange.sandbox)}>Change the choice for {point}</a>
          )}
        </li>
      ))}
    </ul>
  );
}

interface ExchangeDialogProps {
  readonly row: Row;
  readonly onClose: () => void;
}

/** All that is known about one exchange. */
export function ExchangeDialog({ row: { exchange, kind }, onClose }: ExchangeDialogProps) {
  const { method, path, query, sandbox, test, operation, rule, time, duration } = exchange;
  const origin = new URL('.', document.baseURI).href.replace(/\/$/, '');
  const sections = useLoaded(loadSections, []);
  const section = sections.value?.[operation ?? ''];
  const facts = { sandbox, test, operation, rule, time, duration: formatDuration(duration) };
  return (
    <Dialog
      title={`${method} ${path}${query === '' ? '' : `?${query}`}: ${formatStatus(exchange)}`}
      onClose={onClose}
    >
      <div class="exchange">
        <p class="row">
          <KindTag kind={kind} />
          {exchange.notes.map((note, index) => (
            <NoteTag key={index} note={note} />
          ))}
        </p>
        <Headers
          headers={Object.fromEntries(
            Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== undefined),
          )}
        />
        <Message title="Why this answer">
          <Reasons exchange={exchange} />
          {section && (
            <p>
              {operation} in the document: <SectionLink section={section} />
            </p>
          )}
        </Message>
        <Message title="Request">
          <Headers headers={exchange.headers} />
          <Body text={exchange.body} isCut={exchange.bodyCut} />
        </Message>
        <Message title="Response">
          <Headers headers={exchange.responseHeaders} />
          <Body text={exchange.responseBody} isCut={exchange.responseBodyCut} />
        </Message>
        {exchange.bodyCut && (
          <p class="hint">The copies send the beginning of the body: the journal has no more.</p>
        )}
        <Copy
          title="As a curl command"
          text={formatCurl(exchange, origin)}
          hint="Set API_KEY in your shell. The simulator shows no keys."
        />
        <Copy title="As a call of fetch" text={formatFetch(exchange, origin)} />
        <Copy title="As a rule that makes this request fail once" text={formatRule(exchange)} />
      </div>
    </Dialog>
  );
}
