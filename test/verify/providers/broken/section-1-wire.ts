import { gzipSync } from 'node:zlib';
import {
  answering,
  type BrokenVariant,
  breaking,
  isGoodOf,
  rewriting,
  sending,
  withBody,
} from '../variant.js';

/** Answers that don't arrive, or not whole. */
export const section1Wire: readonly BrokenVariant[] = [
  ...breaking('1', {
    'half-a-list': [
      'Only the first half of a list is sent, as if it were whole.',
      rewriting('listPets', (text) => text.slice(0, text.length / 2)),
    ],
    'length-counts-characters': [
      'Content-Length counts characters, so a name beyond ASCII cuts the end of the JSON.',
      sending((response, answer) => {
        const body = Buffer.from(answer.body);
        const length = `${answer.body}`.length;
        response
          .writeHead(answer.status, { ...answer.headers, 'Content-Length': length })
          .end(body.subarray(0, length));
      }),
    ],
    'connection-lost-in-a-list': [
      'The connection is closed in the middle of a list.',
      sending((response, answer, call, plain) => {
        if (!isGoodOf('listPets', answer, call)) return plain();
        const body = Buffer.from(answer.body);
        response.writeHead(answer.status, { ...answer.headers, 'Content-Length': body.length });
        response.write(body.subarray(0, body.length / 2), () => response.destroy());
      }),
    ],
    'body-longer-than-its-length': [
      'A created pet has two more bytes than its Content-Length says.',
      sending((response, answer, call, plain) => {
        if (!isGoodOf('createPet', answer, call)) return plain();
        response
          .writeHead(answer.status, {
            ...answer.headers,
            'Content-Length': Buffer.byteLength(answer.body) - 2,
            Connection: 'close',
          })
          .end(answer.body);
      }),
    ],
  }),
  ...breaking('4.3', {
    'connection-closed-when-reading': [
      'Reading a pet closes the connection without an answer.',
      sending((response, answer, call, plain) =>
        isGoodOf('getPet', answer, call) ? response.destroy() : plain(),
      ),
    ],
    'no-http-when-reading': [
      'Reading a pet is answered with JSON alone, without HTTP around it.',
      sending((response, answer, call, plain) =>
        isGoodOf('getPet', answer, call) ? response.socket?.end(answer.body) : plain(),
      ),
    ],
  }),
  ...breaking('4.2', {
    'connection-closed-on-bad-json': [
      'A refused body closes the connection without an answer.',
      sending((response, answer, call, plain) =>
        call.operation === 'createPet' && answer.status === 400 ? response.destroy() : plain(),
      ),
    ],
  }),
  ...breaking('4.1', {
    'list-never-answered': [
      'A list is never answered.',
      sending((_response, answer, call, plain) => {
        if (!isGoodOf('listPets', answer, call)) plain();
      }),
    ],
  }),
  ...breaking('4.2', {
    'create-never-answered': [
      'A pet is created, but never answered.',
      sending((_response, answer, _call, plain) => {
        if (answer.status !== 201) plain();
      }),
    ],
  }),
  ...breaking('4.1', {
    'list-never-ends': [
      'A list starts and never ends.',
      sending((response, answer, call, plain) => {
        if (!isGoodOf('listPets', answer, call)) return plain();
        response.writeHead(answer.status, { ...answer.headers });
        response.write(answer.body.slice(0, 40));
      }),
    ],
    'megabyte-of-garbage': [
      'A list is a megabyte of something else.',
      sending((response, answer, call, plain) => {
        if (!isGoodOf('listPets', answer, call)) return plain();
        response.writeHead(200, answer.headers).end(Buffer.alloc(1_000_000, '\u0007garbage '));
      }),
    ],
  }),
  ...breaking('1', {
    'latin-1-answers': [
      'JSON is sent in Latin-1 instead of UTF-8.',
      answering((answer) => withBody(answer, Buffer.from(`${answer.body}`, 'latin1'))),
    ],
    'utf-16-answers': [
      'A pet that is read is sent in UTF-16.',
      answering((answer, call) =>
        isGoodOf('getPet', answer, call)
          ? withBody(answer, Buffer.from(`${answer.body}`, 'utf16le'))
          : answer,
      ),
    ],
    'gzip-undeclared': [
      'A list is compressed, and no header says so.',
      answering((answer, call) =>
        isGoodOf('listPets', answer, call) ? withBody(answer, gzipSync(answer.body)) : answer,
      ),
    ],
  }),
];
