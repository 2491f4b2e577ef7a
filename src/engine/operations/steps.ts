import type { OperationName } from '../../document/operations.js';
import type { OperationSteps } from './common.js';
import { createPet } from './create-pet.js';
import { getPet } from './get-pet.js';
import { listPets } from './list-pets.js';

export const operationSteps: Readonly<Record<OperationName, OperationSteps<unknown>>> = {
  listPets,
  createPet,
  getPet,
};
