import {
  type Choices,
  openPointNames,
  openPoints,
  type ProfileName,
  profileNames,
  resolveChoices,
} from '../../document/open-points.js';
import { Options } from '../components/field.js';
import { SectionLink } from '../components/section.js';
import { Table } from '../components/table.js';
import { Tag } from '../traffic/kinds.js';
import type { SettingsProps } from './choices.js';

function isSame(choices: Choices, profile: ProfileName): boolean {
  const others = resolveChoices(profile);
  return openPointNames.every((point) => choices[point] === others[point]);
}

/** Selects a profile; none is selected while single choices differ from all of them. */
export function ProfilePicker({ settings: { choices }, isBusy, onChange }: SettingsProps) {
  const current = profileNames.find((profile) => isSame(choices, profile));
  return (
    <fieldset class="row" disabled={isBusy}>
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
      {current === undefined && <Tag kind="open">own choices</Tag>}
    </fieldset>
  );
}

/** The choice for every open point, with the section that is silent. */
export function OpenPointTable({ settings: { choices }, isBusy, onChange }: SettingsProps) {
  const start = resolveChoices('default');
  return (
    <Table
      caption="Choices for open points"
      columns={['Open point', 'Choice', 'The document is silent on', 'Section']}
    >
      {openPointNames.map((point) => (
        <tr key={point} class={choices[point] === start[point] ? undefined : 'changed'}>
          <th scope="row">{point}</th>
          <td>
            <select
              aria-label={point}
              value={choices[point]}
              disabled={isBusy}
              onChange={({ currentTarget }) =>
                onChange({ choices: { ...choices, [point]: currentTarget.value } })
              }
            >
              <Options selected={choices[point]} values={openPoints[point].choices} />
            </select>
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
