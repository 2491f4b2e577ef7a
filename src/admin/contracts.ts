import { readFile } from 'node:fs/promises';
import { SimulatorError } from '../engine/interface/errors.js';
import { contractsFolder, listContractFiles } from '../verification/pact/contract.js';
import { type Handler, RawBody } from './call.js';

export const listContracts: Handler<'listContracts'> = (
  _context,
  { origin = 'http://localhost' },
) => {
  const folder = `${origin}/__admin/contracts`;
  return { contracts: listContractFiles().map((name) => ({ name, url: `${folder}/${name}` })) };
};

export const readContract: Handler<'readContract'> = async (_context, { parameters: { name } }) => {
  const names = listContractFiles();
  if (!names.includes(name)) {
    throw new SimulatorError(
      'not_found',
      `There is no contract ${JSON.stringify(name)}. The contracts are ${names.join(', ')}.`,
    );
  }
  // Byte for byte: parsing it would round the large integers that it pins.
  return new RawBody('application/json', await readFile(new URL(name, contractsFolder)));
};
