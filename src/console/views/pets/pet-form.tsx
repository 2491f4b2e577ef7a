import { useState } from 'preact/hooks';
import { admin, call, inSandbox, type Schemas } from '../../api.js';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { Field } from '../../components/field.js';
import { describeError } from '../../components/toast.js';

export const petStatuses: readonly Schemas['PetStatus'][] = ['available', 'pending', 'sold'];

interface PetFormProps {
  readonly sandbox: string;
  /** The pet to edit; none to add one. */
  readonly pet: Schemas['StoredPet'] | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** A dialog that adds or edits a pet. Identifiers are text, which keeps all their digits. */
export function PetForm({ sandbox, pet, onClose, onSaved }: PetFormProps) {
  const [error, setError] = useState<string>();
  const save = async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const read = (name: string) => String(data.get(name) ?? '');
    const status = petStatuses.find((one) => one === read('status'));
    const fields = { name: read('name'), categoryId: read('categoryId').trim() };
    const id = read('id').trim();
    const chosen = { ...(id !== '' && { id }), ...(status !== undefined && { status }) };
    const saving =
      pet === undefined
        ? call(admin.POST('/pets', { ...inSandbox(sandbox), body: { ...fields, ...chosen } }))
        : call(
            admin.PATCH('/pets/{id}', {
              params: { query: { sandbox }, path: { id: pet.id } },
              body: { ...fields, status: status ?? null },
            }),
          );
    try {
      await saving;
      onSaved();
      onClose();
    } catch (failure) {
      // Here, since a dialog covers other messages.
      setError(describeError(failure));
    }
  };
  return (
    <Dialog title={pet === undefined ? 'Add a pet' : `Edit pet ${pet.id}`} onClose={onClose}>
      <form
        class="pets-form"
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
          <select name="status" defaultValue={pet?.status ?? ''}>
            <option value="">none</option>
            {petStatuses.map((status) => (
              <option key={status} selected={status === pet?.status}>
                {status}
              </option>
            ))}
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
