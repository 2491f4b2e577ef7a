import { stringify } from 'lossless-json';
import { quote } from '../../base/text.js';
import type { CustomErrorName } from '../../document/errors.js';
import type { ServiceResponse } from '../../document/message.js';
import type { ChoiceOf } from '../../document/open-points.js';
import type { Operation } from '../../document/operations.js';
import type { ReceivedResponse } from '../../document/responses.js';
import { type Call, choose, chooseOrReject, noteBeyond } from '../call.js';
import type { AddedFields } from '../pets.js';
import { isSimulatorParameter } from '../preferences.js';

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
    if (!queryParameters.includes(parameter) && !isSimulatorParameter(parameter)) {
      const problem = `${name} has no query parameter ${quote(parameter)} (section ${section}).`;
      chooseOrReject(call, 'unknown-query', `${problem} Leave it out.`);
    }
  }
}

/**
 * Reads a number that is not in plain digits, as the choices say.
 *
 * @param spelling decides on a leading zero or plus, and with `trim` on whitespace: a plus that isn't percent-encoded
 * @param malformed decides on all else
 * @returns undefined where the text is ignored
 */
export function readMalformedNumber(
  call: Call,
  spelling: 'limit-spelling' | 'pet-id-spelling',
  malformed: 'limit-malformed' | 'limit-decimal' | 'empty-limit' | 'malformed-pet-id',
  text: string,
  problem: string,
  cause: CustomErrorName = malformed,
): string | undefined {
  const digits = call.choices[spelling] === 'trim' ? text.trim() : text;
  if (/^\+?[0-9]{1,100}$/.test(digits)) {
    // Plain digits are here because they are beyond int64, which the other point covers.
    const isPlain = /^[1-9]/.test(text);
    const choice = isPlain ? call.choices[spelling] : choose(call, spelling);
    if (choice !== 'malformed') {
      if (isPlain) {
        choose(call, malformed);
      }
      return String(BigInt(digits.replace('+', '')));
    }
  }
  switch (chooseOrReject(call, malformed, problem, cause)) {
    case 'ignore':
      return undefined;
    case 'accept':
      return text;
    case 'prefix':
      // As `parseInt` and `to_i` do; 0 where there are no digits.
      return String(BigInt(/^\s*\+?(-?[0-9]{1,100})/.exec(text)?.[1] ?? '0'));
  }
}

const noStatus: Partial<Record<ChoiceOf<'omitted-status'>, string>> = { null: 'null', empty: '""' };

/** A field that the document doesn't have, of the kind that services tend to add. */
const someField = { createdAt: '2030-01-01T00:00:00Z' };

/** Chooses how a response shows pets: as they are, or with fields, as services do that add some. */
export function chooseFields(call: Call): AddedFields {
  const { choices, settings } = call;
  const none = noStatus[choices['omitted-status']];
  const more = choices['extra-response-fields'];
  if (none !== undefined) {
    noteBeyond(call, `omitted-status=${choose(call, 'omitted-status')}`);
  }
  if (more !== 'none') {
    choose(call, 'extra-response-fields');
  }
  const extra = { none: {}, some: someField, custom: settings.extraFields ?? {} }[more];
  const added = Object.entries(extra).map(([name, value]) => [
    `${JSON.stringify(name)}:`,
    stringify(value),
  ]);
  return { ...(none !== undefined && { '"status":': none }), ...Object.fromEntries(added) };
}
