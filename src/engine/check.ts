import { ServiceError } from '../document/errors.js';
import { shorten } from '../document/format.js';
import type { Header } from '../document/message.js';
import { listCommon } from '../document/open-points.js';
import type { Operation, OperationName } from '../document/operations.js';
import { findChangedField, isPetStatus, type NewPet, type Pet } from '../document/pet.js';
import {
  checkPage,
  createChangeError,
  parseErrorResponse,
  parsePetResponse,
  parsePetsResponse,
  type ReceivedResponse,
  ResponseError,
} from '../document/responses.js';
import { type Call, noteViolation } from './call.js';
import type { Note } from './notes.js';
import { operationSteps } from './operations/steps.js';
import { createRouteError, type Target } from './route.js';

/** The response of another service, as it came. */
export interface ServiceReply {
  readonly status: number;
  readonly headers: readonly Header[];
  /** As it came, in its content coding; undefined if it isn't known. */
  readonly bytes: Uint8Array | undefined;
  /** The same without its content coding. */
  readonly decoded: Uint8Array | undefined;
}

/** Of gateways and limits, about which the document says nothing (section 8). */
const passing: readonly number[] = [429, 502, 503, 504];
/** Frameworks give these before the service sees the request, with bodies of their own (RFC 9110, RFC 6585). */
const ofFrameworks: readonly number[] = [413, 414, 415, 431];

const isRejection = (status: number) => status >= 400 && status < 500 && status !== 401;

type OpenNote = Extract<Note, { kind: 'open' }>;
const isOpen = (note: Note): note is OpenNote => note.kind === 'open';

/** Which status shows a choice that rejects; a service may have another one instead of 400. */
const rejections: Readonly<Record<string, number>> = {
  reject: 400,
  unsupported: 415,
  'not-found': 404,
  gone: 410,
};

/** Names the choices of the points that a request used, where the response shows one. */
function nameChoices(call: Call, status: number): void {
  const isAlone = call.notes.filter(isOpen).length === 1;
  call.notes = call.notes.map((note) => {
    if (!isOpen(note)) {
      return note;
    }
    const choices = listCommon(note.point);
    const rejecting = choices.filter((choice) => rejections[choice] !== undefined);
    const exact = rejecting.filter((choice) => rejections[choice] === status);
    const accepting = choices.filter((choice) => !rejecting.includes(choice));
    const left = !isRejection(status) ? accepting : exact.length > 0 ? exact : rejecting;
    return { ...note, choice: isAlone && left.length === 1 ? left[0] : undefined };
  });
}

/** Services may keep a name without the spaces at its ends, or with other code points. */
const isSameName = (one: string, other: string) =>
  one.normalize('NFC').trim() === other.normalize('NFC').trim();

function expectSame(expected: string, before: Pet, pet: Pet): void {
  if (findChangedField(before, pet) !== undefined) {
    throw createChangeError(expected, before, pet);
  }
}

/** Checks the body of a success against the request, as far as it was read. */
function checkSuccess(operation: OperationName, input: unknown, response: ReceivedResponse): void {
  switch (operation) {
    case 'listPets': {
      const pets = parsePetsResponse(response);
      const page = input as { limit: number; filter: string } | undefined;
      if (page !== undefined) {
        const { limit, filter } = page;
        checkPage(pets, { limit, status: isPetStatus(filter) ? filter : undefined });
      }
      return;
    }
    case 'createPet': {
      const pet = parsePetResponse(response);
      const sent = { ...pet, ...(input as { pet: NewPet } | undefined)?.pet };
      const name = isSameName(sent.name, pet.name) ? pet.name : sent.name;
      expectSame('201 with the pet as it was sent', { ...sent, name }, pet);
      return;
    }
    case 'getPet': {
      const pet = parsePetResponse(response);
      const id = BigInt((input as { petId: string } | undefined)?.petId ?? pet.id);
      expectSame(`200 with the pet ${id}`, { ...pet, id }, pet);
    }
  }
}

