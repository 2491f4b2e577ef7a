import { useState } from 'preact/hooks';
import { call, callText } from '../api.js';
import { Button, download } from '../components/button.js';
import { Field, Select } from '../components/field.js';
import { describeError, notify } from '../components/toast.js';
import { useAction } from '../hooks.js';

const ownStart = 'as the simulator started';
const fixtures = ['default', 'empty', 'every-status', 'large-ids', 'tricky-names'];

/** Resets a sandbox, and reads and writes its snapshots. */
export function StartOver({ sandbox }: { readonly sandbox: string }) {
  const { isBusy, run } = useAction();
  const [fixture, setFixture] = useState(ownStart);
  const reset = () =>
    run(async () => {
      await call('POST /reset', sandbox, { body: fixture === ownStart ? {} : { fixture } });
      notify(`Reset the sandbox ${sandbox}.`);
    });
  // As text: no number is parsed.
  const save = () =>
    run(async () => download(await callText('GET /state', sandbox), `${sandbox}.json`));
  const restore = (file: File | undefined) =>
    run(async () => {
      if (file !== undefined) {
        await call('PUT /state', sandbox, { body: file }).catch((cause) => {
          throw new Error(`${file.name} was not restored. ${describeError(cause)}`);
        });
        notify(`Restored ${file.name}.`);
      }
    });
  return (
    <section class="panel" aria-label="Start over">
      <h2>Start over</h2>
      <div class="row">
        <Select
          label="Reset to"
          selected={fixture}
          values={[ownStart, ...fixtures]}
          onSelect={setFixture}
        />
        <Button disabled={isBusy} onClick={reset}>
          Reset
        </Button>
        <Button disabled={isBusy} onClick={save}>
          Save a snapshot
        </Button>
        <Field label="Restore a snapshot: choose a file, or drop it here">
          <input
            type="file"
            accept=".json,application/json"
            onChange={async ({ currentTarget }) => {
              await restore(currentTarget.files?.[0]);
              // The same file can be chosen again.
              currentTarget.value = '';
            }}
          />
        </Field>
      </div>
    </section>
  );
}
