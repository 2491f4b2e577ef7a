import { admin, call, type Schemas } from '../../api.js';
import { Button } from '../../components/button.js';
import { Table } from '../../components/table.js';
import { notify } from '../../components/toast.js';
import { useAction } from '../../hooks.js';
import { petStatuses } from './pet-form.js';

type Pet = Schemas['StoredPet'];

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

interface PetTableProps {
  readonly sandbox: string;
  readonly pets: readonly Pet[];
  readonly onEdit: (pet: Pet) => void;
  readonly onChanged: () => void;
}

/** The pets of a page, with what can be done to each. */
export function PetTable({ sandbox, pets, onEdit, onChanged }: PetTableProps) {
  const { run } = useAction();
  const inPet = ({ id }: Pet) => ({ params: { query: { sandbox }, path: { id } } });
  const changeStatus = (pet: Pet, status: Schemas['PetStatus'] | null) =>
    run(async () => {
      await call(admin.PATCH('/pets/{id}', { ...inPet(pet), body: { status } }));
      onChanged();
    });
  const remove = (pet: Pet) =>
    run(async () => {
      await call(admin.DELETE('/pets/{id}', inPet(pet)));
      notify(`Removed pet ${pet.id}.`);
      // The focused button is gone with its row.
      document.querySelector<HTMLElement>('.pets-filter input')?.focus();
      onChanged();
    });
  return (
    <Table caption="Pets" columns={['Id', 'Name', 'Category', 'Status', 'Actions']}>
      {pets.map((pet) => (
        <tr key={pet.id}>
          <th scope="row">{pet.id}</th>
          <td class="long-text">{pet.name}</td>
          <td>{pet.categoryId}</td>
          <td>
            <StatusSelect pet={pet} onSelect={(status) => changeStatus(pet, status)} />
          </td>
          <td>
            <div class="row pets-actions">
              <Button aria-label={`Edit pet ${pet.id}`} onClick={() => onEdit(pet)}>
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
  );
}
