import { type PetStatus, petStatuses } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, showing } from '../variant.js';

/** Changes a status on its way into the store. */
const keepingStatus = (change: (status: PetStatus | undefined) => PetStatus | undefined) =>
  class extends Service {
    protected override statusOf(value: unknown) {
      return change(super.statusOf(value));
    }
  };

/** `status`: one of three words or absent, and the one that was given. */
export const section2Status: readonly BrokenVariant[] = [
  {
    name: 'status-null',
    breaks: '2',
    difference: 'A pet without a status is shown with the status null.',
    service: showing((pet) => ({ ...pet, status: pet.status ?? null })),
  },
  {
    name: 'status-null-in-lists',
    breaks: '2',
    difference: 'A pet without a status has the status null in lists only.',
    service: showing((pet, call) =>
      call.operation === 'listPets' ? { ...pet, status: pet.status ?? null } : pet,
    ),
  },
  {
    name: 'status-empty',
    breaks: '2',
    difference: 'A pet without a status is shown with an empty one.',
    service: showing((pet) => ({ ...pet, status: pet.status ?? '' })),
  },
  {
    name: 'status-unknown',
    breaks: '2',
    difference: 'A pet without a status is shown with the status "unknown".',
    service: showing((pet) => ({ ...pet, status: pet.status ?? 'unknown' })),
  },
  {
    name: 'status-upper-case',
    breaks: '2',
    difference: 'A status is shown in capitals.',
    service: showing((pet) => ({
      ...pet,
      status: pet.status === undefined ? undefined : `${pet.status}`.toUpperCase(),
    })),
  },
  {
    name: 'status-as-number',
    breaks: '2',
    difference: 'A status is shown as its place in the enumeration.',
    service: showing((pet, _call, { status }) => ({
      ...pet,
      status: status === undefined ? undefined : petStatuses.indexOf(status),
    })),
  },
  {
    name: 'status-as-object',
    breaks: '2',
    difference: 'A status is shown as an object: {"value": "sold"}.',
    service: showing((pet) => ({ ...pet, status: pet.status && { value: pet.status } })),
  },
  {
    name: 'pending-shown-as-reserved',
    breaks: '2',
    difference: 'The status pending is shown as "reserved".',
    service: showing((pet) => ({
      ...pet,
      status: pet.status === 'pending' ? 'reserved' : pet.status,
    })),
  },
  {
    name: 'status-always-available',
    breaks: '2',
    difference: 'A created pet is available, whatever status was given.',
    service: keepingStatus(() => 'available'),
  },
  {
    name: 'status-not-stored',
    breaks: '2',
    difference: 'The status of a created pet is lost.',
    service: keepingStatus(() => undefined),
  },
  {
    name: 'pending-becomes-available',
    breaks: '2',
    difference: 'A pet created as pending is available.',
    service: keepingStatus((status) => (status === 'pending' ? 'available' : status)),
  },
  {
    name: 'sold-becomes-pending',
    breaks: '2',
    difference: 'A pet created as sold is pending.',
    service: keepingStatus((status) => (status === 'sold' ? 'pending' : status)),
  },
  {
    name: 'available-not-stored',
    breaks: '2',
    difference: 'The status available is taken as none and lost.',
    service: keepingStatus((status) => (status === 'available' ? undefined : status)),
  },
  {
    name: 'status-missing-when-created',
    breaks: '2',
    difference: 'The answer to a creation lacks the status that was given.',
    service: showing((pet, call) =>
      call.operation === 'createPet' ? { ...pet, status: undefined } : pet,
    ),
  },
  {
    name: 'status-missing-when-read',
    breaks: '2',
    difference: 'A pet that is read lacks its status.',
    service: showing((pet, call) =>
      call.operation === 'getPet' ? { ...pet, status: undefined } : pet,
    ),
  },
  {
    name: 'status-missing-in-lists',
    breaks: '2',
    difference: 'Pets in a list lack their status.',
    service: showing((pet, call) =>
      call.operation === 'listPets' ? { ...pet, status: undefined } : pet,
    ),
  },
];
