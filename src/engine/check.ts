import { shorten } from '../base/text.js';
import { findDecider, ServiceError, serviceErrors } from '../document/errors.js';
import { sections } from '../document/generated/sections.js';
import type { ServiceResponse } from '../document/message.js';
import { listCommon, type OpenPoint, resolveChoices } from '../document/open-points.js';
import type { Operation } from '../document/operations.js';
import { findViolation } from '../document/requirements.js';
import { parseErrorResponse, type ReceivedResponse, ResponseError } from '../document/responses.js';
import { hasKey, hasMalformedKey } from './admit.js';
import { type Call, isRejecting, noteViolation, rejections } from './call.js';
import type { Note } from './notes.js';
import { operationSteps } from './operations/steps.js';
import { createRouteError, type Target } from './route.js';

/** Of caches, gateways, frameworks and limits, about which the document says nothing (section 8). */
const ofOthers: readonly number[] = [304, 413, 414, 415, 429, 431, 502, 503, 504];

const isRejection = (status: number) =>
  status >= 400 && status < 500 && findDecider(status) !== 'key';

const isOpen = (note: Note) => note.kind === 'open';

/** Finds the choice that a response shows, if it shows one; a service may have another status instead of 400. A 401 and a 5xx show none. */
function findChoice(point: OpenPoint, status: number): string | undefined {
  const choices = listCommon(point);
  const rejecting = choices.filter(isRejecting);
  const exact = rejecting.filter((choice) => serviceErrors[rejections[choice]].status === status);
  const accepting = choices.filter((choice) => !isRejecting(choice));
  const rejected = exact.length > 0 ? exact : rejecting;
  const left = status < 400 ? accepting : isRejection(status) ? rejected : [];
  return left.length === 1 ? left[0] : undefined;
}

/** Names the choice of the point that a request used. Of several points, each may be why it was rejected. */
function nameChoice(call: Call, status: number): void {
  const isAlone = call.notes.filter(isOpen).length === 1;
  call.notes = call.notes.map((note) => {
    const choice = isOpen(note) && isAlone ? findChoice(note.point, status) : undefined;
    return isOpen(note) ? { ...note, choice } : note;
  });
}

const pagePoints = /limit|status-filter|repeated-query/;

/** In front of a service, requests are read to the end, whatever open points they use. */
const lenient = resolveChoices('lenient');

/** Reads a request as the operation does, and adds its notes. Returns what the document allows as the response. */
function readAllowed(call: Call, operation: Operation) {
  const { name, section, statuses } = operation;
  const { read, check } = operationSteps[name];
  const isKeyed = hasKey(call.request);
  if (!isKeyed) {
    noteViolation(call, sections.authentication);
  }
  let input: unknown;
  let error: ServiceError | undefined;
  try {
    input = read({ ...call, choices: lenient }, operation);
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) {
      throw thrown;
    }
    error = thrown;
  }
  const points = call.notes.filter(isOpen).map(({ point }) => point);
  // Only of JSON does the document tell what is wrong.
  const isWrong =
    error !== undefined &&
    error.details.point === undefined &&
    !points.includes('media-type') &&
    findViolation(call.request.body ?? '') !== undefined;
  // The document doesn't specify the order of checks and the categories.
  const isUndecided = isKeyed ? name === 'createPet' && !isWrong : name !== 'listPets';
  const isOpenPage = points.some((point) => pagePoints.test(point));
  const decider = isKeyed ? (isWrong ? 'request' : 'pets') : 'key';
  const isAllowed = (status: number) =>
    (decider === 'pets' && status < 300) || findDecider(status) === decider;
  return {
    statuses: statuses.filter(isAllowed),
    mayReject: points.length > 0 || isUndecided,
    mayCrash: isOpenPage && isKeyed,
    section: isKeyed ? section : sections.authentication,
    checkSuccess: (response: ReceivedResponse) =>
      check(call, response, isOpenPage ? undefined : input),
  };
}

function findMismatch(
  allowed: ReturnType<typeof readAllowed>,
  response: ServiceResponse,
): Note | undefined {
  const { status, headers = [], body, decoded: bytes } = response;
  const { statuses, mayReject, mayCrash } = allowed;
  const isListed = findDecider(status) === 'key' || statuses.includes(status);
  const isOpenError = (mayReject && isRejection(status)) || (mayCrash && status >= 500);
  const kind = 'mismatch';
  if (!isListed && !isOpenError) {
    const expected = `${statuses.join(' or ')}${mayReject ? ', or an Error from 400 to 499' : ''}`;
    const received = shorten(bytes === undefined ? `${status}` : `${status} ${body}`);
    return { kind, section: allowed.section, expected, received };
  }
  if (bytes === undefined) {
    return undefined;
  }
  const get = (wanted: string) =>
    headers.find(([header]) => header.toLowerCase() === wanted)?.[1] ?? null;
  const isSuccess = status < 400;
  try {
    const check = isSuccess ? allowed.checkSuccess : parseErrorResponse;
    check({ status, headers: { get }, bytes });
    return undefined;
  } catch (error) {
    if (!(error instanceof ResponseError)) {
      throw error;
    }
    return { kind, section: isSuccess ? allowed.section : sections.errors, ...error.shape };
  }
}

/**
 * Checks the response of another service to a request, without its pets: notes what the request uses and
 * violates, and where the response contradicts the document.
 */
export function checkResponse(call: Call, response: ServiceResponse): void {
  const { operation, request, target, notes } = call;
  const { status } = response;
  if (operation === undefined) {
    if (request.method !== 'OPTIONS') {
      // Reading notes the violation.
      createRouteError(target as Target, request.method, notes);
    }
    return;
  }
  const allowed = readAllowed(call, operation);
  if (!notes.some(isOpen) && allowed.statuses.includes(201) && isRejection(status)) {
    notes.push({
      kind: 'open',
      point: 'unknown-category',
      choice: undefined,
      section: sections.fields,
    });
  }
  nameChoice(call, status);
  // The document doesn't specify whether %70ets is pets.
  const isPlain = request.method !== 'HEAD' && target?.path.startsWith('/pets');
  const isOfOthers =
    ofOthers.includes(status) || (status === 400 && hasMalformedKey(request.headers.authorization));
  if (isPlain && !isOfOthers) {
    call.notes.push(...[findMismatch(allowed, response)].filter((note) => note !== undefined));
  }
}
