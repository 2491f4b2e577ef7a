import {
  type OpenPoint,
  openPointNames,
  openPoints,
  type ProfileName,
  profileNames,
  resolveChoices,
} from '../../engine/choices/open-points.js';
import type { Schemas } from '../api.js';
import { SectionLink } from '../components/section.js';
import { Table } from '../components/table.js';
import { Tag } from '../components/tag.js';

type AllChoices = Schemas['Settings']['choices'];

interface ChoicesProps {
  readonly choices: AllChoices;
  readonly isBusy: boolean;
  readonly onChange: (choices: AllChoices) => void;
}

function isSame(choices: AllChoices, profile: ProfileName): boolean {
  const others = resolveChoices(profile);
  return openPointNames.every((point) => choices[point] === others[point]);
}

/** Selects a profile; none is selected while single choices differ from all of them. */
export function ProfilePicker({ choices, isBusy, onChange }: ChoicesProps) {
  const current = profileNames.find((profile) => isSame(choices, profile));
  return (
    <fieldset class="choice-row" disabled={isBusy}>
      <legend>Profile</legend>
      {profileNames.map((profile) => (
        <label key={profile}>
          <input
            type="radio"
            name="profile"
            checked={profile === current}
            onChange={() => onChange(resolveChoices(profile))}
          />
          {profile}
        </label>
      ))}
      {current === undefined && <Tag kind="open">own choices</Tag>}
    </fieldset>
  );
}

function ChoiceSelect({
  point,
  choices,
  isBusy,
  onChange,
}: ChoicesProps & { readonly point: OpenPoint }) {
  return (
    <select
      aria-label={point}
      value={choices[point]}
      disabled={isBusy}
      onChange={({ currentTarget }) => onChange({ ...choices, [point]: currentTarget.value })}
    >
      {openPoints[point].choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  );
}

/** The choice for every open point, with the section that is silent. */
export function OpenPointTable(props: ChoicesProps) {
  const start = resolveChoices('default');
  return (
    <Table
      caption="Choices for open points"
      columns={['Open point', 'Choice', 'The document is silent on', 'Section']}
    >
      {openPointNames.map((point) => (
        <tr key={point} class={props.choices[point] === start[point] ? undefined : 'changed'}>
          <th scope="row">{point}</th>
          <td>
            <ChoiceSelect point={point} {...props} />
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
