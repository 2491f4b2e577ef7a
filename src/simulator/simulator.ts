import { realTime } from '../base/real-time.js';
import { formatSeededKey, type PetOptions } from '../catalogue/included-pets.js';
import { createSimulatorAccess, type SimulatorAccess } from '../client/sandbox-handle.js';
import type { RecordedPact } from '../contract/pact.js';
import { Recorder } from '../contract/recorder.js';
import type { ServiceRequest } from '../document/message.js';
import { resolveChoices } from '../document/open-points.js';
import type { SeedPet } from '../document/pet.js';
import { defaultApiKey } from '../engine/admit.js';
import { type JournalEntry, readExchange } from '../engine/exchange.js';
import type { Answer } from '../engine/handle.js';
import { createSeededList, type PetList } from '../engine/pets.js';
import { createRedactor } from '../engine/redactor.js';
import type { SandboxStart } from '../engine/sandbox.js';
import { LocalSandboxes, type Sandboxes, type SandboxesSettings } from '../engine/sandboxes.js';
import type { ResolvedOptions } from '../options/table.js';
import type { Admin } from '../server/admin/admin.js';
import { createFetch } from '../server/fetch.js';
import { type Summary, SummaryCollector } from '../server/log/summary.js';
import type { Observer } from '../server/service.js';

interface Runtime {
  readonly loadPets: (options: PetOptions) => Promise<readonly SeedPet[]>;
  /** Opens sandboxes elsewhere, or returns none for those of this process. */
  readonly openSandboxes?: (
    start: SandboxStart,
    settings: SandboxesSettings,
  ) => Promise<Sandboxes | undefined>;
  readonly onExchange?: Observer['onExchange'];
  /** Changes what a client gets, when it is in the journal. */
  readonly changeAnswer?: ((answer: Answer) => Answer) | undefined;
}

/** Number of lists of seeded pets that are kept for resets. */
const maxSeeded = 8;

/** Creates a value when it is first asked for, and again after it failed: a fixture may be mended. */
export function createLazy<Value>(create: () => Promise<Value>): () => Promise<Value> {
  let created: Promise<Value> | undefined;
  return () => {
    created ??= create().catch((error) => {
      created = undefined;
      throw error;
    });
    return created;
  };
}

/** A simulator without a network. */
export interface OfflineSimulator extends SimulatorAccess {
  /** A key that the service accepts. */
  readonly apiKey: string;
  /**
   * Answers a request as the service would, at any host: `http://localhost/v1/pets`. Pass it to clients
   * that take a `fetch`. A lost connection (`fault=reset`, `fault=empty`) rejects with a TypeError, as
   * with the global one.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /**
   * The notes on all exchanges so far: open points that were used, deprecated operations, and requests
   * that violate the document.
   */
  summary(): Summary;
}

