import { openPointNames } from '../../engine/choices/open-points.js';
import type { Schemas } from '../api.js';
import { Button } from '../components/button.js';
import { Field } from '../components/field.js';

type AllowedNotesList = Schemas['Settings']['allow'];

/** The kinds of notes that can be allowed; each stands for all its notes. */
const kinds = ['open', 'deprecated', 'violation'] as const;

interface LatencyProps {
  /** As the option `--latency` writes it. */
  readonly latency: string;
  readonly isBusy: boolean;
  readonly onChange: (latency: string) => void;
}

/** How long every response takes. */
export function LatencyForm({ latency, isBusy, onChange }: LatencyProps) {
  return (
    <section class="panel" aria-labelledby="latency">
      <h2 id="latency">Latency</h2>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          onChange(String(new FormData(event.currentTarget).get('latency')));
        }}
      >
        <Field label="Milliseconds: 200, 100-300 or lognormal:120,400">
          <input key={latency} name="latency" defaultValue={latency} autocomplete="off" required />
        </Field>
        <Button type="submit" disabled={isBusy}>
          Set the latency
        </Button>
      </form>
    </section>
  );
}

interface AllowedNotesProps {
  readonly allow: AllowedNotesList;
  readonly isBusy: boolean;
  readonly onChange: (allow: AllowedNotesList) => void;
}

/** The notes that tests expect: they fail no run. */
export function AllowedNotes({ allow, isBusy, onChange }: AllowedNotesProps) {
  const toggle = (note: AllowedNotesList[number], isAllowed: boolean) =>
    onChange(isAllowed ? [...allow, note] : allow.filter((other) => other !== note));
  return (
    <details class="panel">
      <summary>Allowed notes: {allow.length === 0 ? 'none' : [...allow].sort().join(', ')}</summary>
      <p class="quiet">
        Notes that you expect. Responses still have them, and --fail-on ignores them. Notes of
        --allow stay allowed.
      </p>
      <fieldset class="choice-row" disabled={isBusy}>
        <legend>Allow all notes of a kind, or on single open points</legend>
        {[...kinds, ...openPointNames].map((note) => (
          <label key={note}>
            <input
              type="checkbox"
              checked={allow.includes(note)}
              onChange={({ currentTarget }) => toggle(note, currentTarget.checked)}
            />
            {note}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
