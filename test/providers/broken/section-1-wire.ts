import { gzipSync } from 'node:zlib';
import {
  answering,
  type BrokenVariant,
  isGoodOf,
  rewriting,
  sending,
  withBody,
} from '../variant.js';

/** Answers that don't arrive, or not whole. */
export const section1Wire: readonly BrokenVariant[] = [
  {
    name: 'half-a-list',
    breaks: '1',
    difference: 'Only the first half of a list is sent, as if it were whole.',
    service: rewriting('listPets', (text) => text.slice(0, text.length / 2)),
  },
  {
    name: 'length-counts-characters',
    breaks: '1',
    difference:
      'Content-Length counts characters, so a name beyond ASCII cuts the end of the JSON.',
    service: sending((response, answer) => {
      const body = Buffer.from(answer.body);
      const length = `${answer.body}`.length;
      response
        .writeHead(answer.status, { ...answer.headers, 'Content-Length': length })
        .end(body.subarray(0, length));
    }),
  },
  {
    name: 'connection-lost-in-a-list',
    breaks: '1',
    difference: 'The connection is closed in the middle of a list.',
    service: sending((response, answer, call, plain) => {
      if (!isGoodOf('listPets', answer, call)) return plain();
      const body = Buffer.from(answer.body);
      response.writeHead(answer.status, { ...answer.headers, 'Content-Length': body.length });
      response.write(body.subarray(0, body.length / 2), () => response.destroy());
    }),
  },
  {
    name: 'body-longer-than-its-length',
    breaks: '1',
    difference: 'A created pet has two more bytes than its Content-Length says.',
    service: sending((response, answer, call, plain) => {
      if (!isGoodOf('createPet', answer, call)) return plain();
      response
        .writeHead(answer.status, {
          ...answer.headers,
          'Content-Length': Buffer.byteLength(answer.body) - 2,
          Connection: 'close',
        })
        .end(answer.body);
    }),
  },
  {
    name: 'connection-closed-when-reading',
    breaks: '4.3',
    difference: 'Reading a pet closes the connection without an answer.',
    service: sending((response, answer, call, plain) =>
      isGoodOf('getPet', answer, call) ? response.destroy() : plain(),
    ),
  },
  {
    name: 'no-http-when-reading',
    breaks: '4.3',
    difference: 'Reading a pet is answered with JSON alone, without HTTP around it.',
    service: sending((response, answer, call, plain) =>
      isGoodOf('getPet', answer, call) ? response.socket?.end(answer.body) : plain(),
    ),
  },
  {
    name: 'connection-closed-on-bad-json',
    breaks: '4.2',
    difference: 'A refused body closes the connection without an answer.',
    service: sending((response, answer, call, plain) =>
      call.operation === 'createPet' && answer.status === 400 ? response.destroy() : plain(),
    ),
  },
  {
    name: 'list-never-answered',
    breaks: '4.1',
    difference: 'A list is never answered.',
    service: sending((_response, answer, call, plain) => {
      if (!isGoodOf('listPets', answer, call)) plain();
    }),
  },
  {
    name: 'create-never-answered',
    breaks: '4.2',
    difference: 'A pet is created, but never answered.',
    service: sending((_response, answer, _call, plain) => {
      if (answer.status !== 201) plain();
    }),
  },
  {
    name: 'list-never-ends',
    breaks: '4.1',
    difference: 'A list starts and never ends.',
    service: sending((response, answer, call, plain) => {
      if (!isGoodOf('listPets', answer, call)) return plain();
      response.writeHead(answer.status, { ...answer.headers });
      response.write(answer.body.slice(0, 40));
    }),
  },
  {
    name: 'megabyte-of-garbage',
    breaks: '4.1',
    difference: 'A list is a megabyte of something else.',
    service: sending((response, answer, call, plain) => {
      if (!isGoodOf('listPets', answer, call)) return plain();
      response.writeHead(200, answer.headers).end(Buffer.alloc(1_000_000, '\u0007garbage '));
    }),
  },
  {
    name: 'latin-1-answers',
    breaks: '1',
    difference: 'JSON is sent in Latin-1 instead of UTF-8.',
    service: answering((answer) => withBody(answer, Buffer.from(`${answer.body}`, 'latin1'))),
  },
  {
    name: 'utf-16-answers',
    breaks: '1',
    difference: 'A pet that is read is sent in UTF-16.',
    service: answering((answer, call) =>
      isGoodOf('getPet', answer, call)
        ? withBody(answer, Buffer.from(`${answer.body}`, 'utf16le'))
        : answer,
    ),
  },
  {
    name: 'gzip-undeclared',
    breaks: '1',
    difference: 'A list is compressed, and no header says so.',
    service: answering((answer, call) =>
      isGoodOf('listPets', answer, call) ? withBody(answer, gzipSync(answer.body)) : answer,
    ),
  },
];
