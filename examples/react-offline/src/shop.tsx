import { useCallback, useState } from 'react';
import { AddPet } from './add-pet.tsx';
import { getPet, listPets, type Pet, type Status, type StoreError, statuses } from './store.ts';
import { useLoad } from './use-load.ts';

function Failure({ error, retry }: { readonly error: StoreError; readonly retry: () => void }) {
  return (
    <div role="alert">
      <p>{error.message}</p>
      <button type="button" onClick={retry}>
        Try again
      </button>
    </div>
  );
}

function Details({ id }: { readonly id: string }) {
  const pet = useLoad(useCallback((signal: AbortSignal) => getPet(id, signal), [id]));
  switch (pet.state) {
    case 'loading':
      return <p role="status">Loading the pet …</p>;
    case 'failed':
      return <Failure error={pet.error} retry={pet.reload} />;
    case 'loaded':
      return (
        <section aria-label="Details">
          <h2>{pet.value.name}</h2>
          <dl>
            <dt>Number</dt>
            <dd>{pet.value.id}</dd>
            <dt>Category</dt>
            <dd>{pet.value.categoryId}</dd>
            <dt>Status</dt>
            <dd>{pet.value.status ?? 'not known'}</dd>
          </dl>
        </section>
      );
  }
}

interface ListProps {
  readonly pets: readonly Pet[];
  readonly onSelect: (id: string) => void;
}

function List({ pets, onSelect }: ListProps) {
  return pets.length === 0 ? (
    <p>There are no pets here.</p>
  ) : (
    <ul>
      {pets.map(({ id, name, status }) => (
        <li key={id}>
          <button type="button" onClick={() => onSelect(id)}>
            {name} {status && <small>({status})</small>}
          </button>
        </li>
      ))}
    </ul>
  );
}

export function Shop() {
  const [status, setStatus] = useState<Status>();
  const [selected, setSelected] = useState<string>();
  const pets = useLoad(useCallback((signal: AbortSignal) => listPets(status, signal), [status]));
  const { reload } = pets;
  const showNewPet = useCallback(
    ({ id }: Pet) => {
      setSelected(id);
      reload();
    },
    [reload],
  );
  return (
    <>
      <h1>A pet shop</h1>
      <section aria-label="Pets">
        <label>
          Show
          <select
            value={status ?? ''}
            onChange={({ target }) => setStatus(statuses.find((known) => known === target.value))}
          >
            <option value="">all pets</option>
            {statuses.map((known) => (
              <option key={known}>{known}</option>
            ))}
          </select>
        </label>
        <button type="button" onClick={reload}>
          Refresh
        </button>
        {pets.state === 'loading' && <p role="status">Loading the pets …</p>}
        {pets.state === 'failed' && <Failure error={pets.error} retry={reload} />}
        {pets.state === 'loaded' && <List pets={pets.value} onSelect={setSelected} />}
      </section>
      {selected !== undefined && <Details id={selected} />}
      <AddPet onAdded={showNewPet} />
    </>
  );
}
