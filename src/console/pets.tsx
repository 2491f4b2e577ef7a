import { useEffect, useState } from 'preact/hooks';
import { readInt64 } from '../base/int64.js';
import { type PetField, petFields, petStatuses } from '../document/pet.js';
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

/** Describes the mistake in a value that a person typed, if it has one. */
export const findMistake = ({ kind }: PetField, value = '') =>
  kind === 'int64' && value !== '' && readInt64(value) === undefined
    ? 'A whole number of 64 bits.'
    : undefined;

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

const newPetForm = 'new-pet';
const newPet: Fields = { categoryId: '1' };
const placeholders: Fields = { id: 'next id', name: 'New pet' };

type PetRowProps = { sandbox: string; pet?: SnapshotPet };

/** A pet, whose cells are fields: a change applies when one leaves the field. Without a pet, the row adds one. */
function PetRow({ sandbox, pet }: PetRowProps) {
  const [wrong, setWrong] = useState<readonly [name: string, mistake: string]>();
  /** Sends fields without a mistake; below the first stands an error of the simulator, without its advice for programs. */
  const send = async (fields: Fields, act: () => Promise<unknown>) => {
    const mistakes = petFields.flatMap((field) => {
      const mistake = findMistake(field, fields[field.name]);
      return mistake ? [[field.name, mistake] as const] : [];
    });
    setWrong(mistakes[0]);
    if (mistakes.length === 0) {
      await run(act, (message) =>
        setWrong([Object.keys(fields)[0] as string, message.replace(/\. .*/s, '.')]),
      );
    }
  };
  const add = async (form: HTMLFormElement) => {
    const { id } = await call<SnapshotPet>('POST /pets', sandbox, readPetForm(readForm(form)));
    form.reset();
    notify(`Added pet ${id}.`, 'done', formatRoute('pets', { sandbox, search: id }));
  };
  const remove = async () => {
    await call(`DELETE /pets/${pet?.id}`, sandbox);
    notify(`Removed pet ${pet?.id}.`);
    // The focused button goes with its row.
    document.querySelector<HTMLElement>('main input[type=search]')?.focus();
  };
  const change = (field: PetField, value: string) =>
    send({ [field.name]: value }, () =>
      call(`PATCH /pets/${pet?.id}`, sandbox, readChange(field, value)),
    );
  return (
    <tr class={pet ? '' : 'new'}>
      {petFields.map((field) => {
        const { name, kind } = field;
        const value = (pet ?? newPet)[name] ?? '';
        const label = `${labelField(field)} of ${pet ? `pet ${pet.id}` : 'the new pet'}`;
        const given = { name, form: pet ? undefined : newPetForm, 'aria-label': label };
        const Cell = name === 'id' ? 'th' : 'td';
        return (
          <Cell
            key={name}
            scope={name === 'id' ? 'row' : undefined}
            class={`c-${name}`}
            onChange={({ target }: Event) =>
              pet && change(field, (target as HTMLInputElement).value)
            }
          >
            {pet && name === 'id' ? (
              <code title={value}>{value}</code>
            ) : kind === 'status' ? (
              <Select {...given} selected={value} values={statusOptions} />
            ) : (
              // Identifiers are text, which keeps all their digits.
              <input
                {...given}
                key={value}
                class={`input ${name === 'id' ? 'mono' : ''}`}
                autocomplete="off"
                dir="auto"
                inputMode={kind === 'int64' ? 'numeric' : undefined}
                defaultValue={value}
                placeholder={pet ? undefined : placeholders[name]}
              />
            )}
            {wrong?.[0] === name && <FieldError>{wrong[1]}</FieldError>}
          </Cell>
        );
      })}
      <td class="c-act number">
        {pet ? (
          <IconButton
            icon="trash"
            name={`Remove pet ${pet.id}`}
            title="Remove"
            onClick={() => run(remove)}
          />
        ) : (
          <form
            id={newPetForm}
            aria-label="Add a pet"
            onSubmit={(event) => {
              event.preventDefault();
              const form = event.currentTarget;
              void send(readForm(form), () => add(form));
            }}
          >
            <Button class="add" type="submit" icon="plus" label="Add" aria-label="Add the pet" />
          </form>
        )}
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
  const columns = petFields.map(
    (field): Column => [`c-${field.name}`, labelField(field), field.name],
  );
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
                ['left', 'Previous page', first - maxRows],
                ['right', 'Next page', first + maxRows],
              ] as const
            ).map(([icon, name, skip]) => (
              <IconButton
                key={icon}
                class="icon"
                {...{ icon, name }}
                disabled={skip < 0 || skip >= total}
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
            <PetRow key={sandbox} sandbox={sandbox} />
            {pets.map((pet) => (
              <PetRow key={`${sandbox} ${pet.id}`} {...{ sandbox, pet }} />
            ))}
          </tbody>
        </Table>
      )}
      {value && total === 0 && !isFiltered && <Empty title={`No pets in ${sandbox}`} />}
      {value && total === 0 && isFiltered && (
        <Empty
          icon="search"
          title={`None of the ${all} pets of ${sandbox} is like this`}
          action={[`Show all ${all}`, () => setParameters({ search: '', status: '' })]}
        />
      )}
    </View>
  );
}
