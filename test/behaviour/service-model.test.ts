import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Client } from '../support/behaviour.js';
import { openFetch } from '../support/behaviour.js';
import { newPet } from '../unit/engine/engine.js';

/** The pets as JSON, oldest first, as the service showed them. */
type Model = { pets: string[]; nextId: number };

const statusOf = (pet: string): unknown => JSON.parse(pet).status;

class Create implements fc.AsyncCommand<Model, Client> {
  constructor(readonly pet: { name: string; categoryId: bigint; status?: string | undefined }) {}
  check = () => true;
  async run(model: Model, client: Client): Promise<void> {
    const { name, categoryId, status } = this.pet;
    const fields = `"name":${JSON.stringify(name)},"categoryId":${categoryId}`;
    const rest = status === undefined ? '}' : `,"status":"${status}"}`;

    const answer = await client.post('/pets', `{${fields}${rest}`);

    expect([answer.status, answer.text]).toEqual([201, `{"id":${model.nextId},${fields}${rest}`]);
    model.pets.push(answer.text);
    model.nextId += 1;
  }
  toString = () => `create(${this.pet.categoryId}, ${this.pet.status})`;
}

class CreateBadly implements fc.AsyncCommand<Model, Client> {
  check = () => true;
  async run(_model: Model, client: Client): Promise<void> {
    expect((await client.post('/pets', '{"name":"Rex"}')).status).toBe(400);
  }
  toString = () => 'createBadly()';
}

class Get implements fc.AsyncCommand<Model, Client> {
  constructor(readonly id: number) {}
  check = () => true;
  async run({ pets }: Model, client: Client): Promise<void> {
    const answer = await client.get(`/pets/${this.id}`);
    const pet = pets[this.id - 1];
    expect(answer.status).toBe(pet === undefined ? 404 : 200);
    expect(answer.text).toContain(pet ?? 'not_found');
  }
  toString = () => `get(${this.id})`;
}

class List implements fc.AsyncCommand<Model, Client> {
  constructor(
    readonly limit: number | undefined,
    readonly status: string | undefined,
  ) {}
  check = () => true;
  async run({ pets }: Model, client: Client): Promise<void> {
    const { limit, status } = this;
    const query = new URLSearchParams();
    if (limit !== undefined) {
      query.set('limit', String(limit));
    }
    if (status !== undefined) {
      query.set('status', status);
    }
    const answer = await client.get(`/pets?${query}`);
    const known = pets.filter((pet) => status === undefined || statusOf(pet) === status);
    expect(answer.text).toBe(`[${known.slice(0, limit ?? 20).join(',')}]`);
  }
  toString = () => `list(${this.limit}, ${this.status})`;
}

const commands = [
  newPet.map((pet) => new Create(pet)),
  fc.constant(new CreateBadly()),
  fc.integer({ min: 1, max: 25 }).map((id) => new Get(id)),
  fc
    .tuple(
      fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
      fc.constantFrom(undefined, 'available', 'pending', 'sold'),
    )
    .map(([limit, status]) => new List(limit, status)),
];

test('behaves like a plain array of pets', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 40 }), async (calls) => {
      const client = await openFetch({ fixture: 'empty' });
      const setup = () => ({ model: { pets: [], nextId: 1 }, real: client });
      await fc.asyncModelRun(setup, calls);
    }),
    { numRuns: 60 },
  );
});
