import {
  openPointNames,
  openPoints,
  profileNames,
  resolveChoices,
} from '../document/open-points.js';
import { formatLatency } from '../engine/latency.js';
import { type AllowedNote, allowableNotes } from '../engine/notes.js';
import type { SandboxSettings } from '../engine/sandbox.js';
import { ClockPanel } from './clock.js';
import { Button, Field, Form, Pending, Select, Table } from './components.js';
import type { ViewProps } from './router.js';
import { SectionLink } from './section.js';
import { call, run, useSandbox } from './simulator.js';

interface SettingsProps {
  readonly settings: SandboxSettings;
  readonly onChange: (changed: Partial<SandboxSettings>) => void;
}

/** The notes that tests expect: they fail no run. */
function AllowedNotes({ settings: { allow }, onChange }: SettingsProps) {
  const toggle = (note: AllowedNote, isAllowed: boolean) =>
    onChange({ allow: isAllowed ? [...allow, note] : allow.filter((other) => other !== note) });
  return (
    <details class="panel">
      <summary>Allowed notes: {allow.length === 0 ? 'none' : [...allow].sort().join(', ')}</summary>
      <p class="faint">
        Notes that you expect. Responses still have them, and --fail-on ignores them. Notes of
        --allow stay allowed.
      </p>
      <fieldset class="row">
        <legend>Allow all notes of a kind, or on single open points</legend>
        {allowableNotes.map((note) => (
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

/** Selects a profile; none is selected while single choices differ from all of them. */
function ProfilePicker({ settings: { choices }, onChange }: SettingsProps) {
  const current = profileNames.find((profile) => {
    const others = resolveChoices(profile);
    return openPointNames.every((point) => choices[point] === others[point]);
  });
  return (
    <fieldset class="row">
      <legend>Profile</legend>
      {profileNames.map((profile) => (
        <label key={profile}>
          <input
            type="radio"
            name="profile"
            checked={profile === current}
            onChange={() => onChange({ choices: resolveChoices(profile) })}
          />
          {profile}
        </label>
      ))}
      {current === undefined && <span class="tag open">own choices</span>}
    </fieldset>
  );
}

/** The choice for every open point, with the section that is silent. */
function OpenPointTable({ settings: { choices }, onChange }: SettingsProps) {
  const start = resolveChoices('default');
  return (
    <Table
      label="Choices for open points"
      columns={['Open point', 'Choice', 'The document is silent on', 'Section']}
    >
      {openPointNames.map((point) => (
        <tr key={point} class={choices[point] === start[point] ? undefined : 'changed'}>
          <th scope="row">{point}</th>
          <td>
            <Select
              aria-label={point}
              selected={choices[point]}
              values={openPoints[point].choices}
              onSelect={(choice) => onChange({ choices: { ...choices, [point]: choice } })}
            />
          </td>
          <td>{openPoints[point].silent}</td>
          <td>
            <SectionLink section={openPoints[point].section} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** The settings of a sandbox: choices for open points, clock, latency, and allowed notes. */
export function Choices({ sandbox }: ViewProps) {
  const read = 'GET /settings';
  const { value: settings, error, change } = useSandbox<SandboxSettings>(sandbox, read);
  if (settings === undefined) {
    return <Pending error={error} />;
  }
  const latency = formatLatency(settings.latency);
  // The call replaces all settings, so it has those that stay too: as they are now, not as they are shown.
  const put = async (changed: Partial<SandboxSettings>, newLatency?: string) => {
    const current = await call<SandboxSettings>(read, sandbox);
    const { choices: choose, latency: kept, allow, needs } = { ...current, ...changed };
    const latency = newLatency ?? formatLatency(kept);
    return call('PUT /settings', sandbox, { choose, allow, needs, latency });
  };
  const onChange = (changed: Partial<SandboxSettings>) =>
    void run(() => change({ ...settings, ...changed }, () => put(changed)));
  const parts = { settings, onChange };
  return (
    <>
      <div class="columns">
        <ClockPanel sandbox={sandbox} />
        <div class="stack">
          <section class="panel" aria-label="Latency">
            <h2>Latency</h2>
            <Form onSubmit={(fields) => put({}, fields.latency)}>
              <Field label="Milliseconds: 200, 100-300 or lognormal:120,400">
                <input
                  key={latency}
                  name="latency"
                  defaultValue={latency}
                  autocomplete="off"
                  required
                />
              </Field>
              <Button type="submit">Set the latency</Button>
            </Form>
          </section>
          <AllowedNotes {...parts} />
        </div>
      </div>
      <ProfilePicker {...parts} />
      <OpenPointTable {...parts} />
    </>
  );
}
