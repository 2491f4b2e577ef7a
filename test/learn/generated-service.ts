import fc from 'fast-check';
import { createSimulator, type SimulatorOptions } from '../../src/index.js';
import { learn } from '../../src/learn/learn.js';
import { createConfig } from '../../src/learn/report.js';
import { badRequest, type Call } from '../verify/providers/call.js';
import { fetchFrom, resolveOptions } from '../verify/providers/in-process.js';
import * as pets from '../verify/providers/pet.js';
import { Service } from '../verify/providers/service.js';
import { answersOf, oddRequests, requests } from './requests.js';

const matching = (pattern: RegExp) => (text: string) =>
  pattern.test(text) ? Number(text) : Number.NaN;

/** How languages and frameworks read an integer. */
const anyInteger = fc.constantFrom(
  matching(/^-?(?:0|[1-9]\d*)$/),
  matching(/^\d+$/),
  // Go, Java, Rust.
  matching(/^[+-]?\d+$/),
  // Python, Ruby, .NET.
  matching(/^\s*[+-]?\d+\s*$/),
  // PHP.
  matching(/^\s*[+-]?(?:0|[1-9]\d*)\s*$/),
  // Pydantic.
  matching(/^\s*[+-]?\d+(?:\.0+)?\s*$/),
  Number,
  (text: string) => Number.parseInt(text, 10),
);

/** What a service does where the document is silent. */
export const anyTraits = fc.record({
  limit: anyInteger,
  malformedLimit: fc.constantFrom('reject', 'ignore'),
  range: fc.constantFrom('reject', 'clamp', 'ignore'),
  zero: fc.constantFrom('out of range', 'ignore'),
  repeated: fc.constantFrom(0, -1),
  query: fc.constantFrom('ignore', 'reject in lists'),
  status: fc.constantFrom('reject', 'none', 'ignore'),
  petId: anyInteger,
  malformedPetId: fc.constantFrom('not-found', 'reject'),
  name: fc.constantFrom(/^/, /./s, /\S/, /^.{0,100}$/s),
  category: fc.constantFrom('strict', 'fraction', 'text'),
});
type Traits = typeof anyTraits extends fc.Arbitrary<infer Value> ? Value : never;

/** Has the errors of the document. */
class GeneratedService extends Service {
  constructor(readonly traits: Traits) {
    super();
    this.open();
  }
  override limitOf({ query }: Call) {
    const { limit: parse, malformedLimit, range, zero, repeated, query: unknown } = this.traits;
    const isKnown = (name: string) => name === 'limit' || name === 'status';
    if (unknown !== 'ignore' && ![...query.keys()].every(isKnown)) throw badRequest('unknown');
    const limit = parse(query.getAll('limit').at(repeated) || '20');
    if (limit >= 1 && limit <= 100 && limit % 1 === 0) return limit;
    if (limit === 0 && zero === 'ignore') return 20;
    const action = limit % 1 === 0 ? range : malformedLimit;
    if (action === 'reject') throw badRequest('limit');
    return action === 'ignore' ? 20 : Math.min(Math.max(limit, 1), 100);
  }
  override filterOf({ query }: Call) {
    const text = query.getAll('status').at(this.traits.repeated) as pets.PetStatus | undefined;
    const isKnown = text === undefined || pets.isPetStatus(text);
    if (!isKnown && this.traits.status === 'reject') throw badRequest('status');
    return isKnown || this.traits.status === 'none' ? text : undefined;
  }
  override find(petId: string) {
    const id = this.traits.petId(petId);
    if (id % 1 !== 0 && this.traits.malformedPetId === 'reject') throw badRequest('petId');
    return this.pets.find((pet) => Number(pet.id) === id);
  }
  override nameOf(value: unknown) {
    if (!this.traits.name.test(super.nameOf(value))) throw badRequest('name');
    return super.nameOf(value);
  }
  override categoryOf(value: unknown) {
    const { category } = this.traits;
    const number = Number((category === 'text' && value) || pets.digitsOf(value));
    const isRead = category === 'fraction' ? Number.isFinite(number) : number % 1 === 0;
    return category !== 'strict' && isRead ? BigInt(Math.trunc(number)) : super.categoryOf(value);
  }
}

const sent = [...requests, ...oddRequests];

/** Lists the requests that a simulator answers as a service does, but no longer once it has learned from it. */
export async function listWorse(traits: Traits) {
  const service = new GeneratedService(traits);
  const { apiKey, pets } = service;
  const fixture = pets.map((pet) => ({ ...pet }));
  const answers = async (send: (path: string, init: RequestInit) => Promise<Response>) =>
    (await answersOf(sent, /^(?:status|code|name)$/, apiKey, send)).map((one) =>
      JSON.stringify(one),
    );
  const call = fetchFrom(service);
  const expected = await answers((path, init) => call(`http://provider/v1${path}`, init));
  service.open();
  const options = resolveOptions({ url: 'http://provider/v1', apiKey });
  const { learned: _, ...config } = createConfig(await learn(options, {}, undefined, call));
  const simulate = async (settings: SimulatorOptions) => {
    const { fetch, sandbox } = createSimulator({ apiKey, ...settings });
    await sandbox('default').reset({ pets: fixture });
    return answers((path, init) => fetch(`http://a/v1${path}`, init));
  };
  const [before, after] = [await simulate({}), await simulate(config)];
  return sent.flatMap((one, index) =>
    before[index] === expected[index] && after[index] !== expected[index]
      ? [{ sent: one, service: expected[index], learned: after[index] }]
      : [],
  );
}
