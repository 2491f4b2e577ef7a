import type { ComponentProps } from 'preact';
import { useEffect } from 'preact/hooks';
import { newPetFields, type PetField, petFields, petStatuses } from '../document/pet.js';
import type { SnapshotPet } from '../engine/pets.js';
import type { AdminOutput } from '../server/admin/admin.js';
import {
  Button,
  download,
  Field,
  Form,
  IconButton,
  Pending,
  Search,
  Select,
  SortHeading,
  Table,
} from './components.js';
import { type Fields, formatQuery, setParameters, type ViewProps } from './router.js';
import { call, callText, findVersion, notify, run, useLoaded } from './simulator.js';

const pageSize = 50;

/** For a select: the statuses of a pet, and what stands for none. */
const statuses = [['', 'none'], ...petStatuses] as const;

/** The name of a field for people: `Category` for `categoryId`. */
function labelField({ name }: PetField): string {
  const noun = name.replace(/(?<=.)Id$/, '');
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

const fixtures = ['default', 'empty', 'every-status', 'large-ids', 'tricky-names'];

/** Resets a sandbox, and reads and writes its snapshots. */
function StartOver({ sandbox }: { readonly sandbox: string }) {
  const reset = async ({ fixture }: Fields) => {
    await call('POST /reset', sandbox, { fixture: fixture || undefined });
    notify(`Reset the sandbox ${sandbox}.`);
  };
  // As text: no number is parsed.
  const save = async () => download(await callText('GET /state', sandbox), `${sandbox}.json`);
  const restore = async (file: File) => {
    await call('PUT /state', sandbox, file).catch(({ message }: Error) => {
      throw new Error(`${file.name} was not restored. ${message}`);
    });
    notify(`Restored ${file.name}.`);
  };
  return (
    <Form onSubmit={reset}>
      <Select
        label="Reset to"
        name="fixture"
        selected=""
        values={[['', 'as the simulator started'], ...fixtures]}
      />
      <Button type="submit">Reset</Button>
      <Button onClick={() => run(save)}>Save a snapshot</Button>
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
  );
}

interface PetInputProps extends Pick<ComponentProps<'input'>, 'aria-label'> {
  readonly field: PetField;
  readonly value: string;
}

/** A field of a pet. Identifiers are text, which keeps all their digits. */
const PetInput = ({ field: { name, kind }, value, ...rest }: PetInputProps) =>
  kind === 'status' ? (
    <Select name={name} selected={value} values={statuses} {...rest} />
  ) : (
    <input key={value} name={name} autocomplete="off" defaultValue={value} {...rest} />
  );

function NewPet({ sandbox }: { readonly sandbox: string }) {
  const add = async (fields: Fields, form: HTMLFormElement) => {
    // A name may be empty.
    const sent = Object.entries(fields).filter(([name, value]) => value || name === 'name');
    const pet = await call<SnapshotPet>('POST /pets', sandbox, Object.fromEntries(sent));
    form.reset();
    notify(`Added pet ${pet.id}.`);
  };
  return (
    <details>
      <summary>Add a pet</summary>
      <Form submit="Add" onSubmit={add}>
        {newPetFields.map((field) => (
          <Field key={field.name} label={`New ${labelField(field).toLowerCase()}`}>
            <PetInput field={field} value={field.kind === 'int64' ? '1' : ''} />
          </Field>
        ))}
        <Field label="New id, or the next one if empty" name="id" inputMode="numeric" />
      </Form>
    </details>
  );
}

/** A pet, whose cells are fields: a change applies when one leaves the field, or with Enter. */
function PetRow({ sandbox, pet }: { readonly sandbox: string; readonly pet: SnapshotPet }) {
  const change = ({ name, isRequired }: PetField, input: HTMLInputElement) => {
    const value = input.value || (isRequired ? '' : null);
    return call(`PATCH /pets/${pet.id}`, sandbox, { [name]: value }).catch((error) => {
      input.value = pet[name] ?? '';
      throw error;
    });
  };
  const remove = async () => {
    await call(`DELETE /pets/${pet.id}`, sandbox);
    notify(`Removed pet ${pet.id}.`);
    // The focused button goes with its row.
    document.querySelector<HTMLElement>('input[type=search]')?.focus();
  };
  return (
    <tr>
      <th scope="row">{pet.id}</th>
      {newPetFields.map((field) => (
        <td
          key={field.name}
          onChange={({ target }) => run(() => change(field, target as HTMLInputElement))}
        >
          <PetInput
            aria-label={`${labelField(field)} of pet ${pet.id}`}
            field={field}
            value={pet[field.name] ?? ''}
          />
        </td>
      ))}
      <td>
        <IconButton icon="×" name={`Remove pet ${pet.id}`} onClick={() => run(remove)} />
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
  if (value === undefined) {
    return <Pending error={error} />;
  }
  const headings = petFields.map((field) => (
    <SortHeading name={field.name} label={labelField(field)} />
  ));
  return (
    <>
      <StartOver sandbox={sandbox} />
      <NewPet sandbox={sandbox} />
      <div class="row">
        <Search label="Search name or id" />
        <Select
          aria-label="Status"
          selected={status}
          values={[['', 'any status'], ...petStatuses, ['none', 'no status']]}
          onSelect={(selected) => setParameters({ status: selected, skip: '' })}
        />
        <span role="status">
          {pets.length === 0 ? 'No pets' : `${first + 1}–${first + pets.length} of ${total}`} in the
          sandbox {sandbox}
        </span>
        <Button disabled={first === 0} onClick={() => goTo(first - pageSize)}>
          Previous
        </Button>
        <Button disabled={first + pageSize >= total} onClick={() => goTo(first + pageSize)}>
          Next
        </Button>
      </div>
      <Table label="Pets" columns={[...headings, 'Remove']}>
        {pets.map((pet) => (
          <PetRow key={pet.id} {...{ sandbox, pet }} />
        ))}
      </Table>
    </>
  );
}
