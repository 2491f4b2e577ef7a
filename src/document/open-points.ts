import { sections } from './generated/sections.js';
import type { OperationName, Section } from './operations.js';

/**
 * An open point: something that the interface document leaves unspecified, so the simulator must
 * choose. The table is the single source: types, validation, help, documentation and profiles derive
 * from it. The first choice is the one of the profile `default`.
 */
interface OpenPointEntry {
  readonly silent: string;
  /** The operation whose requests or responses show it, or any. */
  readonly operation: OperationName | 'any';
  readonly section: Section;
  /** True if responses show it whatever the client sends; others show where it sends what the document lacks. */
  readonly isUnavoidable?: true;
  /** The action of a request, in a few words for lists; braces name a parameter of its query, or a header. */
  readonly brief?: string;
  readonly choices: readonly [string, string, ...string[]];
  /** Choices that few services make: learned or set by name, in no profile and no matrix. */
  readonly uncommon?: readonly string[];
  readonly profiles: Readonly<Record<Exclude<ProfileName, 'default'>, string>>;
}

export const openPoints = {
  'omitted-status': {
    silent: 'the status of a pet that is created without one',
    operation: 'createPet',
    section: sections.states,
    brief: 'no status',
    choices: ['absent', 'available', 'null', 'empty'],
    uncommon: ['null', 'empty'],
    profiles: { strict: 'absent', lenient: 'available', hostile: 'absent' },
  },
  'list-order': {
    silent: 'the order of the list',
    operation: 'listPets',
    section: sections.listPets,
    isUnavoidable: true,
    choices: ['oldest-first', 'newest-first', 'shuffled'],
    profiles: { strict: 'oldest-first', lenient: 'oldest-first', hostile: 'shuffled' },
  },
  'limit-too-small': {
    silent: 'a limit under 1',
    operation: 'listPets',
    section: sections.errors,
    brief: 'limit={limit} out of range',
    choices: ['reject', 'clamp', 'ignore'],
    profiles: { strict: 'reject', lenient: 'clamp', hostile: 'ignore' },
  },
  'limit-too-large': {
    silent: 'a limit over 100',
    operation: 'listPets',
    section: sections.errors,
    brief: 'limit={limit} out of range',
    choices: ['reject', 'clamp', 'ignore'],
    profiles: { strict: 'reject', lenient: 'clamp', hostile: 'ignore' },
  },
  'limit-spelling': {
    silent: 'a limit with a leading zero or plus, such as 05 or +5',
    operation: 'listPets',
    section: sections.errors,
    brief: 'limit={limit} with zeros or plus',
    choices: ['malformed', 'accept', 'trim'],
    uncommon: ['trim'],
    profiles: { strict: 'malformed', lenient: 'accept', hostile: 'malformed' },
  },
  'limit-malformed': {
    silent: 'a limit that is not a number',
    operation: 'listPets',
    section: sections.errors,
    brief: 'limit={limit} is no integer',
    choices: ['reject', 'ignore', 'prefix'],
    uncommon: ['prefix'],
    profiles: { strict: 'reject', lenient: 'ignore', hostile: 'ignore' },
  },
  'limit-decimal': {
    silent: 'a limit that is an integer with a decimal point, such as 5.0',
    operation: 'listPets',
    section: sections.errors,
    brief: 'limit={limit} has a decimal point',
    choices: ['reject', 'accept', 'ignore'],
    profiles: { strict: 'reject', lenient: 'accept', hostile: 'ignore' },
  },
  'empty-limit': {
    silent: 'a limit without a value',
    operation: 'listPets',
    section: sections.errors,
    brief: 'limit is empty',
    choices: ['reject', 'ignore'],
    profiles: { strict: 'reject', lenient: 'ignore', hostile: 'ignore' },
  },
  'unknown-status-filter': {
    silent: 'a status filter that is not one of the three values',
    operation: 'listPets',
    section: sections.errors,
    brief: 'status={status} unknown',
    choices: ['reject', 'none', 'ignore'],
    profiles: { strict: 'reject', lenient: 'ignore', hostile: 'none' },
  },
  'empty-status-filter': {
    silent: 'a status filter without a value',
    operation: 'listPets',
    section: sections.errors,
    brief: 'status is empty',
    choices: ['reject', 'none', 'ignore'],
    profiles: { strict: 'reject', lenient: 'ignore', hostile: 'none' },
  },
  'repeated-query': {
    silent: 'a limit or a status filter that is sent more than once',
    operation: 'listPets',
    section: sections.errors,
    brief: 'parameter repeated',
    choices: ['reject', 'first', 'last'],
    profiles: { strict: 'reject', lenient: 'first', hostile: 'last' },
  },
  'unknown-query': {
    silent: 'query parameters that are not in the document',
    operation: 'listPets',
    section: sections.listPets,
    brief: 'unknown parameter',
    choices: ['ignore', 'reject'],
    profiles: { strict: 'reject', lenient: 'ignore', hostile: 'reject' },
  },
  'unknown-field': {
    silent: 'fields of a NewPet that are not in the document',
    operation: 'createPet',
    section: sections.fields,
    brief: 'unknown field',
    choices: ['ignore', 'reject', 'echo'],
    profiles: { strict: 'reject', lenient: 'ignore', hostile: 'echo' },
  },
  'malformed-pet-id': {
    silent: 'a petId that is not an int64',
    operation: 'getPet',
    section: sections.getPet,
    brief: 'petId is no integer',
    choices: ['not-found', 'reject', 'prefix'],
    uncommon: ['prefix'],
    profiles: { strict: 'reject', lenient: 'not-found', hostile: 'reject' },
  },
  'pet-id-spelling': {
    silent: 'a petId with a leading zero or plus, such as 05 or +5',
    operation: 'getPet',
    section: sections.getPet,
    brief: 'petId with zeros or plus',
    choices: ['malformed', 'accept', 'trim'],
    uncommon: ['trim'],
    profiles: { strict: 'malformed', lenient: 'accept', hostile: 'malformed' },
  },
  'id-scheme': {
    silent: 'how identifiers are assigned',
    operation: 'createPet',
    section: sections.fields,
    isUnavoidable: true,
    choices: ['sequential', 'sparse', 'large'],
    profiles: { strict: 'sequential', lenient: 'sequential', hostile: 'large' },
  },
  'extra-response-fields': {
    silent: 'whether a Pet may carry fields that are not in the document',
    operation: 'any',
    section: sections.fields,
    isUnavoidable: true,
    choices: ['none', 'some', 'custom'],
    uncommon: ['custom'],
    profiles: { strict: 'none', lenient: 'none', hostile: 'some' },
  },
  'unknown-category': {
    silent: 'a categoryId that no seeded pet has',
    operation: 'createPet',
    section: sections.fields,
    brief: 'unknown category',
    choices: ['accept', 'reject'],
    profiles: { strict: 'accept', lenient: 'accept', hostile: 'accept' },
  },
  'empty-name': {
    silent: 'a name that is the empty string',
    operation: 'createPet',
    section: sections.fields,
    brief: 'name is empty',
    choices: ['accept', 'reject', 'reject-blank'],
    uncommon: ['reject-blank'],
    profiles: { strict: 'reject', lenient: 'accept', hostile: 'accept' },
  },
  'long-name': {
    silent: 'a name of more than 255 characters',
    operation: 'createPet',
    section: sections.limits,
    brief: 'name is long',
    choices: ['accept', 'reject'],
    profiles: { strict: 'reject', lenient: 'accept', hostile: 'reject' },
  },
  'decimal-integer': {
    silent: 'a categoryId that is an integer in another form, such as 1.0 or 1e2',
    operation: 'createPet',
    section: sections.fields,
    brief: 'categoryId like 1.0',
    choices: ['accept', 'reject'],
    profiles: { strict: 'accept', lenient: 'accept', hostile: 'reject' },
  },
  'null-status': {
    silent: 'a new pet whose status is null',
    operation: 'createPet',
    section: sections.fields,
    brief: 'status is null',
    choices: ['reject', 'accept'],
    profiles: { strict: 'reject', lenient: 'accept', hostile: 'reject' },
  },
  'media-type': {
    silent: 'a body that is neither sent as application/json nor as a form',
    operation: 'createPet',
    section: sections.createPet,
    brief: 'Content-Type {content-type}',
    choices: ['reject', 'unsupported', 'accept'],
    profiles: { strict: 'unsupported', lenient: 'accept', hostile: 'unsupported' },
  },
  'form-body': {
    silent: 'a body that is sent as a form',
    operation: 'createPet',
    section: sections.createPet,
    brief: 'sent as a form',
    choices: ['reject', 'unsupported', 'accept', 'json'],
    uncommon: ['json'],
    profiles: { strict: 'unsupported', lenient: 'accept', hostile: 'unsupported' },
  },
  'keyless-path': {
    silent: 'a request without a key for a path or method that is not in the document',
    operation: 'any',
    section: sections.authentication,
    choices: ['unauthorized', 'not-found'],
    profiles: { strict: 'unauthorized', lenient: 'unauthorized', hostile: 'not-found' },
  },
  'error-codes': {
    silent: 'the set of code values',
    operation: 'any',
    section: sections.errors,
    isUnavoidable: true,
    choices: ['words', 'opaque', 'custom'],
    uncommon: ['custom'],
    profiles: { strict: 'words', lenient: 'words', hostile: 'opaque' },
  },
  'after-sunset': {
    silent: 'getPet after 5 December 2030',
    operation: 'getPet',
    section: sections.versioning,
    brief: 'getPet ended in 2030',
    choices: ['gone', 'not-found', 'available'],
    profiles: { strict: 'gone', lenient: 'available', hostile: 'not-found' },
  },
} as const satisfies Record<string, OpenPointEntry>;

export type OpenPoint = keyof typeof openPoints;
export type ChoiceOf<P extends OpenPoint> = (typeof openPoints)[P]['choices'][number];
export type Choices = { readonly [P in OpenPoint]: ChoiceOf<P> };

export const openPointNames = Object.keys(openPoints) as readonly OpenPoint[];

export const isOpenPoint = (name: string): name is OpenPoint => Object.hasOwn(openPoints, name);

/** The choices of a point that any service may make. */
export function listCommon(point: OpenPoint): readonly string[] {
  const { choices, uncommon = [] }: OpenPointEntry = openPoints[point];
  return choices.filter((choice) => !uncommon.includes(choice));
}

export const profileNames = ['default', 'strict', 'lenient', 'hostile'] as const;
export type ProfileName = (typeof profileNames)[number];

/** Creates the choices of a profile, with single ones replaced. */
export function resolveChoices(profile: ProfileName, single: Partial<Choices> = {}): Choices {
  const choices: Record<string, string> = {};
  for (const point of openPointNames) {
    const { choices: all, profiles }: OpenPointEntry = openPoints[point];
    choices[point] = single[point] ?? (profile === 'default' ? all[0] : profiles[profile]);
  }
  return Object.freeze(choices) as Choices;
}
