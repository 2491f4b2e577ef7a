import { useState } from 'preact/hooks';
import type { LeftOut } from '../../contract/recorder.js';
import { Button, Dialog, download, Field, Form } from '../components.js';
import { formatQuery } from '../router.js';
import { call, callText } from '../simulator.js';

/** A contract as it is saved, with what it has and what it leaves out. */
async function record({ consumer = '', needs = '' }: Readonly<Record<string, string>>) {
  // Saved byte for byte: parsing it would round large integers.
  const text = await callText(`GET /pact${formatQuery({ consumer, needs })}`);
  const { interactions } = JSON.parse(text) as { interactions: { description: string }[] };
  const { leftOut } = await call<{ leftOut: readonly LeftOut[] }>('GET /pact/left-out');
  return {
    file: `${consumer}.json`,
    text,
    lists: {
      'In the contract': interactions.map(({ description }) => description),
      'Left out': leftOut.map(({ request, reason }) => `${request}: ${reason}`),
    },
  };
}

/** Shows the contract of what all requests so far have used, and saves it as a file. */
export function ContractDialog({ onClose }: { readonly onClose: () => void }) {
  const [recorded, setRecorded] = useState<Awaited<ReturnType<typeof record>>>();
  return (
    <Dialog title="Contract" onClose={onClose}>
      <div class="stack">
        <p>What the requests to all sandboxes use, as a Pact contract that providers can verify.</p>
        <Form onSubmit={async (fields) => setRecorded(await record(fields))}>
          <Field label="Consumer" hint="The app that sends the requests, such as shop">
            <input name="consumer" autocomplete="off" spellcheck={false} required />
          </Field>
          <Field label="Needs" hint="The fields that it reads, such as Pet=id,name; all if empty">
            <input name="needs" autocomplete="off" spellcheck={false} />
          </Field>
          <Button type="submit">Show</Button>
          {recorded && (
            <Button class="primary" onClick={() => download(recorded.text, recorded.file)}>
              Save {recorded.file}
            </Button>
          )}
        </Form>
        {Object.entries(recorded?.lists ?? {}).map(([title, lines]) => (
          <section key={title} class="panel" aria-label={title}>
            <h3>
              {title}: {lines.length}
            </h3>
            <ul>
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
