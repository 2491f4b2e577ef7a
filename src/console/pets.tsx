import { useEffect, useState } from 'preact/hooks';
import type { SnapshotPet } from '../engine/pets.js';
import { Button, Dialog, download, Field, Form, Pending, Select, Table } from './components.js';
import { formatQuery, setParameters, type ViewProps } from './router.js';
import { call, callText, notify, run, useSandbox } from './simulator.js';

const pageSize = 50;

interface PetPage {
  readonly pets: readonly SnapshotPet[];
  readonly total: number;
}

/** For a select: the statuses of a pet, and what stands for none. */
const petStatuses = [['', 'none'], 'available', 'pending', 'sold'] as const;

interface PetFormProps {
  readonly sandbox: string;
  /** The pet to edit; none to add one. */
  readonly pet: SnapshotPet | undefined;
  readonly onClose: () => void;
}

/** A dialog that adds or edits a pet. Identifiers are text, which keeps all their digits. */
function PetForm({ sandbox, pet, onClose }: PetFormProps) {
  const save = async ({ name, categoryId, id, status }: Readonly<Record<string, string>>) => {
    if (pet === undefined) {
      const body = { name, categoryId, id: id || undefined, status: status || undefined };
      await call('POST /pets', sandbox, body);
    } else {
      await call(`PATCH /pets/${pet.id}`, sandbox, { name, categoryId, status: status || null });
    }
    onClose();
  };
  return (
    <Dialog title={pet === undefined ? 'Add a pet' : `Edit pet ${pet.id}`} onClose={onClose}>
      <Form class="stack" onSubmit={save}>
        <Field label="Name">
          <input name="name" defaultValue={pet?.name} autocomplete="off" />
        </Field>
        <Field label="Category">
          <input
            name="categoryId"
            inputMode="numeric"
            autocomplete="off"
            defaultValue={pet?.categoryId ?? '1'}
          />
        </Field>
        <Field label="Status">
          <Select name="status" selected={pet?.status ?? ''} values={petStatuses} />
        </Field>
        {pet === undefined && (
          <Field label="Id" hint="Empty: the next one of the id scheme">
            <input name="id" inputMode="numeric" autocomplete="off" />
          </Field>
        )}
        <div class="row">
          <Button type="submit" class="primary">
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Dialog>
  );
}

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
    <section class="panel" aria-label="Start over">
      <h2>Start over</h2>
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
    </section>
  );
}

/** The pets of a sandbox: to look at, change, and put back. */
export function Pets({ sandbox, parameters }: ViewProps) {
  const { search = '', status = '' } = parameters;
  const page = Math.max(Number.parseInt(parameters.page ?? '', 10) - 1, 0) || 0;
  const first = page * pageSize;
  const query = formatQuery({ search, status, limit: pageSize, skip: first });
  const { value, error } = useSandbox<PetPage>(sandbox, `GET /pets${query}`);
  const [form, setForm] = useState<SnapshotPet | 'new'>();
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
  const changeStatus = (id: string, to: string) =>
    run(() => call(`PATCH /pets/${id}`, sandbox, { status: to || null }));
  const remove = (id: string) =>
    run(async () => {
      await call(`DELETE /pets/${id}`, sandbox);
      notify(`Removed pet ${id}.`);
      // The focused button goes with its row.
      document.querySelector<HTMLElement>('input[type=search]')?.focus();
    });
  return (
    <>
      <div class="row">
        <Field label="Name or id">
          <input
            key={sandbox}
            type="search"
            maxLength={256}
            defaultValue={search}
            onInput={({ currentTarget }) =>
              setParameters({ search: currentTarget.value, page: '' }, false)
            }
          />
        </Field>
        <Field label="Status">
          <Select
            selected={status}
            values={[['', 'any'], 'available', 'pending', 'sold', 'none']}
            onSelect={(selected) => setParameters({ status: selected, page: '' })}
          />
        </Field>
        <Button class="primary" onClick={() => setForm('new')}>
          Add a pet
        </Button>
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
      <Table label="Pets" columns={['Id', 'Name', 'Category', 'Status', 'Actions']}>
        {pets.map((pet) => (
          <tr key={pet.id}>
            <th scope="row">{pet.id}</th>
            <td class="long-text">{pet.name}</td>
            <td>{pet.categoryId}</td>
            <td>
              <Select
                aria-label={`Status of pet ${pet.id}`}
                selected={pet.status ?? ''}
                values={petStatuses}
                onSelect={(to) => changeStatus(pet.id, to)}
              />
            </td>
            <td>
              <div class="row">
                <Button aria-label={`Edit pet ${pet.id}`} onClick={() => setForm(pet)}>
                  Edit
                </Button>
                <Button aria-label={`Remove pet ${pet.id}`} onClick={() => remove(pet.id)}>
                  Remove
                </Button>
              </div>
            </td>
          </tr>
        ))}
      </Table>
      <StartOver sandbox={sandbox} />
      {form !== undefined && (
        <PetForm
          sandbox={sandbox}
          pet={form === 'new' ? undefined : form}
          onClose={() => setForm(undefined)}
        />
      )}
    </>
  );
}
