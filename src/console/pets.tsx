import { useEffect, useState } from 'preact/hooks';
import { largestInt64, smallestInt64 } from '../base/int64.js';
import { SimulatorError } from '../document/errors.js';
import { newPetFields, type PetField, petFields, petStatuses } from '../document/pet.js';
import type { SnapshotPet } from '../engine/pets.js';
import { fixtureNames } from '../options/fixture-names.js';
import type { AdminOutput } from '../server/admin/admin.js';
import {
  actionColumn,
  Button,
  type Column,
  capitalize,
  closePopover,
  download,
  Empty,
  Field,
  FieldError,
  Form,
  IconButton,
  Menu,
  Pending,
  readForm,
  Search,
  Select,
  Table,
  View,
} from './components.js';
import { type Fields, formatQuery, formatRoute, setParameters, type ViewProps } from './router.js';
import { call, callText, findVersion, known, notify, run, useLoaded } from './simulator.js';

const maxRows = 50;

/** For a select: the statuses of a pet, and what stands for none. */
const statusOptions = [['', 'no status'], ...petStatuses] as const;

const labelField = ({ name }: PetField) => capitalize(name.replace(/(?<=.)Id$/, ''));

const columnNames: Readonly<Record<string, string>> = { categoryId: 'category', status: 'pet' };
const classOf = ({ name }: PetField) => `c-${columnNames[name] ?? name}`;

/** Describes the mistake in a value that a person typed, if it has one. */
export function findMistake({ kind }: PetField, value = ''): string | undefined {
  if (kind !== 'int64' || value === '') {
    return undefined;
  }
  const isNumber = /^-?\d+$/.test(value);
  return isNumber && BigInt(value) >= smallestInt64 && BigInt(value) <= largestInt64
    ? undefined
    : `A whole number, such as 7${isNumber ? ', of at most 64 bits' : ''}.`;
}

/** The pet that the fields of a form stand for. What is empty stays out, except for a name. */
export const readPetForm = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => value || name === 'name'));

/** The change of a field that a person empties or fills. */
export const readChange = ({ name, isRequired }: PetField, value: string) => ({
  [name]: value || (isRequired ? '' : null),
});

function StartOver({ sandbox }: { sandbox: string }) {
  const reset = async ({ fixture }: Fields) => {
    await call('POST /reset', sandbox, { fixture: fixture || undefined });
    closePopover();
    notify(`Reset the sandbox ${sandbox}.`);
  };
  // As text: no number is parsed.
  const save = async () => download(await callText('GET /state', sandbox), `${sandbox}.json`);
  const restore = async (file: File) => {
    closePopover();
    await call('PUT /state', sandbox, file).catch(({ message }: Error) => {
      throw new Error(`${file.name} was not restored. ${message}`);
    });
    notify(`Restored ${file.name}.`);
  };
  return (
    <div class="row">
      <Menu icon="again" text="Reset" label="Reset the sandbox">
        <Form class="" send={reset}>
          <Field label={['Reset the pets, rules, clock and journal of ', <b>{sandbox}</b>, ' to']}>
            <Select
              name="fixture"
              selected=""
              values={[['', 'as the simulator started'], ...fixtureNames]}
            />
          </Field>
          <Button class="danger" type="submit">
            Reset
          </Button>
        </Form>
      </Menu>
      <Menu icon="box" text="Snapshots" label="Snapshots">
        <Form class="">
          <Button icon="save" onClick={() => run(save)}>
            Save a snapshot
          </Button>
          <Field
            label="Restore a snapshot: choose a file, or drop it here"
            type="file"
            accept=".json,application/json"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file !== undefined) {
                void run(() => restore(file));
              }
              // Now the same file can be chosen again.
              currentTarget.value = '';
            }}
          />
        </Form>
      </Menu>
    </div>
  );
}

/** The mistakes of a row, by the names of its fields. */
type Mistakes = Partial<Record<PetField['name'], string>>;

