import type { ExchangeListener } from '../engine/backend.js';
import { sliceLength } from '../engine/interface/slices.js';
import { SeededCatalogue } from '../engine/pets/pet-index.js';
import {
  type Checkpoint,
  createCheckpoint,
  createOwnResources,
  restoreCheckpoint,
  type SandboxOrigin,
} from '../engine/sandbox/checkpoint.js';
import type { KeptExchange } from '../engine/sandbox/journal-entry.js';
import { applyLogEntry, type LogEntry, restoreJournal } from '../engine/sandbox/log-entry.js';
import { prepareRestore, Sandbox, type SandboxResources } from '../engine/sandbox/sandbox.js';
import { shareTurn, takeSteps } from '../turn.js';
import {
  buildCheckpoint,
  encodeCheckpoint,
  listCheckpointHashes,
  parseCheckpoint,
} from './checkpoint-codec.js';
import { decodeExchange } from './exchange-codec.js';
import { buildEntry, listRestored, parseEntry, readRestoredPets } from './log-codec.js';
import { type LogItem, readVersion, type StoredLog } from './sandbox-log.js';
import type { Store } from './store.js';

/** A checkpoint is due after so many entries, or so many characters of them. */
const checkpointAfter = { entries: 1_000, length: 4 * 1024 ** 2 };

/** The memory of a rule, in bytes: a thousand of them have at most 256 KiB of text. */
const ruleSize = 1_024;

/** Told of the exchange that is being applied. */
interface Relay {
  onExchange: ExchangeListener | undefined;
}

interface Resources {
  readonly origin: SandboxOrigin;
  readonly own: SandboxResources;
  readonly relay: Relay;
}

function createResources(common: SandboxResources, origin: SandboxOrigin): Resources {
  const relay: Relay = { onExchange: undefined };
  const own = createOwnResources(common, origin, (_outcome, _request, read) =>
    relay.onExchange?.(read),
  );
  return { origin, own, relay };
}

/** Lets other requests through after each slice of the entries. */
async function* takeInSlices(items: readonly LogItem[]): AsyncGenerator<LogItem> {
  let length = 0;
  for (const item of items) {
    yield item;
    length += item.text.length;
    if (length >= sliceLength) {
      length = 0;
      await shareTurn();
    }
  }
}

/** A shared sandbox as this process has it: the entries of its log up to the head, applied. */
export class Replica {
  readonly sandbox: Sandbox;
  readonly origin: SandboxOrigin;
  /** The hashes of the pets that the log refers to since the checkpoint. */
  readonly hashes: Set<string>;
  /** When its expiry was last refreshed by this process, by `performance.now()`. */
  refreshedAt = Number.NEGATIVE_INFINITY;
  readonly #store: Store;
  #head = '';
  /** The versions of the exchanges that the journal keeps, and perhaps of some before. */
  #versions: number[] = [];
  #entries = 0;
  #length = 0;

  readonly #relay: Relay;

  private constructor(
    store: Store,
    { origin, relay }: Resources,
    hashes: Iterable<string>,
    sandbox: Sandbox,
  ) {
    this.#store = store;
    this.#relay = relay;
    this.origin = origin;
    this.hashes = new Set(hashes);
    this.sandbox = sandbox;
  }

  /** Creates a sandbox that the store doesn't have yet. */
  static create(store: Store, name: string): Replica {
    const { origin, codec, engine } = store;
    const resources = createResources(engine.sandboxes.resources, origin);
    const sandbox = new Sandbox(name, origin.start, resources.own);
    return new Replica(store, resources, [codec.pets.hashOf(origin.start.seeded)], sandbox);
  }

  /**
   * Builds a sandbox from its checkpoint and its log.
   *
   * @throws {Error} when no simulator wrote them, or the store can't be used
   */
  static async load(
    store: Store,
    name: string,
    { version, checkpoint: text, items }: StoredLog,
    deadline: number,
  ): Promise<Replica> {
    const parsed = await parseCheckpoint(text, store.codec);
    const hashes = listCheckpointHashes(parsed.stored);
    for (const hash of hashes) {
      await store.codec.pets.load(hash, deadline);
    }
    const { origin, checkpoint } = buildCheckpoint(parsed, store.codec);
    const common = store.engine.sandboxes.resources;
    // Pets of simulators with other options may take a while.
    const shared = await takeSteps(SeededCatalogue.load(origin.start.seeded, common.shared));
    const resources = createResources({ ...common, shared }, origin);
    const sandbox =
      checkpoint === undefined
        ? new Sandbox(name, origin.start, resources.own)
        : await takeSteps(restoreCheckpoint(name, checkpoint, resources.own));
    const replica = new Replica(store, resources, hashes, sandbox);
    const before = items.filter(({ id }) => readVersion(id) <= version);
    if (checkpoint !== undefined) {
      await replica.#restoreJournal(checkpoint, before);
    }
    await replica.catchUp(items.slice(before.length), deadline);
    return replica;
  }

