import type { Answer, Call } from './call.js';
import { chosen, rejected, ServiceError } from './errors.js';
import { withExtraFields } from './extra-fields.js';
import { readNewPet } from './new-pet.js';
import { checkUnknownQuery } from './unknown-query.js';
import { quote } from './wording.js';

interface ForeignFormat {
  readonly came: string;
  readonly fix: string;
}

/** What keeps a body from being read as JSON as it stands: its media type, or a content coding. */
function foreignFormat({ request }: Call): ForeignFormat | undefined {
  const coding = request.header('content-encoding');
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    return { came: `content coding ${quote(coding)}`, fix: 'Send it without Content-Encoding.' };
  }
  const mediaType = request.header('content-type');
  if (mediaType?.split(';')[0]?.trim().toLowerCase() === 'application/json') {
    return undefined;
  }
  return {
    came: mediaType === undefined ? 'no media type' : `media type ${quote(mediaType)}`,
    fix: 'Send the header Content-Type: application/json.',
  };
}

function checkMediaType(call: Call): void {
  const format = foreignFormat(call);
  if (format === undefined) {
    return;
  }
  call.notes.violation('4.2');
  const advice =
    'The body must be sent as application/json, as it is (section 4.2), and ' +
    `${format.came} came. ${format.fix}`;
  switch (call.choose('media-type')) {
    case 'accept':
      return;
    case 'reject':
      throw rejected('media-type', advice);
    case 'unsupported':
      throw chosen('unsupported_media_type', 'media-type', 'unsupported', advice);
  }
}

/** Section 4.2. */
export function createPet(call: Call): Answer {
  const { body } = call.request;
  if (body === 'too-large') {
    throw new ServiceError(
      'payload_too_large',
      'The body is larger than this simulator takes (section 8 states no limit; the option ' +
        'max-body sets this one). Send a smaller body, or start the simulator with a larger limit.',
    );
  }
  checkUnknownQuery(call, []);
  checkMediaType(call);
  const { pet, extra } = readNewPet(call, body ?? new Uint8Array());
  const { catalogue, choices } = call.sandbox;
  const created = catalogue.add(pet, choices['id-scheme'], extra);
  // Only now: no identifier is assigned to a pet that there is no room for.
  call.choose('id-scheme');
  return { status: 201, body: withExtraFields(call, [created]).join('') };
}
