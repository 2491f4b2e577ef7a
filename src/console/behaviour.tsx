import { formatCount } from '../base/text.js';
import {
  openPointNames,
  openPoints,
  type ProfileName,
  profileNames,
  resolveChoices,
} from '../document/open-points.js';
import { allowableNotes } from '../engine/notes.js';
import type { SandboxSettings } from '../engine/sandbox.js';
import type { SettingsChange } from '../server/admin/schemas.js';
import { findChanged, findProfile, putSettings, toggleNote } from './active.js';
import { ClockCard } from './clock.js';
import { Chips, Details, Empty, Search, Segments, Select, Table, View } from './components.js';
import { findPoints, groups, groupTexts } from './points.js';
import { setParameters, type ViewProps } from './router.js';
import { SectionLink } from './section.js';
import { known, run } from './simulator.js';

interface CardProps {
  settings: SandboxSettings;
  onChange: (changed: SettingsChange) => Promise<void>;
}

function ProfileCard({ settings, onChange }: CardProps) {
  const { allow } = settings;
  const { name, changed } = findProfile(settings);
  return (
    <section class="card" aria-label="Profile">
      <h2>Profile</h2>
      <Segments
        label="Profile"
        chosen={changed.length === 0 ? name : undefined}
        segments={profileNames.map((profile) => [profile])}
        onPick={(profile) => onChange({ choices: resolveChoices(profile as ProfileName) })}
      />
      <p class="soft">
        {changed.length > 0 && [
          'Own choices: ',
          <b>{name}</b>,
          ` with ${changed.length} changed. `,
        ]}
        A profile sets all {openPointNames.length}.
      </p>
      <Details title={`Allowed notes: ${[...allow].sort().join(', ') || 'none'}`}>
        <p class="soft">
          Notes that you expect. Responses still have them; <code>--fail-on</code> ignores them.
          Notes of <code>--allow</code> stay allowed.
        </p>
        <fieldset class="row" aria-label="Allowed notes">
          {allowableNotes.map((note) => (
            <label key={note} class="row">
              <input
                type="checkbox"
                checked={allow.includes(note)}
                onChange={() => onChange({ allow: toggleNote(allow, note) })}
              />
              {note}
            </label>
          ))}
        </fieldset>
      </Details>
    </section>
  );
}

/** The source of the choices, if a service was asked. */
function LearnedChoices() {
  const { learned } = known.info ?? {};
  const reasons = Object.entries({ ...learned?.unset, ...learned?.beyond });
  return (
    <section class="bar" aria-label="Learned">
      <p>
        Started with choices learned from <b>{learned?.from}</b>
        {learned?.at && ` on ${new Date(learned.at).toLocaleString()}`}.
      </p>
      {reasons.length > 0 && (
        <Details title={`${formatCount(reasons.length, 'point')} not learned`}>
          {reasons.map(([point, reason]) => (
            <p key={point} class="soft">
              <code>{point}</code>: {reason}
            </p>
          ))}
        </Details>
      )}
    </section>
  );
}

/** The behaviour of a sandbox where the document is silent: choices, clock, and allowed notes. */
export function Behaviour({ sandbox, parameters, active: { settings, clock } }: ViewProps) {
  const { search = '', group = '' } = parameters;
  const onChange = (changed: SettingsChange) => run(() => putSettings(sandbox, changed));
  const { choices } = settings;
  const changed = findChanged(settings, 'default');
  const count = (one: string) =>
    findPoints(changed, one, search).reduce((sum, [, points]) => sum + points.length, 0);
  const found = findPoints(changed, group, search);
  const note = [
    'What ',
    <b>{sandbox}</b>,
    ' does where the document is silent, and what time it is there.',
  ];
  return (
    <View title="Behaviour" note={note}>
      {known.info?.learned?.from && <LearnedChoices />}
      <div class="cards">
        <ProfileCard {...{ settings, onChange }} />
        <ClockCard {...{ sandbox, clock }} />
      </div>
      <section aria-label="Open points">
        <div class="bar">
          <h2>Open points</h2>
          <Search label="Search open points" placeholder="Search" />
          <Chips
            parameter="group"
            chips={[
              ['', 'all', count('')],
              ['changed', 'changed', count('changed'), 'rule'],
              ...groups.map((one) => [one, groupTexts[one] ?? one, count(one)] as const),
            ]}
          />
        </div>
        {found.length === 0 ? (
          <Empty
            icon="search"
            title="No open point is like this"
            action={[
              `Show all ${openPointNames.length}`,
              () => setParameters({ search: '', group: '' }),
            ]}
          />
        ) : (
          <Table
            class="points"
            columns={[
              ['c-point', 'Open point'],
              ['c-choice', 'Choice'],
              ['c-silent', 'The document is silent on'],
              ['c-section number', 'Section'],
            ]}
          >
            {found.map(([one, points]) => (
              <tbody key={one}>
                <tr class="group">
                  <th scope="rowgroup" colSpan={4}>
                    {groupTexts[one] ?? one}
                  </th>
                </tr>
                {points.map((point) => (
                  <tr key={point}>
                    <th scope="row" class="c-point" title={point}>
                      {point}
                    </th>
                    <td class="c-choice">
                      <Select
                        aria-label={point}
                        class={changed.includes(point) ? 'set' : ''}
                        selected={choices[point]}
                        values={openPoints[point].choices}
                        onPick={(choice) => onChange({ choices: { [point]: choice } })}
                      />
                    </td>
                    <td class="c-silent" title={openPoints[point].silent}>
                      {openPoints[point].silent}
                    </td>
                    <td class="c-section number">
                      <SectionLink section={openPoints[point].section} />
                    </td>
                  </tr>
                ))}
              </tbody>
            ))}
          </Table>
        )}
      </section>
    </View>
  );
}
