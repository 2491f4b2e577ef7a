import { openPoints } from '../../document/open-points.js';
import type { Exchange } from '../../engine/exchange.js';
import type { Note } from '../../engine/notes.js';
import { Button, Dialog } from '../components.js';
import { formatRoute } from '../router.js';
import { SectionLink } from '../section.js';
import { notify } from '../simulator.js';
import { formatCurl, formatFetch, formatRule } from './copy.js';
import { formatTarget, KindTag } from './exchange-list.js';
import { classify, formatDuration, formatStatus, operationSections } from './exchanges.js';
import { indentJson } from './json-text.js';

function describeSource({ rule, headers, query }: Exchange): string {
  if (rule !== undefined) {
    return `The rule ${rule}`;
  }
  return headers.prefer === undefined
    ? `The query ${query} of the request`
    : `The header Prefer: ${headers.prefer} of the request`;
}

function describeNote(note: Note, exchange: Exchange): string {
  switch (note.kind) {
    case 'open':
      return `The document is silent on ${openPoints[note.point].silent}. The choice is ${note.choice}.`;
    case 'scenario': {
      const promise = note.beyond ? 'beyond the document' : 'which the document lists';
      return `${describeSource(exchange)} forced ${note.applied}, ${promise}.`;
    }
    case 'deprecated':
      return `The operation ${note.operation} is deprecated.`;
    case 'violation':
      return 'The request violates the document.';
    case 'refused':
      return `The simulator refused the request (${note.code}).`;
  }
}

function Reasons({ exchange }: { readonly exchange: Exchange }) {
  const { notes, rule, message, operation, sandbox } = exchange;
  return (
    <ul>
      {notes.map((note, index) => (
        <li key={index}>
          {describeNote(note, exchange)}{' '}
          {'section' in note && <SectionLink section={note.section} />}{' '}
          {note.kind === 'open' && (
            <a href={formatRoute('choices', { sandbox })}>Change the choice for {note.point}</a>
          )}
        </li>
      ))}
      {rule && !notes.some(({ kind }) => kind === 'scenario') && <li>The rule {rule} applied.</li>}
      {message && <li>{message}</li>}
      {notes.length === 0 && !rule && !message && (
        <li>The document promises this answer: no choice and no rule is behind it.</li>
      )}
      {operation && (
        <li>
          {operation} in the document: <SectionLink section={operationSections[operation]} />
        </li>
      )}
    </ul>
  );
}

const FactList = ({ facts }: { readonly facts: Readonly<Record<string, string | undefined>> }) => (
  <dl>
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

const copy = (text: string) =>
  navigator.clipboard.writeText(text).then(
    () => notify('Copied.'),
    () => notify('The browser allows no copying here. Select the text instead.', true),
  );

interface ExchangeDialogProps {
  readonly exchange: Exchange;
  readonly onClose: () => void;
}

export function ExchangeDialog({ exchange, onClose }: ExchangeDialogProps) {
  const { sandbox, test, operation, rule, time, duration } = exchange;
  const origin = new URL('.', document.baseURI).href.replace(/\/$/, '');
  const facts = { sandbox, test, operation, rule, time, duration: formatDuration(duration) };
  const { headers, body, bodyCut, responseHeaders, responseBody, responseBodyCut } = exchange;
  const messages = [
    ['Request', headers, body, bodyCut],
    ['Response', responseHeaders, responseBody, responseBodyCut],
  ] as const;
  const copies = {
    'As a curl command': formatCurl(exchange, origin),
    'As a call of fetch': formatFetch(exchange, origin),
    'As a rule that makes this request fail once': formatRule(exchange),
  };
  return (
    <Dialog title={`${formatTarget(exchange)}: ${formatStatus(exchange)}`} onClose={onClose}>
      <div class="stack">
        <p>
          <KindTag kind={classify(exchange)} />
        </p>
        <FactList facts={facts} />
        <section class="panel" aria-label="Why this answer">
          <h3>Why this answer</h3>
          <Reasons exchange={exchange} />
        </section>
        {messages.map(([title, fields, text, isCut]) => (
          <section key={title} class="panel" aria-label={title}>
            <h3>{title}</h3>
            <FactList facts={fields} />
            {text ? <pre>{indentJson(text)}</pre> : !isCut && <p class="faint">No body.</p>}
            {isCut && (
              <p class="faint">
                {text ? 'Only the first 4 KiB are kept.' : 'The body was too large to be read.'}
              </p>
            )}
          </section>
        ))}
        <p class="faint">
          The copies have a variable for the key, which the simulator does not show
          {bodyCut && ', and only the beginning of the body'}.
        </p>
        {Object.entries(copies).map(([title, text]) => (
          <details key={title}>
            <summary>{title}</summary>
            <pre>{text}</pre>
            <Button onClick={() => copy(text)}>Copy</Button>
          </details>
        ))}
      </div>
    </Dialog>
  );
}