  get head(): string {
    return this.#head;
  }

  /** The version of the head; 0 before the first entry. */
  get version(): number {
    return this.#head === '' ? 0 : readVersion(this.#head);
  }

  /** Bytes of memory. */
  get size(): number {
    const { catalogue, journal, rules } = this.sandbox;
    const isShared = catalogue.seeded === this.#store.engine.sandboxes.resources.shared;
    const seeded = isShared ? 0 : catalogue.seeded.weight;
    return seeded + catalogue.memory.size + journal.size + rules.length * ruleSize;
  }

  get needsCheckpoint(): boolean {
    const { entries, length } = checkpointAfter;
    const isLong = this.#entries >= entries || this.#length >= length;
    return isLong && this.#length >= this.sandbox.catalogue.memory.size;
  }

  /** The version of the first entry that the journal needs. */
  get firstNeeded(): number {
    const { kept } = this.sandbox.journal;
    return this.#versions[this.#versions.length - kept] ?? this.version;
  }

  /** Writes the state as it is now. */
  writeCheckpoint(): Promise<string> {
    const checkpoint = createCheckpoint(this.sandbox);
    return encodeCheckpoint(this.origin, checkpoint, this.#store.codec);
  }

  /**
   * Applies entries that other processes appended.
   *
   * @throws {Error} when no simulator wrote them, or the store can't be used
   */
  async catchUp(items: readonly LogItem[], deadline: number): Promise<void> {
    const { codec } = this.#store;
    for await (const item of takeInSlices(items)) {
      const parsed = parseEntry(item.text);
      const restoredPets = await readRestoredPets(parsed, codec);
      for (const hash of parsed.entry.seeded ?? []) {
        await codec.pets.load(hash, deadline);
        this.hashes.add(hash);
      }
      const entry = buildEntry(this.sandbox.name, parsed, restoredPets, codec);
      for (const state of listRestored(entry.changes)) {
        await takeSteps(prepareRestore(state, this.sandbox.resources));
      }
      this.apply(entry, item);
    }
  }

  /** Applies an entry that the log has after the head. */
  apply(entry: LogEntry, item: LogItem, onExchange?: ExchangeListener): void {
    this.#relay.onExchange = onExchange;
    applyLogEntry(this.sandbox, entry);
    this.#relay.onExchange = undefined;
    this.noteApplied(entry, item);
  }

  /** Notes an entry that the log has after the head, and that the sandbox has, too. */
  noteApplied({ changes, exchange }: LogEntry, { id, text }: LogItem): void {
    this.#head = id;
    this.#entries += 1;
    this.#length += text.length;
    if (exchange !== undefined) {
      this.#noteExchange(readVersion(id));
    }
    if (changes.some(({ type }) => type === 'settled')) {
      this.#entries = 0;
      this.#length = 0;
    }
  }

  #noteExchange(version: number): void {
    this.#versions.push(version);
    const { kept } = this.sandbox.journal;
    if (this.#versions.length > 2 * kept + 64) {
      this.#versions = kept === 0 ? [] : this.#versions.slice(-kept);
    }
  }

  async #restoreJournal({ journal, kept }: Checkpoint, items: readonly LogItem[]): Promise<void> {
    const { name } = this.sandbox;
    const found: { exchange: KeptExchange; version: number }[] = [];
    for await (const item of takeInSlices(items)) {
      const { entry, rest } = parseEntry(item.text);
      if (entry.exchange !== undefined) {
        const exchange = decodeExchange(name, entry.exchange, rest);
        found.push({ exchange, version: readVersion(item.id) });
      }
    }
    // Those that are missing were dropped since.
    const last = kept === 0 ? [] : found.slice(-kept);
    const dropped = journal.dropped + kept - last.length;
    const exchanges = last.map(({ exchange }) => exchange);
    restoreJournal(this.sandbox.journal, { ...journal, dropped }, exchanges);
    this.#versions = last.map(({ version }) => version);
    this.#head = items.at(-1)?.id ?? '';
  }
}
