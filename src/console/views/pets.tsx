import { useEffect, useState } from 'preact/hooks';
import { admin, call, inSandbox, type Schemas } from '../api.js';
import { Button } from '../components/button.js';
import { Field } from '../components/field.js';
import { Table } from '../components/table.js';
import { notify } from '../components/toast.js';
import { streamExchanges } from '../events.js';
import { useAction, useLoaded } from '../hooks.js';
import type { ViewProps } from '../view-props.js';
import { PetForm, petStatuses } from './pets/pet-form.js';
import { Changes, StartOver } from './pets/sandbox-tools.js';

type Pet = Schemas['StoredPet'];

const pageSize = 50;
/** Milliseconds until pets that the app added are shown. */
const reloadDelay = 200;

/** Calls a function soon after the service added a pet. */
function useAddedPets(sandbox: string, onAdded: () => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = streamExchanges(sandbox, {
      onExchanges: (exchanges) => {
        const isAdded = exchanges.some(
          (one) => one.operation === 'createPet' && one.status === 201,
        );
        if (isAdded && timer === undefined) {
          timer = setTimeout(() => {
            timer = undefined;
            onAdded();
          }, reloadDelay);
        }
      },
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [sandbox]);
}

function filterPets(pets: readonly Pet[], text: string, status: string): readonly Pet[] {
  const wanted = text.trim().toLowerCase();
  return pets.filter(
    (pet) =>
      (status === 'any' || (pet.status ?? 'none') === status) &&
      (pet.id === wanted || pet.name.toLowerCase().includes(wanted)),
  );
}

interface StatusSelectProps {
  readonly pet: Pet;
  readonly onSelect: (status: Schemas['PetStatus'] | null) => void;
}

function StatusSelect({ pet, onSelect }: StatusSelectProps) {
  return (
    <select
      aria-label={`Status of pet ${pet.id}`}
      value={pet.status ?? ''}
      onChange={({ currentTarget }) =>
        onSelect(petStatuses.find((status) => status === currentTarget.value) ?? null)
      }
    >
      <option value="">none</option>
      {petStatuses.map((status) => (
        <option key={status}>{status}</option>
      ))}
    </select>
  );
}

/** The pets of a sandbox: to look at, change, and put back. */
export default function Pets({ sandbox }: ViewProps) {
  const { value, error, reload } = useLoaded(
    () => call(admin.GET('/pets', inSandbox(sandbox))),
    [sandbox],
  );
  const [text, setText] = useState('');
  const [status, setStatus] = useState('any');
  const [page, setPage] = useState(0);
  const [form, setForm] = useState<Pet | 'new'>();
  const [round, setRound] = useState(0);
  const { run } = useAction();
  const onChanged = () => {
    reload();
    setRound((count) => count + 1);
  };
  useAddedPets(sandbox, onChanged);
  if (error !== undefined) {
    return <p role="alert">{error}</p>;
  }
  if (value === undefined) {
    return <p>Loading…</p>;
  }
  const pets = filterPets(value.pets, text, status);
  const last = Math.max(0, Math.ceil(pets.length / pageSize) - 1);
  const first = Math.min(page, last) * pageSize;
  const shown = pets.slice(first, first + pageSize);
  const inPet = ({ id }: Pet) => ({ params: { query: { sandbox }, path: { id } } });
  const change = (pet: Pet, body: Schemas['PetChange']) =>
    run(async () => {
      await call(admin.PATCH('/pets/{id}', { ...inPet(pet), body }));
      onChanged();
    });
  const remove = (pet: Pet) =>
    run(async () => {
      await call(admin.DELETE('/pets/{id}', inPet(pet)));
      notify(`Removed pet ${pet.id}. Undo takes it back.`);
      // The focused button is gone with its row.
      document.querySelector<HTMLElement>('.pets-filter input')?.focus();
      onChanged();
    });
  return (
    <>
      <div class="row pets-filter">
        <Field label="Name or id">
          <input
            type="search"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </Field>
        <Field label="Status">
          <select value={status} onChange={({ currentTarget }) => setStatus(currentTarget.value)}>
            {['any', ...petStatuses, 'none'].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </Field>
        <Button kind="primary" onClick={() => setForm('new')}>
          Add a pet
        </Button>
        <span class="pets-pages" role="status">
          {pets.length === 0 ? 'No pets' : `${first + 1}–${first + shown.length} of ${pets.length}`}
        </span>
        <Button disabled={first === 0} onClick={() => setPage(first / pageSize - 1)}>
          Previous
        </Button>
        <Button disabled={first / pageSize >= last} onClick={() => setPage(first / pageSize + 1)}>
          Next
        </Button>
      </div>
      <Table caption="Pets" columns={['Id', 'Name', 'Category', 'Status', 'Actions']}>
        {shown.map((pet) => (
          <tr key={pet.id}>
            <th scope="row">{pet.id}</th>
            <td class="pets-name">{pet.name}</td>
            <td>{pet.categoryId}</td>
            <td>
              <StatusSelect pet={pet} onSelect={(selected) => change(pet, { status: selected })} />
            </td>
            <td>
              <div class="row pets-actions">
                <Button aria-label={`Edit pet ${pet.id}`} onClick={() => setForm(pet)}>
                  Edit
                </Button>
                <Button aria-label={`Remove pet ${pet.id}`} onClick={() => remove(pet)}>
                  Remove
                </Button>
              </div>
            </td>
          </tr>
        ))}
      </Table>
      <StartOver sandbox={sandbox} onChanged={onChanged} />
      <Changes sandbox={sandbox} round={round} onUndone={onChanged} />
      {form !== undefined && (
        <PetForm
          sandbox={sandbox}
          pet={form === 'new' ? undefined : form}
          onClose={() => setForm(undefined)}
          onSaved={onChanged}
        />
      )}
    </>
  );
}