interface PetCellProps {
  field: PetField;
  label: string;
  value: string;
  mistakes: Mistakes;
  form?: string;
  onChange?: (value: string) => void;
}

/** A field of a pet, with a mistake below. Identifiers are text, which keeps all their digits. */
function PetCell({ field, label, value, mistakes, form, onChange }: PetCellProps) {
  const { name, kind } = field;
  const [Cell, scope] = name === 'id' ? (['th', 'row'] as const) : (['td'] as const);
  const { [name]: mistake } = mistakes;
  const given = { name, form, 'aria-label': label };
  return (
    <Cell
      scope={scope}
      class={classOf(field)}
      onChange={({ target }: Event) => onChange?.((target as HTMLInputElement).value)}
    >
      {kind === 'status' ? (
        <Select {...given} selected={value} values={statusOptions} />
      ) : (
        <input
          {...given}
          key={value}
          class={`input ${name === 'id' ? 'mono' : ''}`}
          autocomplete="off"
          dir={kind === 'text' ? 'auto' : undefined}
          inputMode={kind === 'int64' ? 'numeric' : undefined}
          defaultValue={value}
          placeholder={form && placeholders[name]}
          aria-invalid={mistake ? true : undefined}
        />
      )}
      {mistake && <FieldError>{mistake}</FieldError>}
    </Cell>
  );
}

const newPetForm = 'new-pet';
const placeholders: Readonly<Record<string, string>> = { id: 'next id', name: 'New pet' };

function NewPetRow({ sandbox }: { sandbox: string }) {
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const add = async (form: HTMLFormElement) => {
    const fields = readForm(form);
    const mistaken = petFields.find((field) => findMistake(field, fields[field.name]));
    setMistakes(mistaken ? { [mistaken.name]: findMistake(mistaken, fields[mistaken.name]) } : {});
    if (mistaken) {
      return;
    }
    try {
      const pet = await call<SnapshotPet>('POST /pets', sandbox, readPetForm(fields));
      form.reset();
      const route = formatRoute('pets', { sandbox, search: pet.id });
      notify(`Added pet ${pet.id}.`, 'done', route);
    } catch (thrown) {
      const isUsed = thrown instanceof SimulatorError && thrown.code === 'simulator_conflict';
      setMistakes(
        isUsed ? { id: `Pet ${fields.id} exists already.` } : { name: (thrown as Error).message },
      );
    }
  };
  return (
    <tr class="new">
      {petFields.map((field) => (
        <PetCell
          key={field.name}
          {...{ field, mistakes }}
          form={newPetForm}
          label={`${labelField(field)} of the new pet${field.name === 'id' ? '; empty: the next one' : ''}`}
          value={field.name === 'categoryId' ? '1' : ''}
        />
      ))}
      <td class="c-act number">
        <form
          id={newPetForm}
          aria-label="Add a pet"
          onSubmit={(event) => {
            event.preventDefault();
            const form = event.currentTarget;
            void run(() => add(form));
          }}
        >
          <Button class="add" type="submit" icon="plus" label="Add" aria-label="Add the pet" />
        </form>
      </td>
    </tr>
  );
}

/** A pet, whose cells are fields: a change applies when one leaves the field, or with Enter. */
function PetRow({ sandbox, pet }: { sandbox: string; pet: SnapshotPet }) {
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const change = async (field: PetField, value: string) => {
    const { name } = field;
    const mistake = findMistake(field, value);
    setMistakes(mistake ? { [name]: mistake } : {});
    if (mistake === undefined) {
      await call(`PATCH /pets/${pet.id}`, sandbox, readChange(field, value)).catch(
        ({ message }: Error) => setMistakes({ [name]: message }),
      );
    }
  };
  const remove = async () => {
    await call(`DELETE /pets/${pet.id}`, sandbox);
    notify(`Removed pet ${pet.id}.`);
    // The focused button goes with its row.
    document.querySelector<HTMLElement>('main input[type=search]')?.focus();
  };
  return (
    <tr>
      <th scope="row" class="c-id" title={pet.id}>
        <code>{pet.id}</code>
      </th>
      {newPetFields.map((field) => (
        <PetCell
          key={field.name}
          {...{ field, mistakes }}
          label={`${labelField(field)} of pet ${pet.id}`}
          value={pet[field.name] ?? ''}
          onChange={(value) => run(() => change(field, value))}
        />
      ))}
      <td class="c-act number">
        <IconButton
          icon="trash"
          name={`Remove pet ${pet.id}`}
          title="Remove"
          onClick={() => run(remove)}
        />
      </td>
    </tr>
  );
}