/** A simulator whose options are resolved, in any JavaScript runtime, without the ways to call it. */
export function createCore(options: ResolvedOptions, runtime: Runtime) {
  const apiKey = options.apiKey[0] as string;
  /** Hides the keys and the token that this simulator accepts. */
  const redact = createRedactor([
    // The default key is no secret, and messages name it.
    ...options.apiKey.filter((key) => key !== defaultApiKey),
    options.adminToken ?? '',
    options.upstreamKey ?? '',
  ]);
  const collector = new SummaryCollector(redact);
  const isRecorded = options.pact !== undefined || options.consumer !== undefined;
  /** Records requests for a contract, once somebody asks for one. */
  let recorder = isRecorded ? new Recorder(redact) : undefined;
  /** Lists of seeded pets that are being loaded, by their keys. */
  const seededLists = new Map<string, () => Promise<PetList>>();

  const loadSeeded = (seededKey: string): Promise<PetList> => {
    const load = createLazy(async () => {
      const [fixture, seed, pets, scheme] = JSON.parse(seededKey);
      return createSeededList(await runtime.loadPets({ fixture, seed, pets }), scheme);
    });
    if (!seededLists.has(seededKey) && seededLists.size === maxSeeded) {
      seededLists.clear();
    }
    const known = seededLists.get(seededKey) ?? load;
    seededLists.set(seededKey, known);
    return known();
  };

  /** Opens the sandboxes, and loads their pets, when they are first needed. */
  const sandboxes = createLazy(async (): Promise<Sandboxes> => {
    const { profile, delay, allow, clock, seed } = options;
    const choices = resolveChoices(profile, options.choices);
    const seededKey = formatSeededKey(options, choices['id-scheme']);
    const start = {
      seeded: await loadSeeded(seededKey),
      seededKey,
      seed,
      settings: { choices, delay, allow },
      clock:
        clock === 'real'
          ? ({ mode: 'real', advanced: 0 } as const)
          : ({ mode: 'frozen', at: clock.getTime() } as const),
    };
    const opened = await runtime.openSandboxes?.(start, options);
    return opened ?? new LocalSandboxes(start, options);
  });

  const answer = async (request: ServiceRequest): Promise<Answer> => {
    const answered = await (await sandboxes()).answer(request);
    return runtime.changeAnswer?.(answered) ?? answered;
  };

  /** Tells those who have an exchange without its duration that there is one now. */
  const complete = ({ sandbox }: JournalEntry) =>
    void sandboxes().then(({ revisions }) => revisions.bump(sandbox));

  /** Counts, records and reports an exchange that this process answered. */
  const onExchange = (answered: Answer): void => {
    const { entry } = answered;
    complete(entry);
    collector.add(entry);
    recorder?.add(readExchange(entry));
    runtime.onExchange?.(answered);
  };

  /** Counts, journals and records a request that didn't reach the service. */
  const onUnrouted = (request: ServiceRequest & { readonly unrouted: string }): void => {
    const { method, path, query, unrouted: message } = request;
    collector.miss({ request: { method, path, query }, message });
    const start = realTime.performance.now();
    // Sandboxes that are out of reach keep no record of it.
    answer(request).then(
      ({ entry }) => {
        entry.duration = realTime.performance.now() - start;
        complete(entry);
        recorder?.add(readExchange(entry));
      },
      () => {},
    );
  };

  /** Records the requests from now on, and those before as far as the journals have them. */
  const record = async (): Promise<Recorder> => {
    if (recorder === undefined) {
      recorder = new Recorder(redact);
      const opened = await sandboxes();
      for (const { name } of await opened.list()) {
        const exchanges = await opened.read(name, ({ journal }) => journal.map(readExchange));
        exchanges.forEach(recorder.add, recorder);
      }
    }
    return recorder;
  };

  const pact = async (asked: object = {}): Promise<RecordedPact> => {
    // Loaded when needed: most runs write no contract.
    const { recordPact } = await import('../contract/pact.js');
    return recordPact(await record(), asked, options);
  };

  const loadAdmin = createLazy(async () => {
    const { createAdmin } = await import('../server/admin/admin.js');
    return createAdmin({
      sandboxes: await sandboxes(),
      options,
      redact,
      loadSeeded,
      readPact: pact,
      readExcluded: async () => (await record()).listExcluded(),
    });
  });

  /** The admin interface. Loaded at the first call: a start must not wait for it. */
  const admin: Admin = async (...call) => (await loadAdmin())(...call);

  const summary = (): Summary => collector.summary();

  /** Gives programs access to it; clients that a sandbox configures find its service at the origin. */
  const open = (origin = 'http://localhost'): OfflineSimulator => ({
    apiKey,
    fetch: createFetch({ sandboxes: { answer }, maxBody: options.maxBody, onExchange, origin }),
    summary,
    ...createSimulatorAccess(admin, { origin, apiKey }, pact),
  });

  return {
    options,
    apiKey,
    redact,
    sandboxes,
    answer,
    onExchange,
    onUnrouted,
    record,
    admin,
    summary,
    open,
  };
}
