import type { ComponentProps } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { largestInt64, smallestInt64 } from '../document/int64.js';
import { newPetFields, type PetField, petFields, petStatuses } from '../document/pet.js';
import type { SnapshotPet } from '../engine/pets.js';
import { fixtureNames } from '../options/fixture-names.js';
import type { AdminOutput } from '../server/admin/admin.js';
import {
  actionColumn,
  Button,
  type Column,
  closePopover,
  download,
  Empty,
  Field,
  FieldError,
  Form,
  IconButton,
  Menu,
  Pending,
  Search,
  Select,
  Table,
  View,
} from './components.js';
import { type Fields, formatQuery, formatRoute, setParameters, type ViewProps } from './router.js';
import {
  CallError,
  call,
  callText,
  findVersion,
  known,
  notify,
  run,
  useLoaded,
} from './simulator.js';

const pageSize = 50;

/** For a select: the statuses of a pet, and what stands for none. */
const statuses = [['', 'no status'], ...petStatuses] as const;

function labelField({ name }: PetField): string {
  const noun = name.replace(/(?<=.)Id$/, '');
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

const columnNames: Readonly<Record<string, string>> = { categoryId: 'category', status: 'pet' };
const classOf = ({ name }: PetField) => `c-${columnNames[name] ?? name}`;

/** What is wrong with a value that a person typed, if anything is. */
export function findMistake({ kind }: PetField, value: string): string | undefined {
  if (kind !== 'int64' || value === '') {
    return undefined;
  }
  const isNumber = /^-?\d+$/.test(value);
  return isNumber && BigInt(value) >= smallestInt64 && BigInt(value) <= largestInt64
    ? undefined
    : `A whole number, such as 7${isNumber ? ', of at most 64 bits' : ''}.`;
}

/** The pet that the fields of a form stand for. What is empty stays out, except for a name. */
export const readNewPet = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => value || name === 'name'));

function StartOver({ sandbox }: { readonly sandbox: string }) {
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
          <Field
            label={
              <>
                Reset the pets, rules, clock and journal of <b>{sandbox}</b> to
              </>
            }
          >
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
              // The same file can be chosen again.
              currentTarget.value = '';
            }}
          />
        </Form>
      </Menu>
    </div>
  );
}

interface PetInputProps
  extends Pick<ComponentProps<'input'>, 'form' | 'aria-label' | 'placeholder'> {
  readonly field: PetField;
  readonly value: string;
  readonly error?: string | undefined;
}

/** A field of a pet, with an error below. Identifiers are text, which keeps all their digits. */
const PetInput = ({ field, value, error, form, placeholder, ...rest }: PetInputProps) => {
  const { name, kind } = field;
  const label = rest['aria-label'];
  return (
    <>
      {kind === 'status' ? (
        <Select name={name} selected={value} values={statuses} form={form} aria-label={label} />
      ) : (
        <input
          key={value}
          class={`input ${name === 'id' ? 'mono' : ''}`}
          name={name}
          autocomplete="off"
          dir={kind === 'text' ? 'auto' : undefined}
          inputMode={kind === 'int64' ? 'numeric' : undefined}
          defaultValue={value}
          aria-invalid={error ? true : undefined}
          form={form}
          placeholder={placeholder}
          aria-label={label}
        />
      )}
      {error && <FieldError>{error}</FieldError>}
    </>
  );
};

interface RowError {
  readonly field: string;
  readonly text: string;
}

const newPetForm = 'new-pet';
const placeholders: Readonly<Record<string, string>> = { id: 'next id', name: 'New pet' };