/** The pets of a sandbox: to look at, change, and put back. */
export function PetsView({ sandbox, parameters }: ViewProps) {
  const { search = '', status = '', sort = '', order = '' } = parameters;
  const first = Math.max(Number(parameters.skip), 0) || 0;
  const query = formatQuery({ search, status, sort, order, limit: maxRows, skip: first });
  const { value, error } = useLoaded(
    () => call<AdminOutput<'listAllPets'>>(`GET /pets${query}`, sandbox),
    [sandbox, query, ...findVersion(sandbox)],
  );
  const { pets, total } = value ?? { pets: [], total: 0 };
  const goTo = (skip: number, isStep = true) =>
    setParameters({ skip: skip > 0 ? String(skip) : '' }, isStep);
  useEffect(() => {
    // The pets of this page were removed, or the URL has a page that there never was.
    if (value !== undefined && first > 0 && first >= total) {
      goTo(Math.floor((total - 1) / maxRows) * maxRows, false);
    }
  }, [value]);
  const columns = petFields.map((field): Column => [classOf(field), labelField(field), field.name]);
  const isFiltered = search.trim() !== '' || status !== '';
  const { pets: all = 0 } = known.sandboxes.find(({ name }) => name === sandbox) ?? {};
  return (
    <View
      title="Pets"
      note="A change applies when you leave the field."
      actions={<StartOver sandbox={sandbox} />}
    >
      <div class="bar">
        <Search label="Search name or id" />
        <Select
          aria-label="Status"
          selected={status}
          values={[['', 'Any status'], ...petStatuses, ['none', 'no status']]}
          onPick={(selected) => setParameters({ status: selected, skip: '' })}
        />
        <span class="row end">
          <span class="soft" role="status">
            {pets.length === 0 ? 'No pets' : `${first + 1}–${first + pets.length} of ${total}`}
            <span class="hidden"> pets of {sandbox}</span>
          </span>
          {total > maxRows &&
            (
              [
                ['left', 'Previous page', first - maxRows, first === 0],
                ['right', 'Next page', first + maxRows, first + maxRows >= total],
              ] as const
            ).map(([icon, name, skip, isEnd]) => (
              <Button
                key={icon}
                class="icon"
                icon={icon}
                aria-label={name}
                disabled={isEnd}
                onClick={() => goTo(skip)}
              />
            ))}
        </span>
      </div>
      {value === undefined ? (
        <Pending error={error} />
      ) : (
        <Table class="pets" columns={[...columns, actionColumn]}>
          <tbody>
            <NewPetRow key={sandbox} sandbox={sandbox} />
            {pets.map((pet) => (
              <PetRow key={`${sandbox} ${pet.id}`} {...{ sandbox, pet }} />
            ))}
          </tbody>
        </Table>
      )}
      {value && total === 0 && isFiltered && (
        <Empty
          icon="search"
          title={`None of the ${all} pets of ${sandbox} is like this`}
          action={[`Show all ${all}`, () => setParameters({ search: '', status: '' })]}
        />
      )}
      {value && total === 0 && !isFiltered && (
        <Empty
          title={`No pets in ${sandbox}`}
          action={[
            'Reset to default',
            () => run(() => call('POST /reset', sandbox, { fixture: 'default' })),
            'again',
          ]}
        />
      )}
    </View>
  );
}
