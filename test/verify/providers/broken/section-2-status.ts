import { type PetStatus, petStatuses } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking, showing } from '../variant.js';

/** Changes a status on its way into the store. */
const keepingStatus = (change: (status: PetStatus | undefined) => PetStatus | undefined) =>
  class extends Service {
    protected override statusOf(value: unknown) {
      return change(super.statusOf(value));
    }
  };

/** `status`: one of three words or absent, and the one that was given. */
export const section2Status: readonly BrokenVariant[] = breaking('2', {
  'status-null': [
    'A pet without a status is shown with the status null.',
    showing((pet) => ({ ...pet, status: pet.status ?? null })),
  ],
  'status-null-in-lists': [
    'A pet without a status has the status null in lists only.',
    showing((pet, call) =>
      call.operation === 'listPets' ? { ...pet, status: pet.status ?? null } : pet,
    ),
  ],
  'status-empty': [
    'A pet without a status is shown with an empty one.',
    showing((pet) => ({ ...pet, status: pet.status ?? '' })),
  ],
  'status-unknown': [
    'A pet without a status is shown with the status "unknown".',
    showing((pet) => ({ ...pet, status: pet.status ?? 'unknown' })),
  ],
  'status-upper-case': [
    'A status is shown in capitals.',
    showing((pet) => ({
      ...pet,
      status: pet.status === undefined ? undefined : `${pet.status}`.toUpperCase(),
    })),
  ],
  'status-as-number': [
    'A status is shown as its place in the enumeration.',
    showing((pet, _call, { status }) => ({
      ...pet,
      status: status === undefined ? undefined : petStatuses.indexOf(status),
    })),
  ],
  'status-as-object': [
    'A status is shown as an object: {"value": "sold"}.',
    showing((pet) => ({ ...pet, status: pet.status && { value: pet.status } })),
  ],
  'pending-shown-as-reserved': [
    'The status pending is shown as "reserved".',
    showing((pet) => ({
      ...pet,
      status: pet.status === 'pending' ? 'reserved' : pet.status,
    })),
  ],
  'status-always-available': [
    'A created pet is available, whatever status was given.',
    keepingStatus(() => 'available'),
  ],
  'status-not-stored': ['The status of a created pet is lost.', keepingStatus(() => undefined)],
  'pending-becomes-available': [
    'A pet created as pending is available.',
    keepingStatus((status) => (status === 'pending' ? 'available' : status)),
  ],
  'sold-becomes-pending': [
    'A pet created as sold is pending.',
    keepingStatus((status) => (status === 'sold' ? 'pending' : status)),
  ],
  'available-not-stored': [
    'The status available is taken as none and lost.',
    keepingStatus((status) => (status === 'available' ? undefined : status)),
  ],
  'status-missing-when-created': [
    'The answer to a creation lacks the status that was given.',
    showing((pet, call) => (call.operation === 'createPet' ? { ...pet, status: undefined } : pet)),
  ],
  'status-missing-when-read': [
    'A pet that is read lacks its status.',
    showing((pet, call) => (call.operation === 'getPet' ? { ...pet, status: undefined } : pet)),
  ],
  'status-missing-in-lists': [
    'Pets in a list lack their status.',
    showing((pet, call) => (call.operation === 'listPets' ? { ...pet, status: undefined } : pet)),
  ],
});
