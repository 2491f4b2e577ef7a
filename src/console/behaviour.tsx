import {
  openPointNames,
  openPoints,
  type ProfileName,
  profileNames,
  resolveChoices,
} from '../document/open-points.js';
import { type AllowedNote, allowableNotes } from '../engine/notes.js';
import type { SandboxSettings } from '../engine/sandbox.js';
import type { SettingsChange } from '../server/admin/schemas.js';
import { findProfile, putSettings } from './active.js';
import { ClockPanel } from './clock.js';
import { Field, Select, Table } from './components.js';
import type { ViewProps } from './router.js';
import { SectionLink } from './section.js';
import { known, run } from './simulator.js';

interface SettingsProps {
  readonly settings: SandboxSettings;
  readonly onChange: (changed: SettingsChange) => void;
}

/** From where and when the choices were learned, and why some were not. */
function Learned() {
  const { from, at, unset, beyond } = known.info?.learned ?? {};
  if (from === undefined) {
    return null;
  }
  return (
    <section aria-label="Learned">
      <p>
        The simulator started with choices learned from <b>{from}</b>
        {at && ` on ${new Date(at).toLocaleString()}`}.
      </p>
      {Object.entries({ ...unset, ...beyond }).map(([point, reason]) => (
        <p key={point} class="faint">
          Not learned: <code>{point}</code>: {String(reason)}
        </p>
      ))}
    </section>
  );
}

/** The notes that tests expect: they fail no run. */
function AllowedNotes({ settings: { allow }, onChange }: SettingsProps) {
  const toggle = (note: AllowedNote, isAllowed: boolean) =>
    onChange({ allow: isAllowed ? [...allow, note] : allow.filter((other) => other !== note) });
  return (
    <details>
      <summary>Allowed notes: {allow.length === 0 ? 'none' : [...allow].sort().join(', ')}</summary>
      <p class="faint">
        Notes that you expect. Responses still have them, and --fail-on ignores them. Notes of
        --allow stay allowed.
      </p>
      <fieldset class="row" aria-label="Notes of a kind, or on single open points">
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

const start = resolveChoices('default');

/** How a sandbox behaves where the document is silent: choices, clock, and allowed notes. */
export function Behaviour({ sandbox, active: { settings, clock } }: ViewProps) {
  const onChange = (changed: SettingsChange) => run(() => putSettings(sandbox, changed));
  const { choices } = settings;
  return (
    <>
      <Learned />
      <div class="row">
        <Field label="Profile">
          <Select
            selected={findProfile(settings) ?? 'own choices'}
            values={profileNames}
            onSelect={(profile) => onChange({ choices: resolveChoices(profile as ProfileName) })}
          />
        </Field>
      </div>
      <Table
        label="Choices for open points"
        columns={['Open point', 'Choice', 'The document is silent on', 'Section']}
      >
        {openPointNames.map((point) => (
          <tr key={point}>
            <th scope="row">{point}</th>
            <td>
              <Select
                aria-label={point}
                class={choices[point] === start[point] ? '' : 'lit'}
                selected={choices[point]}
                values={openPoints[point].choices}
                onSelect={(choice) => onChange({ choices: { [point]: choice } })}
              />
            </td>
            <td>{openPoints[point].silent}</td>
            <td>
              <SectionLink section={openPoints[point].section} />
            </td>
          </tr>
        ))}
      </Table>
      <AllowedNotes {...{ settings, onChange }} />
      <ClockPanel sandbox={sandbox} clock={clock} />
    </>
  );
}
