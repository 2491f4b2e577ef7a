import { openPointNames } from '../../engine/choices/open-points.js';
import { Field } from '../components/field.js';
import { answerKinds } from './log.js';

const operations = ['listPets', 'getPet', 'createPet'];
const statuses: Readonly<Record<string, string>> = {
  '2': '2xx',
  '4': '4xx',
  '5': '5xx',
  ...Object.fromEntries(
    [
      '200',
      '201',
      '204',
      '400',
      '401',
      '404',
      '405',
      '410',
      '413',
      '415',
      '429',
      '500',
      '501',
      '502',
      '503',
      '504',
    ].map((status) => [status, status]),
  ),
};

interface SelectProps {
  readonly label: string;
  readonly value: string | null;
  /** The values and what is shown for them. */
  readonly options: Readonly<Record<string, string>>;
  readonly onSelect: (value: string) => void;
}

function Select({ label, value, options, onSelect }: SelectProps) {
  return (
    <Field label={label}>
      <select value={value ?? ''} onChange={({ currentTarget }) => onSelect(currentTarget.value)}>
        <option value="">all</option>
        {Object.entries(options).map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

const sameTexts = (values: readonly string[]) =>
  Object.fromEntries(values.map((value) => [value, value]));

const notes = sameTexts([...answerKinds, 'deprecated', 'scenario', ...openPointNames]);

interface FiltersProps {
  readonly sandbox: string;
  /** The filters that are set, as in the URL: `only`, `operation`, `status`, `note`. */
  readonly parameters: URLSearchParams;
  readonly onChange: (parameters: Readonly<Record<string, string>>) => void;
}

/** Selects which exchanges are listed. */
export function Filters({ sandbox, parameters, onChange }: FiltersProps) {
  const select = (name: string) => (value: string) => {
    const changed = new Map(parameters).set(name, value);
    onChange(Object.fromEntries([...changed].filter(([, one]) => one !== '')));
  };
  const get = (name: string) => parameters.get(name);
  return (
    <>
      <Select
        label="Sandboxes"
        value={get('only')}
        options={{ sandbox }}
        onSelect={select('only')}
      />
      <Select
        label="Operation"
        value={get('operation')}
        options={sameTexts(operations)}
        onSelect={select('operation')}
      />
      <Select label="Status" value={get('status')} options={statuses} onSelect={select('status')} />
      <Select label="Note" value={get('note')} options={notes} onSelect={select('note')} />
    </>
  );
}
