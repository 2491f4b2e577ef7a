import { openPointNames } from '../../document/open-points.js';
import { formatLatency } from '../../engine/latency.js';
import { Button } from '../components/button.js';
import { Field } from '../components/field.js';
import type { AllowedNote } from '../types.js';
import type { SettingsProps } from './choices.js';

/** The kinds of notes that can be allowed; each stands for all its notes. */
const kinds = ['open', 'deprecated', 'violation'] as const;

/** How long every response takes. */
export function LatencyForm({ settings, isBusy, onChange }: SettingsProps) {
  const latency = formatLatency(settings.latency);
  return (
    <section class="panel" aria-labelledby="latency">
      <h2 id="latency">Latency</h2>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          onChange({}, String(new FormData(event.currentTarget).get('latency')));
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

/** The notes that tests expect: they fail no run. */
export function AllowedNotes({ settings: { allow }, isBusy, onChange }: SettingsProps) {
  const toggle = (note: AllowedNote, isAllowed: boolean) =>
    onChange({ allow: isAllowed ? [...allow, note] : allow.filter((other) => other !== note) });
  return (
    <details class="panel">
      <summary>Allowed notes: {allow.length === 0 ? 'none' : [...allow].sort().join(', ')}</summary>
      <p class="quiet">
        Notes that you expect. Responses still have them, and --fail-on ignores them. Notes of
        --allow stay allowed.
      </p>
      <fieldset class="row" disabled={isBusy}>
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
