import { type SubmitEvent, useState } from 'react';
import {
  createPet,
  type NewPet,
  type Pet,
  type Status,
  type StoreError,
  statuses,
} from './store.ts';

function readForm(form: FormData): NewPet {
  const status = form.get('status');
  return {
    name: String(form.get('name')),
    categoryId: String(form.get('categoryId')),
    ...(status !== '' && { status: status as Status }),
  };
}

export function AddPet({ onAdded }: { readonly onAdded: (pet: Pet) => void }) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<StoreError>();
  const add = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setPending(true);
    setError(undefined);
    try {
      onAdded(await createPet(readForm(new FormData(form))));
      form.reset();
    } catch (failure) {
      setError(failure as StoreError);
    }
    setPending(false);
  };
  return (
    <form onSubmit={add} aria-label="Add a pet">
      <label>
        Name
        <input name="name" required />
      </label>
      <label>
        Category
        <input name="categoryId" required pattern="-?[0-9]+" defaultValue="2" />
      </label>
      <label>
        Status
        <select name="status" defaultValue="available">
          <option value="">not known</option>
          {statuses.map((known) => (
            <option key={known}>{known}</option>
          ))}
        </select>
      </label>
      <button type="submit" disabled={pending}>
        Add the pet
      </button>
      {error !== undefined && <p role="alert">{error.message}</p>}
    </form>
  );
}
