import { Button } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { SectionLink } from '../components/section.js';
import { notify, notifyError } from '../components/toast.js';
import { formatRoute } from '../router.js';
import { operationSections } from '../rules/rule-text.js';
import { formatCurl, formatFetch, formatRule } from './copy.js';
import { formatTarget } from './exchange-list.js';
import { explain } from './explain.js';
import { indentJson } from './json-text.js';
import { KindTag, NoteTag } from './kinds.js';
import { formatDuration, formatStatus, type Row } from './log.js';

type Facts = Readonly<Record<string, string | undefined>>;

function FactList({ facts }: { readonly facts: Facts }) {
  return (
    <dl class="facts">
      {Object.entries(facts).map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

interface MessageProps {
  readonly title: string;
  readonly headers: Facts;
  readonly body: string | undefined;
  readonly isCut: boolean | undefined;
}

function Message({ title, headers, body, isCut }: MessageProps) {
  return (
    <section class="panel" aria-label={title}>
      <h3>{title}</h3>
      <FactList facts={headers} />
      {body ? <pre>{indentJson(body)}</pre> : !isCut && <p class="quiet">No body.</p>}
      {isCut && (
        <p class="quiet">
          {body ? 'Only the first 4 KiB are kept.' : 'The body was too large to be read.'}
        </p>
      )}
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
      <pre>{text}</pre>
      {hint && <p class="quiet">{hint}</p>}
      <Button onClick={copy}>Copy</Button>
    </details>
  );
}

interface ExchangeDialogProps {
  readonly row: Row;
  readonly onClose: () => void;
}

/** All that is known about one exchange. */
export function ExchangeDialog({ row: { exchange, kind }, onClose }: ExchangeDialogProps) {
  const { sandbox, test, operation, rule, time, duration } = exchange;
  const origin = new URL('.', document.baseURI).href.replace(/\/$/, '');
  const facts = { sandbox, test, operation, rule, time, duration: formatDuration(duration) };
  return (
    <Dialog title={`${formatTarget(exchange)}: ${formatStatus(exchange)}`} onClose={onClose}>
      <div class="stack">
        <p class="row">
          <KindTag kind={kind} />
          {exchange.notes.map((note, index) => (
            <NoteTag key={index} note={note} />
          ))}
        </p>
        <FactList facts={facts} />
        <section class="panel" aria-label="Why this answer">
          <h3>Why this answer</h3>
          <ul>
            {explain(exchange).map(({ text, section, point }) => (
              <li key={text}>
                {text} {section && <SectionLink section={section} />}{' '}
                {point && (
                  <a href={formatRoute('choices', sandbox)}>Change the choice for {point}</a>
                )}
              </li>
            ))}
            {operation && (
              <li>
                {operation} in the document: <SectionLink section={operationSections[operation]} />
              </li>
            )}
          </ul>
        </section>
        <Message
          title="Request"
          headers={exchange.headers}
          body={exchange.body}
          isCut={exchange.bodyCut}
        />
        <Message
          title="Response"
          headers={exchange.responseHeaders}
          body={exchange.responseBody}
          isCut={exchange.responseBodyCut}
        />
        {exchange.bodyCut && (
          <p class="quiet">The copies send the beginning of the body: the journal has no more.</p>
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
