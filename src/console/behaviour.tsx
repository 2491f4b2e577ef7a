import {
  openPointNames,
  openPoints,
  type ProfileName,
  profileNames,
  resolveChoices,
} from '../document/open-points.js';
import { type AllowedNote, allowableNotes } from '../engine/notes.js';
import type { SettingsChange } from '../server/admin/schemas.js';
import { findProfile, putSettings } from './active.js';
import { ClockPanel } from './clock.js';
import { Select, Table } from './components.js';
import type { ViewProps } from './router.js';
import { SectionLink } from './section.js';
import { known, run } from './simulator.js';

/** How a sandbox behaves where the document is silent: choices, clock, and allowed notes. */
export function Behaviour({ sandbox, active: { settings, clock } }: ViewProps) {
  const onChange = (changed: SettingsChange) => run(() => putSettings(sandbox, changed));
  const { choices, allow } = settings;
  const learned = known.info?.learned;
  const toggle = (note: AllowedNote, isAllowed: boolean) =>
    onChange({ allow: isAllowed ? [...allow, note] : allow.filter((other) => other !== note) });
  return (
    <>
      {learned?.from && (
        <section aria-label="Learned">
          <p>
            The simulator started with choices learned from <b>{learned.from}</b>
            {learned.at && ` on ${new Date(learned.at).toLocaleString()}`}.
          </p>
          {Object.entries({ ...learned.unset, ...learned.beyond }).map(([point, reason]) => (
            <p key={point} class="faint">
              Not learned: <code>{point}</code>: {reason}
            </p>
          ))}
        </section>
      )}
      <div class="row">
        <Select
          label="Profile"
          selected={findProfile(settings) ?? 'own choices'}
          values={profileNames}
          onSelect={(profile) => onChange({ choices: resolveChoices(profile as ProfileName) })}
        />
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
                class={choices[point] === openPoints[point].choices[0] ? '' : 'lit'}
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
      <details>
        <summary>Allowed notes: {[...allow].sort().join(', ') || 'none'}</summary>
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
      <ClockPanel sandbox={sandbox} clock={clock} />
    </>
  );
}
