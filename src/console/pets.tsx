import { useEffect } from 'preact/hooks';
import type { SnapshotPet } from '../engine/pets.js';
import { Button, download, Field, Form, IconButton, Pending, Select, Table } from './components.js';
import { formatQuery, setParameters, type ViewProps } from './router.js';
import { call, callText, notify, run, useSandbox } from './simulator.js';

const pageSize = 50;

interface PetPage {
  readonly pets: readonly SnapshotPet[];
  readonly total: number;
}

/** For a select: the statuses of a pet, and what stands for none. */
const petStatuses = [['', 'none'], 'available', 'pending', 'sold'] as const;

const columns = { id: 'Id', name: 'Name', categoryId: 'Category', status: 'Status' };

const fixtures = ['default', 'empty', 'every-status', 'large-ids', 'tricky-names'];

/** Resets a sandbox, and reads and writes its snapshots. */
function StartOver({ sandbox }: { readonly sandbox: string }) {
  const reset = async ({ fixture }: Readonly<Record<string, string>>) => {
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
      <Field label="Reset to">
        <Select
          name="fixture"
          selected=""
          values={[['', 'as the simulator started'], ...fixtures]}
        />
      </Field>
      <Button type="submit">Reset</Button>
      <Button onClick={() => run(save)}>Save a snapshot</Button>
      <Field label="Restore a snapshot: choose a file, or drop it here">
        <input
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
      </Field>
    </Form>
  );
}

/** Adds a pet. Identifiers are text, which keeps all their digits. */
function NewPet({ sandbox }: { readonly sandbox: string }) {
  const add = async ({ name, categoryId, id, status }: Readonly<Record<string, string>>) => {
    const body = { name, categoryId, id: id || undefined, status: status || undefined };
    const pet = await call<SnapshotPet>('POST /pets', sandbox, body);
    notify(`Added pet ${pet.id}.`);
  };
  return (
    <details>
      <summary>Add a pet</summary>
      <Form onSubmit={add}>
        <Field label="New name">
          <input name="name" autocomplete="off" />
        </Field>
        <Field label="New category">
          <input name="categoryId" inputMode="numeric" autocomplete="off" defaultValue="1" />
        </Field>
        <Field label="New status">
          <Select name="status" selected="" values={petStatuses} />
        </Field>
        <Field label="New id, or the next one if empty">
          <input name="id" inputMode="numeric" autocomplete="off" />
        </Field>
        <Button type="submit" class="primary">
          Add
        </Button>
      </Form>
    </details>
  );
}

/** A pet, whose cells are fields: a change applies when one leaves the field, or with Enter. */
function PetRow({ sandbox, pet }: { readonly sandbox: string; readonly pet: SnapshotPet }) {
  const change = (field: HTMLInputElement | undefined, update: object) =>
    run(() =>
      call(`PATCH /pets/${pet.id}`, sandbox, update).catch((error) => {
        if (field !== undefined) {
          field.value = field.defaultValue;
        }
        throw error;
      }),
    );
  const renderCell = (name: 'name' | 'categoryId', label: string) => (
    <td>
      <input
        key={pet[name]}
        class="cell"
        aria-label={`${label} of pet ${pet.id}`}
        autocomplete="off"
        defaultValue={pet[name]}
        onChange={({ currentTarget }) => change(currentTarget, { [name]: currentTarget.value })}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      />
    </td>
  );
  const remove = () =>
    run(async () => {
      await call(`DELETE /pets/${pet.id}`, sandbox);
      notify(`Removed pet ${pet.id}.`);
      // The focused button goes with its row.
      document.querySelector<HTMLElement>('input[type=search]')?.focus();
    });
  return (
    <tr>
      <th scope="row">{pet.id}</th>
      {renderCell('name', 'Name')}
      {renderCell('categoryId', 'Category')}
      <td>
        <Select
          class="cell"
          aria-label={`Status of pet ${pet.id}`}
          selected={pet.status ?? ''}
          values={petStatuses}
          onSelect={(status) => change(undefined, { status: status || null })}
        />
      </td>
      <td>
        <IconButton icon="remove" name={`Remove pet ${pet.id}`} onClick={remove} />
      </td>
    </tr>
  );
}

/** The pets of a sandbox: to look at, change, and put back. */
export function Pets({ sandbox, parameters }: ViewProps) {
  const { search = '', status = '', sort = '', order = '' } = parameters;
  const page = Math.max(Number.parseInt(parameters.page ?? '', 10) - 1, 0) || 0;
  const first = page * pageSize;
  const query = formatQuery({ search, status, sort, order, limit: pageSize, skip: first });
  const { value, error } = useSandbox<PetPage>(sandbox, `GET /pets${query}`);
  const { pets, total } = value ?? { pets: [], total: 0 };
  const last = Math.max(0, Math.ceil(total / pageSize) - 1);
  const goTo = (to: number, isStep = true) =>
    setParameters({ page: to === 0 ? '' : String(to + 1) }, isStep);
  useEffect(() => {
    // The pets of this page were removed, or the URL has a page that there never was.
    if (value !== undefined && page > last) {
      goTo(last, false);
    }
  }, [value]);
  if (value === undefined) {
    return <Pending error={error} />;
  }
  /** Ascending, descending, and as they were created. */
  const sortBy = (column: string) => {
    const isSorted = sort === column;
    const isDescending = order === 'descending';
    setParameters({
      page: '',
      sort: isSorted && isDescending ? '' : column,
      order: isSorted && !isDescending ? 'descending' : '',
    });
  };
  const headings = Object.entries(columns).map(([column, label]) => (
    <Button key={column} class="link" onClick={() => sortBy(column)}>
      {label}
      {sort === column && (order === 'descending' ? ' ↓' : ' ↑')}
    </Button>
  ));
  return (
    <>
      <StartOver sandbox={sandbox} />
      <NewPet sandbox={sandbox} />
      <div class="row">
        <input
          key={sandbox}
          type="search"
          maxLength={256}
          aria-label="Search name or id"
          placeholder="Search name or id"
          defaultValue={search}
          onInput={({ currentTarget }) =>
            setParameters({ search: currentTarget.value, page: '' }, false)
          }
        />
        <Select
          aria-label="Status"
          selected={status}
          values={[['', 'any status'], 'available', 'pending', 'sold', ['none', 'no status']]}
          onSelect={(selected) => setParameters({ status: selected, page: '' })}
        />
        <span role="status">
          {pets.length === 0 ? 'No pets' : `${first + 1}–${first + pets.length} of ${total}`}
        </span>
        <Button disabled={page === 0} onClick={() => goTo(page - 1)}>
          Previous
        </Button>
        <Button disabled={page >= last} onClick={() => goTo(page + 1)}>
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
