import { stringify } from 'lossless-json';
import type { Snapshot, SnapshotPet } from '../admin/schemas.js';
import { readJsonValue } from '../engine/interface/json.js';
import { createOpens, JsonCutter, type JsonPiece } from '../engine/interface/json-cutter.js';
import { joinSlices } from '../engine/interface/slices.js';
import {
  createForeignError,
  decodeChunks,
  readText,
  readValue,
  type Transport,
} from './transport.js';

/** Parses an object with a list of pets, slice by slice. */
class PetsCollector {
  readonly #cutter = new JsonCutter({
    opens: createOpens('pets'),
    maxPiece: Number.POSITIVE_INFINITY,
  });
  readonly #fields = new Map<string, unknown>();
  readonly #pets: SnapshotPet[] = [];
  #start = '';

  /** The first slice. */
  get start(): string {
    return this.#start;
  }

  /** @throws {SyntaxError} when it isn't JSON */
  async read(slices: AsyncIterable<string>): Promise<unknown> {
    for await (const slice of slices) {
      this.#start ||= slice;
      this.#add(this.#cutter.push(slice));
    }
    this.#add(this.#cutter.end());
    return Object.fromEntries(this.#fields);
  }

  #add(pieces: Iterable<JsonPiece>): void {
    for (const { path, text, opens: isOpened } of pieces) {
      const [name, place] = path;
      if (place !== undefined) {
        // All values of a pet are strings.
        this.#pets.push(JSON.parse(text));
      } else if (name !== undefined) {
        this.#fields.set(String(name), isOpened ? this.#pets : readJsonValue(text));
      } else if (!isOpened) {
        throw new SyntaxError('an object is expected');
      }
    }
  }
}

/** Formats a snapshot; a wrong one, too, which the simulator then refuses. */
function* formatSnapshot(snapshot: Snapshot): Generator<string> {
  const { pets, ...fields } = snapshot;
  if (!Array.isArray(pets)) {
    yield stringify(snapshot) as string;
    return;
  }
  const text = stringify(fields) as string;
  yield `${text.slice(0, -1)}${text === '{}' ? '' : ','}"pets":[`;
  for (const [index, pet] of pets.entries()) {
    yield `${index === 0 ? '' : ','}${stringify(pet)}`;
  }
  yield ']}';
}

/** The calls of the admin interface whose bodies may be long, for one sandbox. */
export class StreamCaller {
  readonly #transport: Transport;
  readonly #sandbox: string;

  constructor(transport: Transport, sandbox: string) {
    this.#transport = transport;
    this.#sandbox = sandbox;
  }

  async readPets(): Promise<SnapshotPet[]> {
    return ((await this.#read('/pets')) as { readonly pets: SnapshotPet[] }).pets;
  }

  async readSnapshot(): Promise<Snapshot> {
    return (await this.#read('/state')) as Snapshot;
  }

  async writeSnapshot(snapshot: Snapshot): Promise<void> {
    const response = await this.#send('PUT', '/state', joinSlices(formatSnapshot(snapshot)));
    readValue(response.status, await readText(response), this.#transport.origin);
  }

  #send(method: string, path: string, body: string | Iterable<string>) {
    const query = new URLSearchParams();
    return this.#transport.send({ method, path, query, sandbox: this.#sandbox, body });
  }

  async #read(path: '/pets' | '/state'): Promise<unknown> {
    const { origin } = this.#transport;
    const response = await this.#send('GET', path, '');
    if (response.status !== 200) {
      return readValue(response.status, await readText(response), origin);
    }
    const collector = new PetsCollector();
    try {
      return await collector.read(decodeChunks(response));
    } catch (error) {
      throw error instanceof SyntaxError
        ? createForeignError(response.status, collector.start, origin)
        : error;
    }
  }
}
