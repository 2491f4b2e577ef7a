import { type BrokenVariant, naming } from '../variant.js';

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const capitalised = (text: string) => text.replace(/(^| )\p{Ll}/gu, (start) => start.toUpperCase());

/** A name is stored as it was given. */
export const section2NameStored: readonly BrokenVariant[] = [
  {
    name: 'name-spaces-joined',
    breaks: '2',
    difference: 'Two spaces in a name become one.',
    service: naming((name) => name.replace(/ {2,}/g, ' ')),
  },
  {
    name: 'name-lower-case',
    breaks: '2',
    difference: 'Names are stored in lower case.',
    service: naming((name) => name.toLowerCase()),
  },
  {
    name: 'name-capitalised',
    breaks: '2',
    difference: 'Every word of a name gets a capital.',
    service: naming(capitalised),
  },
  {
    name: 'name-cut-at-32',
    breaks: '2',
    difference: 'A name is cut after 32 characters instead of refused.',
    service: naming((name) => name.slice(0, 32)),
  },
  {
    name: 'name-cut-at-255',
    breaks: '2',
    difference: 'A name is cut after 255 characters instead of refused.',
    service: naming((name) => name.slice(0, 255)),
  },
  {
    name: 'name-cut-at-500',
    breaks: '2',
    difference: 'A name is cut after 500 characters instead of refused.',
    service: naming((name) => name.slice(0, 500)),
  },
  {
    name: 'name-cut-at-nul',
    breaks: '2',
    difference: 'A name ends at its first character U+0000.',
    service: naming((name) => name.replace(/\0.*/s, '')),
  },
  {
    name: 'name-in-wrong-charset',
    breaks: '2',
    difference: 'The UTF-8 of a name is read as Latin-1: Zoë becomes ZoÃ«.',
    service: naming((name) => Buffer.from(name, 'utf8').toString('latin1')),
  },
  {
    name: 'name-in-ascii',
    breaks: '2',
    difference: 'Every character beyond ASCII becomes a question mark.',
    service: naming((name) => name.replace(/[\u0080-\uffff]/g, '?')),
  },
  {
    name: 'name-without-emoji',
    breaks: '2',
    difference: 'Characters beyond U+FFFF become a question mark: the table has three-byte UTF-8.',
    service: naming((name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
  },
  {
    name: 'name-invisible-characters-dropped',
    breaks: '2',
    difference: 'Characters that are not seen are lost: U+00AD, U+200B and U+FEFF.',
    service: naming((name) => name.replace(/[\u00ad\u200b\ufeff]/g, '')),
  },
  {
    name: 'name-no-break-space-becomes-space',
    breaks: '2',
    difference: 'A no-break space (U+00A0) becomes a space.',
    service: naming((name) => name.replaceAll('\u00a0', ' ')),
  },
  {
    name: 'name-accents-dropped',
    breaks: '2',
    difference: 'Accents are lost: Zoë becomes Zoe.',
    service: naming((name) => name.normalize('NFD').replace(/\p{Mn}/gu, '')),
  },
  {
    name: 'name-escaped-for-html',
    breaks: '2',
    difference: 'Quotes, ampersands and angle brackets are stored as HTML entities.',
    service: naming((name) => name.replace(/[&<>"']/g, (sign) => htmlEntities[sign] ?? sign)),
  },
  {
    name: 'name-without-tags',
    breaks: '2',
    difference: 'What looks like an HTML tag is lost.',
    service: naming((name) => name.replace(/<[^>]*>/g, '')),
  },
  {
    name: 'name-quotes-doubled',
    breaks: '2',
    difference: 'A single quote comes back as two.',
    service: naming((name) => name.replaceAll("'", "''")),
  },
  {
    name: 'name-double-quotes-lost',
    breaks: '2',
    difference: 'Double quotes are lost.',
    service: naming((name) => name.replaceAll('"', '')),
  },
  {
    name: 'name-backslash-lost',
    breaks: '2',
    difference: 'A backslash is lost.',
    service: naming((name) => name.replaceAll('\\', '')),
  },
  {
    name: 'name-line-breaks-lost',
    breaks: '2',
    difference: 'A line break or a tab becomes a space.',
    service: naming((name) => name.replace(/[\n\r\t]/g, ' ')),
  },
  {
    name: 'name-percent-decoded',
    breaks: '2',
    difference: 'Percent signs are decoded as in a web address: %20 becomes a space.',
    service: naming((name) =>
      name.replace(/%[2-7][0-9a-f]/gi, (code) => String.fromCharCode(Number(`0x${code.slice(1)}`))),
    ),
  },
  {
    name: 'name-plus-becomes-space',
    breaks: '2',
    difference: 'A plus sign becomes a space.',
    service: naming((name) => name.replaceAll('+', ' ')),
  },
  {
    name: 'name-of-digits-is-a-number',
    breaks: '2',
    difference: 'A name of digits comes back as a number: "007" as 7.',
    service: naming((name) => (/^\d+$/.test(name) ? BigInt(name) : name)),
  },
  {
    name: 'name-null-is-null',
    breaks: '2',
    difference: 'The name "null" comes back as null.',
    service: naming((name) => (name === 'null' ? null : name)),
  },
];
