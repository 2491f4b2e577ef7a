import { useEffect, useRef, useState } from 'preact/hooks';
import { admin, call, inSandbox, type Schemas } from '../../api.js';
import { Button, download } from '../../components/button.js';
import { Field } from '../../components/field.js';
import { describeError, notify } from '../../components/toast.js';
import { useAction } from '../../hooks.js';

const ownStart = 'as the simulator started';
const fixtures = ['default', 'empty', 'every-status', 'large-ids', 'tricky-names'];

interface StartOverProps {
  readonly sandbox: string;
  readonly onChanged: () => void;
}

/** Takes a file that is dropped anywhere: beside a target, the browser would leave the page for it. */
function useDroppedFile(onFile: (file: File | undefined) => void): void {
  const handler = useRef(onFile);
  handler.current = onFile;
  useEffect(() => {
    const onDragOver = (event: DragEvent) => event.preventDefault();
    const onDrop = (event: DragEvent) => {
      event.preventDefault();
      handler.current(event.dataTransfer?.files[0]);
    };
    addEventListener('dragover', onDragOver);
    addEventListener('drop', onDrop);
    return () => {
      removeEventListener('dragover', onDragOver);
      removeEventListener('drop', onDrop);
    };
  }, []);
}

/** Resets a sandbox, and reads and writes its snapshots, also by drag and drop. */
export function StartOver({ sandbox, onChanged }: StartOverProps) {
  const { isBusy, run } = useAction();
  const [fixture, setFixture] = useState(ownStart);
  const file = useRef<HTMLInputElement>(null);
  const reset = () =>
    run(async () => {
      const body = fixture === ownStart ? {} : { fixture };
      await call(admin.POST('/reset', { ...inSandbox(sandbox), body }));
      notify(`Reset the sandbox ${sandbox}.`);
      onChanged();
    });
  const save = () =>
    run(async () => {
      // As text: no number is parsed.
      const snapshot = call<unknown>(
        admin.GET('/state', { ...inSandbox(sandbox), parseAs: 'text' }),
      );
      download(String(await snapshot), `${sandbox}.json`);
    });
  const restore = (chosen: File | undefined) =>
    run(async () => {
      if (chosen !== undefined) {
        const body = chosen as unknown as Schemas['Snapshot'];
        const sent = { body, bodySerializer: () => chosen };
        await call(admin.PUT('/state', { ...inSandbox(sandbox), ...sent })).catch((cause) => {
          throw new Error(`${chosen.name} was not restored. ${describeError(cause)}`);
        });
        notify(`Restored ${chosen.name}.`);
        onChanged();
      }
    });
  useDroppedFile(restore);
  return (
    <section class="panel" aria-label="Start over">
      <h2>Start over</h2>
      <div class="row">
        <Field label="Reset to">
          <select value={fixture} onChange={({ currentTarget }) => setFixture(currentTarget.value)}>
            {[ownStart, ...fixtures].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </Field>
        <Button disabled={isBusy} onClick={reset}>
          Reset
        </Button>
        <Button disabled={isBusy} onClick={save}>
          Save a snapshot
        </Button>
        <Field label="Restore a snapshot: choose a file, or drop it on this page">
          <input
            ref={file}
            type="file"
            accept=".json,application/json"
            onChange={async ({ currentTarget }) => {
              await restore(currentTarget.files?.[0]);
              // The same file can be chosen again.
              if (file.current !== null) {
                file.current.value = '';
              }
            }}
          />
        </Field>
      </div>
    </section>
  );
}
