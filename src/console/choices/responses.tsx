import { useState } from 'preact/hooks';
import { openPointNames } from '../../engine/choices/open-points.js';
import type { Schemas } from '../api.js';
import { Button } from '../components/button.js';
import { Field } from '../components/field.js';

type Settings = Schemas['Settings'];

/** The kinds of notes that can be allowed; each stands for all its notes. */
const kinds = ['open', 'deprecated', 'violation'] as const;

interface SettingsProps {
  readonly settings: Settings;
  readonly isBusy: boolean;
  readonly onChange: (change: Partial<Settings>) => void;
}

/** How long every response takes. */
export function LatencyForm({ settings, isBusy, onChange }: SettingsProps) {
  const { from, to } = settings.latency;
  const [error, setError] = useState<string>();
  const save = (form: HTMLFormElement) => {
    const data = new FormData(form);
    const latency = { from: Number(data.get('from')), to: Number(data.get('to')) };
    const isRange = latency.from <= latency.to;
    setError(isRange ? undefined : 'The longest must not be shorter than the shortest.');
    if (isRange) {
      onChange({ latency });
    }
  };
  const limits = { type: 'number', min: 0, max: 60_000, step: 1, required: true } as const;
  return (
    <section class="panel" aria-labelledby="latency">
      <h2 id="latency">Latency</h2>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          save(event.currentTarget);
        }}
      >
        <Field label="Shortest (ms)">
          <input key={`from-${from}`} name="from" {...limits} defaultValue={from} />
        </Field>
        <Field label="Longest (ms)" error={error}>
          <input key={`to-${to}`} name="to" {...limits} defaultValue={to} />
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
  const toggle = (note: Settings['allow'][number], isAllowed: boolean) =>
    onChange({ allow: isAllowed ? [...allow, note] : allow.filter((other) => other !== note) });
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
