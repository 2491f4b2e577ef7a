import { LosslessNumber, stringify } from 'lossless-json';
import { type Fields, readError, readInteger, readJson, readPet, Wrong } from './responses.js';
import { eventually, Lacking, NoResponse, type Sent, send, type Target } from './target.js';
import { formatUse, type Use } from './uses.js';
import { createWrongBody, createWrongKey } from './wrong-requests.js';

/** Why a use is broken. */
export interface Broken {
  readonly use: string;
  readonly problem: string;
  /** What it takes to see it. */
  readonly seenIn: 'one response' | 'several responses' | 'a repetition';
}

/** What the oracle has sent to create a pet, and the response. */
interface Created {
  readonly sent: Fields;
  readonly pet: Fields;
}

/** Names as people write them, one for each round: some providers fail only now and then. */
const names = ['Bello', 'rex the second', 'Minka 3'];
const unlikelyIds = ['9007199254740993', '4611686018427387905'];

/** A value to compare: numbers by their integer, a string as it is. */
const show = (value: unknown) =>
  readInteger(value)?.toString() ?? (typeof value === 'string' ? value : `${stringify(value)}`);

/**
 * Uses a provider as a shop does, and judges its responses by the interface document alone: it knows
 * nothing of Pact and of contracts.
 */
class Oracle {
  readonly broken: Broken[] = [];
  readonly #target: Target;
  readonly #uses: readonly Use[];
  #known: readonly Fields[] = [];
  readonly #created: Created[] = [];
  readonly #refused: string[] = [];
  readonly #unanswered = new Set<Use>();
  #name = '';

  constructor(target: Target, uses: readonly Use[]) {
    this.#target = target;
    this.#uses = uses;
  }

  async run(): Promise<void> {
    this.#known = await this.#findPets();
    for (const [round, name] of names.entries()) {
      await this.#forgetRemovedPets();
      const seenIn = round === 0 ? 'one response' : 'a repetition';
      this.#name = name;
      await this.#judgeAll(['listPets', 200], seenIn, (use) => this.#judgeList(use));
      await this.#judgeAll(['getPet', 200], seenIn, (use) => this.#judgeKnownPets(use));
      await this.#judgeAll(['createPet', 201], seenIn, (use) => this.#judgeCreate(use));
      await this.#judgeAll(['createPet', 201], 'a repetition', (use) => this.#judgeCreate(use));
      for (const use of this.#uses.filter(({ status }) => status >= 400)) {
        await this.#judge(use, seenIn, () => this.#judgeError(use));
      }
      const later = round === 0 ? 'several responses' : seenIn;
      await this.#judgeAll(['listPets', 200], later, (use) => this.#judgeList(use));
      await this.#judgeAll(['getPet', 200], later, (use) => this.#judgeCreatedPets(use));
    }
  }

