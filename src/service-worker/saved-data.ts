import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

interface Schema extends DBSchema {
  /** Under one key: what the worker was started with. */
  settings: { key: 'settings'; value: string };
  /** The pages that the worker answers, by their client id. */
  pages: { key: string; value: true };
  /** Snapshots of sandboxes by their name, as JSON. */
  sandboxes: { key: string; value: string };
}

const stores = ['settings', 'pages', 'sandboxes'] as const;

/** What a worker keeps when the browser stops it. */
export class SavedData {
  readonly #database: IDBPDatabase<Schema>;

  private constructor(database: IDBPDatabase<Schema>) {
    this.#database = database;
  }

  /** Opens the data of the worker with a scope; the data of other settings is dropped. */
  static async open(scope: string, settings: string): Promise<SavedData> {
    const database = await openDB<Schema>(`animal-store-simulator ${scope}`, 1, {
      upgrade: (created) => {
        for (const store of stores) {
          created.createObjectStore(store);
        }
      },
    });
    const saved = new SavedData(database);
    if ((await database.get('settings', 'settings')) !== settings) {
      await saved.clear();
      await database.put('settings', settings, 'settings');
    }
    return saved;
  }

  /** Removes everything. */
  async clear(): Promise<void> {
    const transaction = this.#database.transaction(stores, 'readwrite');
    await Promise.all([
      ...stores.map((store) => transaction.objectStore(store).clear()),
      transaction.done,
    ]);
  }

  readPages(): Promise<string[]> {
    return this.#database.getAllKeys('pages');
  }

  /** Replaces all pages. */
  async writePages(ids: Iterable<string>): Promise<void> {
    const transaction = this.#database.transaction('pages', 'readwrite');
    await transaction.store.clear();
    for (const id of ids) {
      await transaction.store.put(true, id);
    }
    await transaction.done;
  }

  async *readSandboxes(): AsyncGenerator<readonly [name: string, snapshot: string]> {
    for (const name of await this.#database.getAllKeys('sandboxes')) {
      const snapshot = await this.#database.get('sandboxes', name);
      yield [name, snapshot ?? ''];
    }
  }

  /** Writes the snapshots that changed, and drops those of sandboxes that no longer exist. */
  async writeSandboxes(changed: ReadonlyMap<string, string>, kept: ReadonlySet<string>) {
    const transaction = this.#database.transaction('sandboxes', 'readwrite');
    const { store } = transaction;
    for (const name of await store.getAllKeys()) {
      if (!kept.has(name)) {
        await store.delete(name);
      }
    }
    for (const [name, snapshot] of changed) {
      await store.put(snapshot, name);
    }
    await transaction.done;
  }
}
