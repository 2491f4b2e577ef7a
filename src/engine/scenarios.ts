import { stringify } from 'lossless-json';
import {
  findErrorName,
  ServiceError,
  type ServiceErrorName,
  writeError,
} from '../document/errors.js';
import { quote } from '../document/format.js';
import type { ServiceResponse } from '../document/message.js';
import { getErrorCode } from '../document/open-points.js';
import type { Example, Operation } from '../document/operations.js';
import { type Call, noteBeyond } from './call.js';
import { describeNotFound } from './operations/get-pet.js';
import { errorStatuses, type Scenario } from './scenario.js';
import { createServiceError } from './service-error.js';

const isError = (code: number) => code >= errorStatuses.min && code <= errorStatuses.max;

function isSuccess({ statuses }: Operation, code: number | undefined): boolean {
  return code !== undefined && !isError(code) && statuses.includes(code);
}

/** The examples that can be forced. Those of a success show pets that the sandbox doesn't have. */
function listErrors(operation: Operation, code: number | undefined): Example[] {
  return operation.examples.filter(
    ({ status }) => isError(status) && (code === undefined || status === code),
  );
}

export function canForce(operation: Operation, { code, example }: Scenario): boolean {
  if (example !== undefined) {
    return listErrors(operation, code).some(({ name }) => name === example);
  }
  return code === undefined || isError(code) || isSuccess(operation, code);
}

export function describeImpossible(operation: Operation, scenario: Scenario): string {
  const { name, statuses, section } = operation;
  const { code, example = '' } = scenario;
  if (code !== undefined && !isError(code) && !statuses.includes(code)) {
    return (
      `${name} has no response ${code}. Use one of ${statuses.join(', ')} (section ${section}) or, ` +
      `beyond the interface, any from ${errorStatuses.min} to ${errorStatuses.max}.`
    );
  }
  const known = listErrors(operation, code).map((one) => one.name);
  const withCode = code === undefined ? '' : ` with code=${code}`;
  const advice = known.length === 0 ? 'Leave out example' : `Use one of ${known.join(', ')}`;
  return `${name} has no error as example ${quote(example)}${withCode}. ${advice}.`;
}

function writeBeyond({ sandbox }: Call, status: number): string {
  const choice = sandbox.settings.choices['error-codes'];
  const name = findErrorName(status);
  const unnamed = `${choice === 'opaque' ? 'E9' : 'status_'}${status}`;
  const code = name === undefined ? unnamed : getErrorCode(name, choice);
  const message =
    `This ${status} was requested. It is beyond the interface: the document lists no such response, ` +
    'and the service promises nothing about it.';
  return writeError(code, message, status);
}

/** Creates the error that the document shows as an example; one that isn't asked for by name is about the pet. */
function createExample(call: Call, { status, value }: Example): ServiceResponse {
  const { scenario, target } = call;
  const isNamed = scenario.example !== undefined || !target?.petId;
  const message =
    status === 404 && !isNamed
      ? describeNotFound(target.petId)
      : (value as { message: string }).message;
  const name = findErrorName(status) as ServiceErrorName;
  return createServiceError(call, new ServiceError(name, message));
}

/** Creates the error that a scenario forces, if it forces one. For a success the operation runs. */
export function createForcedResponse(
  call: Call,
  operation: Operation,
): ServiceResponse | undefined {
  const { code, example, body, headers: own } = call.scenario;
  if ((code === undefined && example === undefined) || isSuccess(operation, code)) {
    if (own !== undefined) {
      noteBeyond(call, 'headers');
    }
    return undefined;
  }
  const found = listErrors(operation, code).find(
    ({ name }) => example === undefined || name === example,
  );
  const status = found?.status ?? (code as number);
  let response: ServiceResponse;
  if (typeof body === 'string') {
    response = { status, body, mediaType: 'text/plain; charset=utf-8' };
  } else if (body !== undefined) {
    response = { status, body: stringify(body) as string };
  } else if (found === undefined) {
    response = { status, body: writeBeyond(call, status) };
  } else {
    response = createExample(call, found);
  }
  call.notes.push({
    kind: 'scenario',
    applied: example === undefined ? `code=${code}` : `example=${example}`,
    beyond: body !== undefined || own !== undefined || found === undefined,
  });
  return response;
}