  async #judgeAll(
    [operation, status]: [Use['operation'], number],
    seenIn: Broken['seenIn'],
    judge: (use: Use) => Promise<void>,
  ): Promise<void> {
    for (const use of this.#uses) {
      if (use.operation === operation && use.status === status) {
        await this.#judge(use, seenIn, () => judge(use));
      }
    }
  }

  async #judge(
    use: Use,
    seenIn: Broken['seenIn'],
    judge: () => Promise<void> | void,
  ): Promise<void> {
    if (this.#unanswered.has(use)) {
      return;
    }
    try {
      await judge();
    } catch (error) {
      if (!(error instanceof Wrong)) {
        throw error;
      }
      const seen = error instanceof Lacking ? 'several responses' : seenIn;
      this.broken.push({ use: formatUse(use), problem: error.message, seenIn: seen });
      if (error instanceof NoResponse) {
        this.#unanswered.add(use);
      }
    }
  }

  #send(sent: Omit<Sent, 'authorization'>) {
    return send(this.#target, { ...sent, authorization: `Bearer ${this.#target.apiKey}` });
  }

  /** The provider's own pets; where the list is broken, those with the first ids. */
  async #findPets(): Promise<Fields[]> {
    try {
      const page = readJson(await this.#send({ path: '/pets?limit=100' }), 200);
      const pets = (page as unknown[]).map((one) => readPet(one, []));
      return [...new Map(pets.map((pet) => [show(pet.id), pet])).values()];
    } catch {
      return ['1', '2', '3', '4'].map((id) => ({ id: new LosslessNumber(id) }));
    }
  }

  /** Others may remove pets (section 4.4). */
  async #forgetRemovedPets(): Promise<void> {
    const ids = (await this.#findPets()).map(({ id }) => show(id));
    this.#known = this.#known.filter(({ id }) => ids.includes(show(id)));
  }

  async #list({ sent, reads }: Use): Promise<Fields[]> {
    const query = new URLSearchParams(sent).toString();
    const path = query === '' ? '/pets' : `/pets?${query}`;
    const page = readJson(await this.#send({ path }), 200);
    if (!Array.isArray(page)) {
      throw new Wrong('a page is not an array');
    }
    return page.map((one) => readPet(one, reads));
  }

  /** A page has as many of the pets that belong to it as its limit allows, and no others. */
  async #judgeList(use: Use): Promise<void> {
    const { limit = '20', status: filter } = use.sent;
    const belongs = ({ status }: Fields) => filter === undefined || status === filter;
    await eventually(async () => {
      const page = await this.#list(use);
      if (page.length > Number(limit)) {
        throw new Wrong('a page has more pets than its limit');
      }
      if (!page.every(belongs)) {
        throw new Wrong('a filtered page has a pet without its status');
      }
      await this.#judge(use, 'several responses', () => this.#comparePage(use, page));
      const present = [...this.#known, ...this.#created.map(({ sent }) => sent)].filter(belongs);
      if (page.length < Math.min(Number(limit), present.length)) {
        await this.#forgetRemovedPets();
        throw new Lacking('a page lacks pets');
      }
    });
  }

  /** Compares a page with the pets that the shop has created, and with those that were refused. */
  #comparePage(use: Use, page: readonly Fields[]): void {
    const ids = page.map(({ id }) => show(id));
    if (use.reads.includes('id') && new Set(ids).size < ids.length) {
      throw new Wrong('two pets of a page have the same id');
    }
    if (page.some(({ name }) => this.#refused.includes(String(name)))) {
      throw new Wrong('a page has a pet that was refused');
    }
    for (const { sent, pet } of use.reads.includes('id') ? this.#created : []) {
      const found = page.find(({ id }) => show(id) === show(pet.id));
      if (found !== undefined) {
        compare(use, found, sent);
      }
    }
  }

  async #judgeCreate(use: Use): Promise<void> {
    const { status } = use.sent;
    const categoryId = this.#target.categoryId ?? show(this.#known.at(-1)?.categoryId ?? '2');
    const sent = { name: this.#name, categoryId, ...(status && { status }) };
    const body =
      `{"name":${JSON.stringify(sent.name)},"categoryId":${categoryId}` +
      `${status === undefined ? '' : `,"status":"${status}"`}}`;
    const response = await this.#send({ method: 'POST', path: '/pets', body });
    const pet = readPet(readJson(response, 201), use.reads);
    const others = [...this.#known, ...this.#created.map((one) => one.pet)];
    this.#created.push({ sent, pet });
    compare(use, pet, sent);
    await this.#judge(use, 'several responses', () => {
      if (use.reads.includes('id') && others.some(({ id }) => show(id) === show(pet.id))) {
        throw new Wrong('a created pet has the id of another one');
      }
    });
  }

  async #judgeError(use: Use): Promise<void> {
    const { operation, status, sent, reads } = use;
    const { apiKey } = this.#target;
    const known = [...this.#known, ...this.#created.map(({ pet }) => pet)].map(({ id }) =>
      show(id),
    );
    const id = status === 404 ? unlikelyIds.find((one) => !known.includes(one)) : '1';
    const name = `Refused ${this.#refused.length}`;
    const request =
      operation === 'createPet'
        ? { method: 'POST' as const, path: '/pets', body: createWrongBody(name, sent) }
        : { path: operation === 'listPets' ? '/pets' : `/pets/${id}` };
    const authorization = status === 401 ? createWrongKey(sent, apiKey) : `Bearer ${apiKey}`;
    const response = await send(this.#target, { ...request, authorization });
    this.#refused.push(name);
    readError(readJson(response, status), status, reads);
  }

  async #judgeGet(use: Use, expected: Fields): Promise<void> {
    const response = await this.#send({ path: `/pets/${readInteger(expected.id)}` });
    if (response.status === 404) {
      throw new Lacking('a pet is not found');
    }
    const pet = readPet(readJson(response, 200), use.reads);
    await this.#judge(use, 'several responses', () => compare(use, pet, expected));
  }

  /** Reads one of the provider's own pets of each status, and one without. */
  async #judgeKnownPets(use: Use): Promise<void> {
    const readable = this.#known.filter(({ id }) => readInteger(id) !== undefined);
    const pets = new Map(readable.map((pet) => [show(pet.status), pet]));
    for (const pet of pets.values()) {
      await this.#judgeGet(use, pet).catch((error: unknown) => {
        // Where the list is broken, nobody knows whether there is a pet with this id.
        if (!(error instanceof Lacking && pet.name === undefined)) {
          throw error;
        }
      });
    }
  }

  async #judgeCreatedPets(use: Use): Promise<void> {
    for (const { sent, pet } of this.#created) {
      if (readInteger(pet.id) !== undefined) {
        await eventually(() => this.#judgeGet(use, { ...sent, id: pet.id }));
      }
    }
  }
}

/** Compares the fields that a shop reads with those that it has sent or seen before. */
function compare({ reads }: Use, pet: Fields, before: Fields): void {
  for (const field of reads) {
    if (before[field] !== undefined && show(pet[field]) !== show(before[field])) {
      throw new Wrong(`the ${field} of a pet is another one`);
    }
  }
}

/** Finds the uses of a shop that a provider breaks. */
export async function findBrokenUses(target: Target, uses: readonly Use[]): Promise<Broken[]> {
  const oracle = new Oracle(target, uses);
  await oracle.run();
  return oracle.broken;
}
