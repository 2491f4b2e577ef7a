import { useState } from 'preact/hooks';
import { call } from '../api.js';
import { askNow } from '../changes.js';
import { Button } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { Field, Options } from '../components/field.js';
import { describeError } from '../components/toast.js';
import type { PetStatus, SnapshotPet } from '../types.js';

export const petStatuses: readonly PetStatus[] = ['available', 'pending', 'sold'];

interface PetFormProps {
  readonly sandbox: string;
  /** The pet to edit; none to add one. */
  readonly pet: SnapshotPet | undefined;
  readonly onClose: () => void;
}

/** A dialog that adds or edits a pet. Identifiers are text, which keeps all their digits. */
export function PetForm({ sandbox, pet, onClose }: PetFormProps) {
  const [error, setError] = useState<string>();
  const save = async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const read = (name: string) => String(data.get(name) ?? '').trim();
    const [id, status] = [read('id'), read('status')];
    const fields = { name: String(data.get('name')), categoryId: read('categoryId') };
    try {
      if (pet === undefined) {
        const body = { ...fields, ...(id !== '' && { id }), ...(status !== '' && { status }) };
        await call('POST /pets', sandbox, { body });
      } else {
        const body = { ...fields, status: status === '' ? null : status };
        await call(`PATCH /pets/${pet.id}`, sandbox, { body });
      }
      askNow();
      onClose();
    } catch (failure) {
      // Here, since a dialog covers other messages.
      setError(describeError(failure));
    }
  };
  return (
    <Dialog title={pet === undefined ? 'Add a pet' : `Edit pet ${pet.id}`} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save(event.currentTarget);
        }}
      >
        <Field label="Name">
          <input name="name" defaultValue={pet?.name ?? ''} autocomplete="off" />
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
          <select name="status">
            <Options selected={pet?.status ?? ''} values={[['', 'none'], ...petStatuses]} />
          </select>
        </Field>
        {pet === undefined && (
          <Field label="Id" hint="Empty: the next one of the id scheme">
            <input name="id" inputMode="numeric" autocomplete="off" />
          </Field>
        )}
        {error !== undefined && <p role="alert">{error}</p>}
        <div class="row">
          <Button type="submit" kind="primary">
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