function NewPetRow({ sandbox }: { readonly sandbox: string }) {
  const [error, setError] = useState<RowError>();
  const add = async (form: HTMLFormElement) => {
    const fields = Object.fromEntries(new FormData(form)) as Fields;
    for (const field of petFields) {
      const text = findMistake(field, fields[field.name] ?? '');
      if (text !== undefined) {
        return setError({ field: field.name, text });
      }
    }
    try {
      const pet = await call<SnapshotPet>('POST /pets', sandbox, readNewPet(fields));
      form.reset();
      notify(`Added pet ${pet.id}.`, {
        link: [formatRoute('pets', { sandbox, search: pet.id }), 'Show'],
      });
    } catch (thrown) {
      const isUsed = thrown instanceof CallError && thrown.code === 'simulator_conflict';
      const text = isUsed ? `Pet ${fields.id} exists already.` : (thrown as Error).message;
      setError({ field: isUsed ? 'id' : 'name', text });
    }
  };
  return (
    <tr class="new">
      {petFields.map((field) => {
        const Cell = field.name === 'id' ? 'th' : 'td';
        const noun = labelField(field);
        return (
          <Cell
            key={field.name}
            scope={field.name === 'id' ? 'row' : undefined}
            class={classOf(field)}
          >
            <PetInput
              form={newPetForm}
              aria-label={`${noun} of the new pet${field.name === 'id' ? '; empty: the next one' : ''}`}
              field={field}
              value={field.name === 'categoryId' ? '1' : ''}
              placeholder={placeholders[field.name]}
              error={error?.field === field.name ? error.text : undefined}
            />
          </Cell>
        );
      })}
      <td class="c-act number">
        <form
          id={newPetForm}
          aria-label="Add a pet"
          onSubmit={(event) => {
            event.preventDefault();
            setError(undefined);
            const form = event.currentTarget;
            void run(() => add(form));
          }}
        >
          <Button class="add" type="submit" icon="plus" aria-label="Add the pet">
            <span class="label">Add</span>
          </Button>
        </form>
      </td>
    </tr>
  );
}

/** A pet, whose cells are fields: a change applies when one leaves the field, or with Enter. */
function PetRow({ sandbox, pet }: { readonly sandbox: string; readonly pet: SnapshotPet }) {
  const [error, setError] = useState<RowError>();
  const change = async (field: PetField, value: string) => {
    const { name, isRequired } = field;
    const mistake = findMistake(field, value);
    setError(mistake === undefined ? undefined : { field: name, text: mistake });
    if (mistake === undefined) {
      const sent = value || (isRequired ? '' : null);
      await call(`PATCH /pets/${pet.id}`, sandbox, { [name]: sent }).catch(({ message }: Error) =>
        setError({ field: name, text: message }),
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
        <td
          key={field.name}
          class={classOf(field)}
          onChange={({ target }) => run(() => change(field, (target as HTMLInputElement).value))}
        >
          <PetInput
            aria-label={`${labelField(field)} of pet ${pet.id}`}
            field={field}
            value={pet[field.name] ?? ''}
            error={error?.field === field.name ? error.text : undefined}
          />
        </td>
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
export function Pets({ sandbox, parameters }: ViewProps) {
  const { search = '', status = '', sort = '', order = '' } = parameters;
  const first = Math.max(Number(parameters.skip), 0) || 0;
  const query = formatQuery({ search, status, sort, order, limit: pageSize, skip: first });
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
      goTo(Math.floor((total - 1) / pageSize) * pageSize, false);
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
          onSelect={(selected) => setParameters({ status: selected, skip: '' })}
        />
        <span class="soft end" role="status">
          {pets.length === 0 ? 'No pets' : `${first + 1}–${first + pets.length} of ${total}`}
          <span class="hidden"> pets of {sandbox}</span>
        </span>
        <span class="row pages">
          <Button
            class="icon"
            icon="left"
            aria-label="Previous page"
            disabled={first === 0}
            onClick={() => goTo(first - pageSize)}
          />
          <Button
            class="icon"
            icon="right"
            aria-label="Next page"
            disabled={first + pageSize >= total}
            onClick={() => goTo(first + pageSize)}
          />
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
        <Empty icon="search" title={`None of the ${all} pets of ${sandbox} is like this`}>
          <Button onClick={() => setParameters({ search: '', status: '' })}>Show all {all}</Button>
        </Empty>
      )}
      {value && total === 0 && !isFiltered && (
        <Empty title={`No pets in ${sandbox}`}>
          <Button
            icon="again"
            onClick={() => run(() => call('POST /reset', sandbox, { fixture: 'default' }))}
          >
            Reset to default
          </Button>
        </Empty>
      )}
    </View>
  );
}
