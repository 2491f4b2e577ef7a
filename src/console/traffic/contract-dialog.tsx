import { useState } from 'preact/hooks';
import { admin, call, type Schemas } from '../api.js';
import { Button, download } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { Field } from '../components/field.js';
import { useAction } from '../hooks.js';

/** A contract, and what is not in it. */
interface Recorded {
  readonly consumer: string;
  /** The file, byte for byte. */
  readonly text: string;
  readonly leftOut: readonly Schemas['LeftOut'][];
}

async function record(consumer: string, needs: string): Promise<Recorded> {
  const query = { consumer, ...(needs !== '' && { needs }) };
  // As text: no number is parsed.
  const text = await call<unknown>(admin.GET('/pact', { params: { query }, parseAs: 'text' }));
  const { leftOut } = await call(admin.GET('/pact/left-out'));
  return { consumer, text: String(text), leftOut };
}

/** The sentences of the interactions. */
const listUses = (text: string): string[] =>
  JSON.parse(text).interactions.map(({ description }: { description: string }) => description);

function Uses({ recorded: { consumer, text, leftOut } }: { readonly recorded: Recorded }) {
  const uses = listUses(text);
  return (
    <div class="stack">
      <section class="panel" aria-label="In the contract">
        <h3>In the contract: {uses.length}</h3>
        <ul>
          {uses.map((use) => (
            <li key={use}>{use}</li>
          ))}
        </ul>
        <Button kind="primary" onClick={() => download(text, `${consumer}.json`)}>
          Save {consumer}.json
        </Button>
      </section>
      {leftOut.length > 0 && (
        <section class="panel" aria-label="Left out">
          <h3>Left out: {leftOut.length}</h3>
          <ul>
            {leftOut.map(({ request, reason }) => (
              <li key={`${request} ${reason}`}>
                <code>{request}</code>: {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** Shows the contract of what all requests so far have used, and saves it as a file. */
export function ContractDialog({ onClose }: { readonly onClose: () => void }) {
  const [recorded, setRecorded] = useState<Recorded>();
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
      {recorded && <Uses recorded={recorded} />}
    </Dialog>
  );
}
