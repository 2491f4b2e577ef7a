import { type BrokenVariant, breaking, naming } from '../variant.js';

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const capitalised = (text: string) => text.replace(/(^| )\p{Ll}/gu, (start) => start.toUpperCase());

/** A name is stored as it was given. */
export const section2NameStored: readonly BrokenVariant[] = breaking('2', {
  'name-spaces-joined': [
    'Two spaces in a name become one.',
    naming((name) => name.replace(/ {2,}/g, ' ')),
  ],
  'name-lower-case': ['Names are stored in lower case.', naming((name) => name.toLowerCase())],
  'name-capitalised': ['Every word of a name gets a capital.', naming(capitalised)],
  'name-cut-at-32': [
    'A name is cut after 32 characters instead of refused.',
    naming((name) => name.slice(0, 32)),
  ],
  'name-cut-at-255': [
    'A name is cut after 255 characters instead of refused.',
    naming((name) => name.slice(0, 255)),
  ],
  'name-cut-at-500': [
    'A name is cut after 500 characters instead of refused.',
    naming((name) => name.slice(0, 500)),
  ],
  'name-cut-at-nul': [
    'A name ends at its first character U+0000.',
    naming((name) => name.replace(/\0.*/s, '')),
  ],
  'name-in-wrong-charset': [
    'The UTF-8 of a name is read as Latin-1: Zoë becomes ZoÃ«.',
    naming((name) => Buffer.from(name, 'utf8').toString('latin1')),
  ],
  'name-in-ascii': [
    'Every character beyond ASCII becomes a question mark.',
    naming((name) => name.replace(/[\u0080-\uffff]/g, '?')),
  ],
  'name-without-emoji': [
    'Characters beyond U+FFFF become a question mark: the table has three-byte UTF-8.',
    naming((name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
  ],
  'name-invisible-characters-dropped': [
    'Characters that are not seen are lost: U+00AD, U+200B and U+FEFF.',
    naming((name) => name.replace(/[\u00ad\u200b\ufeff]/g, '')),
  ],
  'name-no-break-space-becomes-space': [
    'A no-break space (U+00A0) becomes a space.',
    naming((name) => name.replaceAll('\u00a0', ' ')),
  ],
  'name-accents-dropped': [
    'Accents are lost: Zoë becomes Zoe.',
    naming((name) => name.normalize('NFD').replace(/\p{Mn}/gu, '')),
  ],
  'name-escaped-for-html': [
    'Quotes, ampersands and angle brackets are stored as HTML entities.',
    naming((name) => name.replace(/[&<>"']/g, (sign) => htmlEntities[sign] ?? sign)),
  ],
  'name-without-tags': [
    'What looks like an HTML tag is lost.',
    naming((name) => name.replace(/<[^>]*>/g, '')),
  ],
  'name-quotes-doubled': [
    'A single quote comes back as two.',
    naming((name) => name.replaceAll("'", "''")),
  ],
  'name-double-quotes-lost': [
    'Double quotes are lost.',
    naming((name) => name.replaceAll('"', '')),
  ],
  'name-backslash-lost': ['A backslash is lost.', naming((name) => name.replaceAll('\\', ''))],
  'name-line-breaks-lost': [
    'A line break or a tab becomes a space.',
    naming((name) => name.replace(/[\n\r\t]/g, ' ')),
  ],
  'name-percent-decoded': [
    'Percent signs are decoded as in a web address: %20 becomes a space.',
    naming((name) =>
      name.replace(/%[2-7][0-9a-f]/gi, (code) => String.fromCharCode(Number(`0x${code.slice(1)}`))),
    ),
  ],
  'name-plus-becomes-space': [
    'A plus sign becomes a space.',
    naming((name) => name.replaceAll('+', ' ')),
  ],
  'name-of-digits-is-a-number': [
    'A name of digits comes back as a number: "007" as 7.',
    naming((name) => (/^\d+$/.test(name) ? BigInt(name) : name)),
  ],
  'name-null-is-null': [
    'The name "null" comes back as null.',
    naming((name) => (name === 'null' ? null : name)),
  ],
});