/** Points on which it depends what a page has. */
const pagePoints = /limit|status-filter|repeated-query/;

/** What the document says of the response to a request, or one of the choices where it is silent. */
interface Allowed {
  readonly statuses: readonly number[];
  /** Whether any other rejection will do. */
  readonly mayReject: boolean;
  readonly section: string;
}

/** Finds contradictions of a response, and describes the first one. */
function findMismatch(
  { name, section }: Operation,
  { statuses, mayReject, section: ofStatus }: Allowed,
  input: unknown,
  reply: ServiceReply,
): Omit<Extract<Note, { kind: 'mismatch' }>, 'kind'> | undefined {
  const { status, decoded: bytes } = reply;
  const isAllowed = status === 401 || statuses.includes(status);
  const isRejected = mayReject && isRejection(status);
  const what = status >= 400 ? 'an Error' : name === 'listPets' ? 'Pets' : 'the Pet';
  if (!isAllowed && !isRejected) {
    const text = bytes === undefined ? '' : ` ${new TextDecoder().decode(bytes)}`;
    return {
      section: ofStatus,
      expected: `${statuses.join(' or ')}${mayReject ? ', or an Error from 400 to 499' : ''}`,
      received: shorten(`${status}${text}`),
    };
  }
  if (bytes === undefined || (isRejected && ofFrameworks.includes(status))) {
    return undefined;
  }
  const get = (wanted: string) =>
    reply.headers.find(([header]) => header.toLowerCase() === wanted)?.[1] ?? null;
  const response = { status, headers: { get }, bytes };
  try {
    if (status < 400) {
      checkSuccess(name, input, response);
    } else {
      parseErrorResponse(response);
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof ResponseError)) {
      throw error;
    }
    return {
      section: status < 400 ? section : '7',
      expected: error.expected ?? `${status} with ${what}`,
      received: error.message,
    };
  }
}

/**
 * Checks the response of another service to a request, without its pets: notes what the request uses and
 * violates, and where the response contradicts the document.
 */
export function checkResponse(call: Call, reply: ServiceReply): void {
  const { operation, request, target, notes } = call;
  const { status } = reply;
  if (operation === undefined) {
    if (request.method !== 'OPTIONS') {
      // It notes the violation.
      createRouteError(target as Target, request.method, notes);
    }
    return;
  }
  const hasKey = !/^(bearer)? *$/i.test(request.headers.authorization ?? '');
  if (!hasKey) {
    noteViolation(call, '5');
  }
  let input: unknown;
  let error: ServiceError | undefined;
  try {
    input = operationSteps[operation.name].read(call, operation);
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) {
      throw thrown;
    }
    error = thrown;
  }
  const points = notes.filter(isOpen);
  const isWrong = error !== undefined && !error.isChosen;
  // Valid categories and the size of fields are not specified (sections 2 and 8).
  const isOpenBody = operation.name === 'createPet' && !isWrong;
  const isSure = !points.some(({ point }) => pagePoints.test(point));
  const promised = operation.statuses.filter((one) => one < 300 || one === 404);
  const allowed = {
    statuses: !hasKey ? [401] : isWrong ? [400] : promised,
    mayReject: points.length > 0 || (hasKey ? isOpenBody : error !== undefined),
    section: hasKey ? operation.section : '5',
  };
  if (isOpenBody && points.length === 0 && isRejection(status) && hasKey) {
    notes.push({ kind: 'open', point: 'unknown-category', choice: undefined, section: '2' });
  }
  nameChoices(call, status);
  if (request.method !== 'HEAD' && !passing.includes(status)) {
    const mismatch = findMismatch(operation, allowed, isSure ? input : undefined, reply);
    call.notes.push(...(mismatch ? [{ kind: 'mismatch', ...mismatch } as const] : []));
  }
}
