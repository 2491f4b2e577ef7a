import type { IncomingMessage, ServerResponse } from 'node:http';
import { stringify } from 'lossless-json';
import { type Answer, badRequest, type Call, notFound, Refusal, unauthorized } from './call.js';
import type { EveryField, Fields, NewPet, Pet, PetStatus } from './pet.js';
import * as pets from './pet.js';

/** The service of the document. Each method is one step that a variant may take differently. */
export class Service {
  readonly host: string = '127.0.0.1';
  readonly base: string = '/v1';
  readonly apiKey: string = 'key-of-the-provider';
  /** A category that new pets may have, where not every category will do. */
  readonly categoryId: bigint | undefined = undefined;
  pets: Pet[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();

  open(): void {
    this.pets = this.firstPets();
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        resolve();
      }, milliseconds);
      this.#timers.add(timer);
    });
  }

  firstPets(): Pet[] {
    return pets.somePets(30);
  }

  async answer(call: Call): Promise<Answer> {
    try {
      if (!this.isAllowed(call)) throw unauthorized();
      return await this.serve(call);
    } catch (error) {
      if (error instanceof Refusal) return this.refused(error, call);
      return this.refused(new Refusal(500, 'internal_error', String(error)), call);
    }
  }

  isAllowed(call: Call): boolean {
    return call.headers.authorization === `Bearer ${this.apiKey}`;
  }

  async serve(call: Call): Promise<Answer> {
    if (call.operation === 'listPets') return this.list(call);
    if (call.operation === 'createPet') return this.create(call);
    if (call.operation === 'getPet') return this.read(call);
    if (call.path !== '/pets' && call.petId === '') throw notFound();
    throw new Refusal(405, 'method_not_allowed', `There is no ${call.method} here.`, {
      Allow: call.path === '/pets' ? 'GET, HEAD, POST' : 'GET, HEAD',
    });
  }

  async list(call: Call): Promise<Answer> {
    const page = this.page(this.limitOf(call), this.filterOf(call));
    return this.reply(200, this.shownPage(page, call), call);
  }

  limitOf(call: Call): number {
    const text = call.query.get('limit');
    if (text === null) return 20;
    if (!/^([1-9]\d?|100)$/.test(text)) throw badRequest('limit must be from 1 to 100.');
    return Number(text);
  }

  filterOf(call: Call): PetStatus | undefined {
    const text = call.query.get('status');
    if (text === null) return undefined;
    if (!pets.isPetStatus(text)) throw badRequest('status must be available, pending or sold.');
    return text;
  }

  page(limit: number, filter: PetStatus | undefined): Pet[] {
    return this.pets
      .filter((pet) => filter === undefined || this.matches(pet, filter))
      .slice(0, limit);
  }

  matches(pet: Pet, filter: PetStatus): boolean {
    return pet.status === filter;
  }

  async create(call: Call): Promise<Answer> {
    const pet = this.added(this.newPetOf(this.fieldsOf(call)));
    return this.reply(201, this.shown(pet, call), call);
  }

  fieldsOf(call: Call): Fields {
    return pets.fieldsOf(pets.parseBody(call.body));
  }

  newPetOf(fields: Fields): NewPet {
    return {
      name: this.nameOf(fields.name),
      categoryId: this.categoryOf(fields.categoryId),
      status: this.statusOf(fields.status),
    } satisfies EveryField<NewPet>;
  }

  nameOf(value: unknown): string {
    if (typeof value !== 'string') throw badRequest('name must be a string.');
    return value;
  }

  categoryOf(value: unknown): bigint {
    const categoryId = pets.int64Of(pets.digitsOf(value) ?? '');
    if (categoryId === undefined) throw badRequest('categoryId must be an int64.');
    return categoryId;
  }

  statusOf(value: unknown): PetStatus | undefined {
    if (value === undefined || pets.isPetStatus(value)) return value;
    throw badRequest('status must be available, pending or sold.');
  }

  added(fields: NewPet): Pet {
    const pet = { id: this.nextId(fields), ...fields };
    this.keep(pet);
    return pet;
  }

  nextId(_fields: NewPet): bigint {
    return BigInt(this.pets.length + 1);
  }

  keep(pet: Pet): void {
    this.pets.push(pet);
  }

  async read(call: Call): Promise<Answer> {
    const pet = this.find(call.petId);
    if (pet === undefined) throw notFound();
    return this.reply(200, this.shown(pet, call), call);
  }

  find(petId: string): Pet | undefined {
    const id = pets.int64Of(petId);
    return this.pets.find((pet) => pet.id === id);
  }

  shown(pet: Pet, _call: Call): Fields {
    const { id, name, categoryId, status } = pet;
    return { id, name, categoryId, status } satisfies EveryField<Pet>;
  }

  shownPage(page: readonly Pet[], call: Call): unknown {
    return page.map((pet) => this.shown(pet, call));
  }

  refused(refusal: Refusal, call: Call): Answer {
    const answer = this.reply(refusal.status, this.shownError(refusal, call), call);
    return { ...answer, headers: { ...answer.headers, ...refusal.headers } };
  }

  shownError({ code, message, status }: Refusal, _call: Call): Fields {
    return { code, message, status };
  }

  reply(status: number, value: unknown, call: Call): Answer {
    const headers = { 'Content-Type': 'application/json' };
    return { status, headers, body: this.textOf(value, call) };
  }

  textOf(value: unknown, _call: Call): string {
    return stringify(value) ?? '';
  }

  send(response: ServerResponse<IncomingMessage>, answer: Answer, _call: Call): void {
    const length = Buffer.byteLength(answer.body);
    response
      .writeHead(answer.status, { ...answer.headers, 'Content-Length': length })
      .end(answer.body);
  }
}
