import { stringify } from 'lossless-json';
import { quote } from '../../document/format.js';
import type { ServiceResponse } from '../../document/message.js';
import { type ChoiceOf, createRejection } from '../../document/open-points.js';
import type { Operation } from '../../document/operations.js';
import type { ReceivedResponse } from '../../document/responses.js';
import { type Call, choose, noteBeyond } from '../call.js';
import { isSimulatorParameter } from '../preferences.js';

/** An operation as steps. */
export interface OperationSteps<Input> {
  /**
   * Reads the request, and notes its violations and the open points that it uses. It needs no pets.
   *
   * @throws {ServiceError} when the document or a choice rejects the request
   */
  read(call: Call, operation: Operation): Input;
  /** @throws {ServiceError} when the pets of the sandbox decide so */
  run(call: Call, input: Input): ServiceResponse;
  /**
   * Checks the success of another service.
   *
   * @param input undefined if it isn't sure what the request asks for
   * @throws {ResponseError}
   */
  check(call: Call, response: ReceivedResponse, input: Input | undefined): void;
}

/** Checks for query parameters that the operation doesn't have: an open point. */
export function checkUnknownQuery(call: Call, operation: Operation): void {
  const { name, section, queryParameters } = operation;
  for (const parameter of call.query.keys()) {
    if (queryParameters.includes(parameter) || isSimulatorParameter(parameter)) {
      continue;
    }
    if (choose(call, 'unknown-query') === 'reject') {
      throw createRejection(
        'unknown-query',
        `${name} has no query parameter ${quote(parameter)} (section ${section}). Leave it out.`,
      );
    }
  }
}

/**
 * Reads digits with a leading zero or plus, which URLs may have as a space, as its choice says.
 *
 * @returns plain digits; undefined for another text, or where it counts as malformed
 */
export function readSpelling(
  call: Call,
  point: 'limit-spelling' | 'pet-id-spelling',
  text: string,
): string | undefined {
  if (!/^[+ ]?[0-9]{1,100}$/.test(text)) {
    return undefined;
  }
  const choice = choose(call, point);
  const isAccepted = choice === 'accept' || (choice === 'zeros' && /^[0-9]/.test(text));
  return isAccepted ? String(BigInt(text.replace('+', ''))) : undefined;
}

/** Reads the digits at the beginning of a text, as `parseInt` and `to_i` do; 0 where there are none. */
export const readPrefix = (text: string) =>
  String(BigInt(/^[+ ]?(-?[0-9]{1,100})/.exec(text)?.[1] ?? '0'));

/** Adds a field that the document doesn't have, of the kind that services tend to add. */
const addExtraField = (json: string) =>
  // A body may have added it (unknown-field=echo).
  json.includes('"createdAt":') ? json : `${json.slice(0, -1)},"createdAt":"2030-01-01T00:00:00Z"}`;

/** Shows that a pet has no status, as many services do: the document has no such value. */
const addNoStatus = (json: string, none: string) =>
  json.includes('"status":"') ? json : `${json.slice(0, -1)},"status":${none}}`;

/** What stands for no status, by choice. */
const noStatus: Partial<Record<ChoiceOf<'omitted-status'>, string>> = { null: 'null', empty: '""' };

/** Chooses how a response shows pets: as they are, or as services do that add to them. */
export function chooseFormat(call: Call): (json: string) => string {
  const { choices } = call.sandbox.settings;
  const none = noStatus[choices['omitted-status']];
  const more = choices['extra-response-fields'];
  const customFields = stringify(call.settings.extraFields ?? {}) as string;
  if (none !== undefined) {
    noteBeyond(call, `omitted-status=${choose(call, 'omitted-status')}`);
  }
  if (more !== 'none') {
    choose(call, 'extra-response-fields');
  }
  return (json) => {
    const whole = none === undefined ? json : addNoStatus(json, none);
    if (more === 'custom') {
      return customFields === '{}' ? whole : `${whole.slice(0, -1)},${customFields.slice(1)}`;
    }
    return more === 'some' ? addExtraField(whole) : whole;
  };
}
