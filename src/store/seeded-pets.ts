import { createHash } from 'node:crypto';
import { joinSlices } from '../engine/interface/slices.js';
import { shareTurn } from '../turn.js';
import type { StoreConnection } from './connection.js';
import { createUnavailableError } from './errors.js';
import { readPets, writePetSlices } from './pet-texts.js';
import { createPetsKey } from './scripts.js';
import type { SecretHider } from './secrets.js';

/** How many lists of pets are kept in memory, beside the one that this process starts with. */
const maxLists = 64;

/** For how many lists is known when the store last kept them for longer; others are kept once more. */
const maxKeptAt = 10_000;

/** How long before they expire lists are kept for longer, as a part of their time. */
export const refreshShare = 1 / 8;

/** The lists of pets that sandboxes start with. The store has each once, by the hash of its content. */
export class SeededPets {
  readonly #connection: StoreConnection;
  readonly #secrets: SecretHider;
  readonly #ttl: number;
  readonly #hashes = new WeakMap<readonly string[], string>();
  /** In the order of their last use. */
  readonly #lists = new Map<string, readonly string[]>();
  /** When the store last kept a list for longer, by `performance.now()`. */
  readonly #keptAt = new Map<string, number>();

  /** @param ttl of a sandbox, in milliseconds */
  constructor(connection: StoreConnection, secrets: SecretHider, ttl: number) {
    this.#connection = connection;
    this.#secrets = secrets;
    this.#ttl = ttl;
  }

  /** The hash of a list that `keep` or `load` had before. */
  hashOf(pets: readonly string[]): string {
    const hash = this.#hashes.get(pets);
    if (hash === undefined) {
      throw new Error('the pets are not kept yet');
    }
    return hash;
  }

  /** The list of a hash that `keep` or `load` had just before. */
  get(hash: string): readonly string[] {
    const pets = this.#lists.get(hash);
    if (pets === undefined) {
      throw createUnavailableError('the pets of a sandbox were read too slowly');
    }
    return pets;
  }

  /** Makes sure that the store has a list for as long as a sandbox that is used now. */
  async keep(pets: readonly string[], deadline: number): Promise<string> {
    const hash = this.#hashes.get(pets) ?? (await this.#hash(pets));
    this.#remember(hash, pets);
    await this.keepHash(hash, deadline);
    return hash;
  }

  async keepHash(hash: string, deadline: number): Promise<void> {
    const keptAt = this.#keptAt.get(hash) ?? Number.NEGATIVE_INFINITY;
    if (performance.now() - keptAt < this.#ttl * refreshShare) {
      return;
    }
    const key = createPetsKey(hash);
    const call = { deadline };
    const isComplete = await this.#connection.script('keepPets', [key, `${2 * this.#ttl}`], call);
    const pets = this.#lists.get(hash);
    if (isComplete !== 1 && pets !== undefined) {
      let count = 0;
      for (const slice of writePetSlices(pets, this.#secrets)) {
        const field = `${count}`;
        await this.#connection.command((client) => client.hset(key, field, slice), call);
        count += 1;
        await shareTurn();
      }
      await this.#connection.command((client) => client.hset(key, 'count', `${count}`), call);
      await this.#connection.command((client) => client.pexpire(key, 2 * this.#ttl), call);
    }
    if (this.#keptAt.size >= maxKeptAt) {
      this.#keptAt.clear();
    }
    this.#keptAt.set(hash, performance.now());
  }

  /** Makes sure that this process has a list. */
  async load(hash: string, deadline: number): Promise<void> {
    const known = this.#lists.get(hash);
    if (known !== undefined) {
      this.#remember(hash, known);
      return;
    }
    const key = createPetsKey(hash);
    const read = (field: string) =>
      this.#connection.command((client) => client.hget(key, field), { deadline });
    const count = await read('count');
    const parts: string[] = [];
    for (let field = 0; field < Number(count); field += 1) {
      parts.push((await read(`${field}`)) ?? '');
    }
    if (count === null) {
      throw createUnavailableError('it lost the pets of this sandbox, so drop the sandbox');
    }
    const pets = await readPets(parts.join(''), this.#secrets);
    this.#hashes.set(pets, hash);
    this.#remember(hash, pets);
  }

  async #hash(pets: readonly string[]): Promise<string> {
    const hash = createHash('sha256');
    for (const slice of joinSlices(pets)) {
      hash.update(slice);
      await shareTurn();
    }
    const text = hash.update(` ${pets.length}`).digest('hex');
    this.#hashes.set(pets, text);
    return text;
  }

  #remember(hash: string, pets: readonly string[]): void {
    const [eldest] = this.#lists.keys();
    const first = this.#lists.get(hash);
    this.#lists.delete(hash);
    this.#lists.set(hash, first ?? pets);
    if (this.#lists.size > maxLists && eldest !== undefined) {
      this.#lists.delete(eldest);
    }
  }
}
