import type { Engine } from '../engine/engine.js';
import type { SandboxOrigin } from '../engine/sandbox/checkpoint.js';
import { createRedactor } from '../log/redaction.js';
import type { StoreAddress } from '../options/store-address.js';
import type { ResolvedOptions } from '../options/table.js';
import type { CodecContext } from './change-codec.js';
import type { StoreConnection } from './connection.js';
import { ExchangeRecorder } from './exchange-recorder.js';
import { SandboxIndex } from './sandbox-index.js';
import { SecretHider } from './secrets.js';
import { refreshShare, SeededPets } from './seeded-pets.js';

/** A sandbox may take this part of the memory limits of a process. */
const sandboxShare = 1 / 16;
/** How long an operation on a sandbox may take once it is its turn, in milliseconds. */
const operationLimit = 2_500;
/** How long it may wait for its turn, in milliseconds. */
export const queueLimit = 30_000;

/** What all shared sandboxes of a process need. */
export class Store {
  readonly engine: Engine;
  readonly connection: StoreConnection;
  readonly codec: CodecContext;
  readonly recorder: ExchangeRecorder;
  readonly database: number;
  readonly index: SandboxIndex;
  /** How long an idle sandbox is kept, in milliseconds. */
  readonly ttl: number;
  /** What this process creates sandboxes with. */
  readonly origin: SandboxOrigin;
  /** Entries of this process end in it and a counter, so that no two have the same identifier. */
  readonly #nonce = 1 + Math.floor(Math.random() * 9e9);
  #entries = 0;

  constructor(
    engine: Engine,
    connection: StoreConnection,
    options: ResolvedOptions,
    { database }: StoreAddress,
  ) {
    const { sandboxTtl, maxPetMemory, maxJournal, maxJournalSize } = options;
    const secrets = new SecretHider(options);
    this.engine = engine;
    this.connection = connection;
    this.codec = { secrets, pets: new SeededPets(connection, secrets, sandboxTtl) };
    this.recorder = new ExchangeRecorder(createRedactor(options));
    this.database = database;
    this.index = new SandboxIndex(connection, sandboxTtl);
    this.ttl = sandboxTtl;
    this.origin = {
      start: engine.sandboxes.start,
      maxPetMemory: Math.ceil(maxPetMemory * sandboxShare),
      maxJournal,
      maxJournalSize: Math.ceil(maxJournalSize * sandboxShare),
    };
  }

  /** When an operation that begins now must end, by `performance.now()`. */
  get deadline(): number {
    return performance.now() + operationLimit;
  }

  /** Whether what was kept for longer at a time is due to be kept for longer again. */
  isDue(refreshedAt: number): boolean {
    return performance.now() - refreshedAt >= this.ttl * refreshShare;
  }

  createId(version: number): string {
    this.#entries += 1;
    return `${version}-${this.#nonce}${String(this.#entries % 1e9).padStart(9, '0')}`;
  }
}
