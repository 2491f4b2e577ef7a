import { call } from '../api.js';
import { Button } from '../components/button.js';
import { Options } from '../components/field.js';
import { Table } from '../components/table.js';
import { notify } from '../components/toast.js';
import { useAction } from '../hooks.js';
import type { SnapshotPet } from '../types.js';
import { petStatuses } from './pet-form.js';

interface PetTableProps {
  readonly sandbox: string;
  readonly pets: readonly SnapshotPet[];
  readonly onEdit: (pet: SnapshotPet) => void;
}

/** The pets of a page, with what can be done to each. */
export function PetTable({ sandbox, pets, onEdit }: PetTableProps) {
  const { run } = useAction();
  const changeStatus = (id: string, status: string) =>
    run(() => call(`PATCH /pets/${id}`, sandbox, { body: { status: status || null } }));
  const remove = (id: string) =>
    run(async () => {
      await call(`DELETE /pets/${id}`, sandbox);
      notify(`Removed pet ${id}.`);
      // The focused button goes with its row.
      document.querySelector<HTMLElement>('.pets-filter input')?.focus();
    });
  return (
    <Table caption="Pets" columns={['Id', 'Name', 'Category', 'Status', 'Actions']}>
      {pets.map((pet) => (
        <tr key={pet.id}>
          <th scope="row">{pet.id}</th>
          <td class="long-text">{pet.name}</td>
          <td>{pet.categoryId}</td>
          <td>
            <select
              aria-label={`Status of pet ${pet.id}`}
              value={pet.status ?? ''}
              onChange={({ currentTarget }) => changeStatus(pet.id, currentTarget.value)}
            >
              <Options selected={pet.status ?? ''} values={[['', 'none'], ...petStatuses]} />
            </select>
          </td>
          <td>
            <div class="row">
              <Button aria-label={`Edit pet ${pet.id}`} onClick={() => onEdit(pet)}>
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
  );
}
