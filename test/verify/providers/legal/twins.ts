import type { Server } from 'node:http';
import { type Answer, badRequest, type Call } from '../call.js';
import { type Pet, type PetStatus, somePets } from '../pet.js';
import { Service } from '../service.js';
import { changing, permitting, sending } from '../variant.js';
import { refusingNames } from './input.js';

/** Serves a path in other spellings, too. */
const spelling = (rewrite: (path: string) => string) =>
  changing('answer', async (plain, call) => {
    const path = rewrite(call.path);
    if (path !== '/pets' || call.method !== 'GET') return plain(call);
    return plain({ ...call, path, operation: 'listPets' });
  });

/** Answers paths that the document does not have. */
const elsewhere = (answer: (call: Call) => Answer) =>
  changing('answer', async (plain, call) =>
    call.operation === undefined ? answer(call) : plain(call),
  );

const ordered = (count: number, order: (pets: Pet[]) => Pet[]) =>
  class extends Service {
    override firstPets() {
      return somePets(count);
    }

    override page(limit: number, filter: PetStatus | undefined) {
      return order(super.page(Number.POSITIVE_INFINITY, filter)).slice(0, limit);
    }
  };

const scattered = ({ id }: Pet) => Number((id * 7_919n) % 1_009n);

/** Closes what is idle for 20 ms, without saying so. */
const impatient = sending((response, _answer, _call, plain) => {
  const { socket } = response as unknown as { socket: { server: Server } };
  socket.server.keepAliveTimeout = 20;
  response.setHeader('Connection', 'keep-alive');
  plain();
});

/** Beside each kind of fault, what looks like it and is permitted. */
export const legalTwins = permitting({
  'A path may end in a slash, and needs the key, too.': spelling((path) => path.replace(/\/$/, '')),
  'A path may be in capitals, and needs the key, too.': spelling((path) => path.toLowerCase()),
  'Every other path is redirected to a page.': elsewhere(() => ({
    status: 302,
    headers: { Location: '/index.html' },
    body: '',
  })),
  'Every other path is answered with the page of an app.': elsewhere(() => ({
    status: 200,
    headers: { 'Content-Type': 'text/html' },
    body: '<div id="app"></div>',
  })),
  'Every other path is answered with 404 and an Error, without a key.': changing(
    'answer',
    async (plain, call) =>
      call.operation === undefined ? plain({ ...call, headers: {} }) : plain(call),
  ),
  'Other headers and cookies with the key are ignored beside a valid one.': changing(
    'answer',
    async (plain, call) => {
      const answer = await plain(call);
      const cookie = `session=${call.headers.cookie ?? 'new'}; Path=/`;
      return { ...answer, headers: { ...answer.headers, 'Set-Cookie': cookie } };
    },
  ),
  'A name of more than 24 characters is refused with 400.': refusingNames(
    (name) => name.length > 24,
  ),
  'A name with a brace, a bracket or a percent sign is refused with 400.': refusingNames((name) =>
    /[{}<>%]/.test(name),
  ),
  'A name without a letter is refused with 400.': refusingNames((name) => !/\p{L}/u.test(name)),
  'A name that another pet has is refused with 400.': class extends Service {
    override nameOf(value: unknown) {
      const name = super.nameOf(value);
      if (this.pets.slice(30).some((pet) => pet.name === name)) throw badRequest('name is taken.');
      return name;
    }
  },
  'A category beyond 31 bits is refused with 400.': changing('categoryOf', (plain, value) => {
    const categoryId = plain(value);
    if (categoryId >= 2n ** 31n || categoryId < 0n) throw badRequest('There is no such category.');
    return categoryId;
  }),
  'An id that was not found is remembered until the next pet is created.': class extends Service {
    readonly #unknown = new Set<string>();

    override keep(pet: Pet) {
      this.#unknown.clear();
      super.keep(pet);
    }

    override find(petId: string) {
      const pet = this.#unknown.has(petId) ? undefined : super.find(petId);
      if (pet === undefined) this.#unknown.add(petId);
      return pet;
    }
  },
  'There are 500 pets at the start, and lists start with the newest.': ordered(500, (pets) =>
    pets.toReversed(),
  ),
  'There are 500 pets at the start, and lists are in the order of the names.': ordered(
    500,
    (pets) => pets.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  ),
  'There are 500 pets at the start, and lists have an order without meaning.': ordered(
    500,
    (pets) => pets.toSorted((one, other) => scattered(one) - scattered(other)),
  ),
  'A connection that is idle for 20 ms is closed.': impatient,
  'The connection is closed after an error, and the answer does not say so.': sending(
    (response, answer, _call, plain) => {
      const { socket } = response;
      plain();
      if (answer.status >= 400) setImmediate(() => socket?.destroySoon());
    },
  ),
  'A body of more than 64 KiB closes the connection.': sending((response, _answer, call, plain) => {
    if (call.body.length > 65_536) response.destroy();
    else plain();
  }),
});
