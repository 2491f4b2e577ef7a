import { openPointNames } from '../../engine/choices/open-points.js';
import { Field } from '../components/field.js';
import { answerKinds } from './log.js';

/** The values and what is shown for them. */
type Options = readonly (readonly [value: string, text: string])[];

const toOptions = (values: readonly string[]): Options => values.map((value) => [value, value]);

const operations = toOptions(['listPets', 'getPet', 'createPet']);
const notes = toOptions([...answerKinds, 'deprecated', 'scenario', ...openPointNames]);
const statuses: Options = [
  ['failed', 'failures: 4xx, 5xx, faults'],
  ['2', '2xx'],
  ['4', '4xx'],
  ['5', '5xx'],
  ...toOptions('200 201 204 400 401 404 405 410 413 415 429 500 501 502 503 504'.split(' ')),
];

interface SelectProps {
  readonly label: string;
  readonly value: string | null;
  readonly options: Options;
  readonly onSelect: (value: string) => void;
}

function Select({ label, value, options, onSelect }: SelectProps) {
  return (
    <Field label={label}>
      <select value={value ?? ''} onChange={({ currentTarget }) => onSelect(currentTarget.value)}>
        <option value="">all</option>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface FiltersProps {
  /** The filters that are set, as in the URL: `operation`, `status`, `note`. */
  readonly parameters: URLSearchParams;
  readonly onChange: (parameters: Readonly<Record<string, string>>) => void;
}

/** Selects which exchanges are listed. */
export function Filters({ parameters, onChange }: FiltersProps) {
  const select = (name: string) => (value: string) => {
    const changed = new Map(parameters).set(name, value);
    onChange(Object.fromEntries([...changed].filter(([, one]) => one !== '')));
  };
  const get = (name: string) => parameters.get(name);
  return (
    <>
      <Select
        label="Operation"
        value={get('operation')}
        options={operations}
        onSelect={select('operation')}
      />
      <Select label="Status" value={get('status')} options={statuses} onSelect={select('status')} />
      <Select label="Note" value={get('note')} options={notes} onSelect={select('note')} />
    </>
  );
}
