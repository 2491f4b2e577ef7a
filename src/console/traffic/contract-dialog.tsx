import { useState } from 'preact/hooks';
import { call, callText } from '../api.js';
import { Button, download } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { Field } from '../components/field.js';
import { useAction } from '../hooks.js';
import type { LeftOut } from '../types.js';

async function record(consumer: string, needs: string) {
  const query = { consumer, ...(needs !== '' && { needs }) };
  // Saved byte for byte: parsing it would round large integers.
  const text = await callText('GET /pact', undefined, { query });
  const { interactions } = JSON.parse(text) as { interactions: { description: string }[] };
  const { leftOut } = await call<{ leftOut: LeftOut[] }>('GET /pact/left-out');
  return {
    file: `${consumer}.json`,
    text,
    uses: interactions.map(({ description }) => description),
    leftOut: leftOut.map(({ request, reason }) => `${request}: ${reason}`),
  };
}

function List({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <section class="panel" aria-label={title}>
      <h3>
        {title}: {lines.length}
      </h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

/** Shows the contract of what all requests so far have used, and saves it as a file. */
export function ContractDialog({ onClose }: { readonly onClose: () => void }) {
  const [recorded, setRecorded] = useState<Awaited<ReturnType<typeof record>>>();
  const { isBusy, run } = useAction();
  return (
    <Dialog title="Contract" onClose={onClose}>
      <p>What the requests to all sandboxes use, as a Pact contract that providers can verify.</p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          const data = new FormData(event.currentTarget);
          const [consumer, needs] = ['consumer', 'needs'].map((name) => String(data.get(name)));
          run(async () => setRecorded(await record(consumer ?? '', needs ?? '')));
        }}
      >
        <Field label="Consumer" hint="The app that sends the requests, such as shop">
          <input name="consumer" autocomplete="off" spellcheck={false} required />
        </Field>
        <Field label="Needs" hint="The fields that it reads, such as Pet=id,name; all if empty">
          <input name="needs" autocomplete="off" spellcheck={false} />
        </Field>
        <Button type="submit" disabled={isBusy}>
          Show
        </Button>
      </form>
      {recorded && (
        <div class="stack">
          <List title="In the contract" lines={recorded.uses} />
          <div class="row">
            <Button kind="primary" onClick={() => download(recorded.text, recorded.file)}>
              Save {recorded.file}
            </Button>
          </div>
          {recorded.leftOut.length > 0 && <List title="Left out" lines={recorded.leftOut} />}
        </div>
      )}
    </Dialog>
  );
}
