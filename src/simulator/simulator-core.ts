import type { RawPactOptions, RecordedPact } from '../contract/record.js';
import { UseRecorder } from '../contract/recorder.js';
import { resolveChoices } from '../document/open-points.js';
import type { Answer } from '../engine/answer.js';
import { createClock } from '../engine/clock.js';
import { createSeededList } from '../engine/pets.js';
import type { SandboxStart } from '../engine/sandbox.js';
import { LocalSandboxes, type Sandboxes, type SandboxesSettings } from '../engine/sandboxes.js';
import type { ResolvedOptions } from '../options/table.js';
import type { Admin } from '../server/admin/admin.js';
import type { LoadPets } from '../server/admin/load-start.js';
import { createRedactor, type Redact } from '../server/log/redactor.js';
import { type Summary, SummaryCollector } from '../server/log/summary.js';

/** The settings of sandboxes that options ask for. */
export function createSettings(options: ResolvedOptions): SandboxesSettings {
  return { ...options, apiKeys: options.apiKey, corsOrigins: options.corsOrigin };
}

/** A simulator whose options are resolved, in any JavaScript runtime, without the ways to call it. */
export class SimulatorCore {
  readonly options: ResolvedOptions;
  readonly loadPets: LoadPets;
  /** Hides the keys and the token that this simulator accepts. */
  readonly redact: Redact;
  readonly #collector: SummaryCollector;
  readonly recorder: UseRecorder;
  #sandboxes: Promise<Sandboxes> | undefined;
  #admin: Promise<Admin> | undefined;

  constructor(options: ResolvedOptions, loadPets: LoadPets) {
    this.options = options;
    this.loadPets = loadPets;
    this.redact = createRedactor([...options.apiKey, options.adminToken ?? '']);
    this.#collector = new SummaryCollector(this.redact);
    this.recorder = new UseRecorder(this.redact);
  }

  /** A key that the service accepts. */
  get apiKey(): string {
    return this.options.apiKey[0] as string;
  }

  /** Opens the sandboxes, and loads their pets, when they are first needed. */
  sandboxes(): Promise<Sandboxes> {
    this.#sandboxes ??= this.openSandboxes();
    return this.#sandboxes;
  }

  /** Loads the admin interface when it is first called. */
  admin(): Promise<Admin> {
    this.#admin ??= this.#loadAdmin();
    return this.#admin;
  }

  summary(): Summary {
    return this.#collector.summary();
  }

  async pact(options: RawPactOptions = {}): Promise<RecordedPact> {
    // Loaded when needed: most runs write no contract.
    const { recordPact } = await import('../contract/record.js');
    return recordPact(this.recorder, options, this.options);
  }

  /** Counts an exchange that this process answered. */
  readonly onExchange = ({ exchange }: Answer): void => {
    this.#collector.add(exchange);
    this.recorder.add(exchange);
  };

  /** Counts a request that didn't reach the service. */
  readonly onMissed: SummaryCollector['miss'] = (request) => {
    this.#collector.miss(request);
    this.recorder.miss(request);
  };

  /** Creates what sandboxes start with whose seeded pets have that name. */
  protected async loadNamedStart(seededKey: string, own: SandboxStart): Promise<SandboxStart> {
    const [fixture, seed, pets, scheme] = JSON.parse(seededKey);
    const seeded = createSeededList(await this.loadPets({ fixture, seed, pets }), scheme);
    return { ...own, seeded, seededKey };
  }

  /** Creates what sandboxes start with. */
  protected async createStart(): Promise<SandboxStart> {
    const { profile, choose, latency, allow, clock, seed, fixture, pets } = this.options;
    const choices = resolveChoices(profile, choose);
    const scheme = choices['id-scheme'];
    return {
      seeded: createSeededList(await this.loadPets(this.options), scheme),
      seededKey: JSON.stringify([fixture, seed, pets, scheme]),
      seed,
      settings: { choices, latency, allow },
      clock: createClock(clock),
    };
  }

  protected async openSandboxes(): Promise<Sandboxes> {
    return new LocalSandboxes(await this.createStart(), createSettings(this.options));
  }

  async #loadAdmin(): Promise<Admin> {
    const sandboxes = await this.sandboxes();
    // Loaded at the first call: a start must not wait for it.
    const { createAdmin } = await import('../server/admin/admin.js');
    const { options, loadPets, redact } = this;
    return createAdmin({
      sandboxes,
      options,
      loadPets,
      redact,
      readPact: (wanted) => this.pact(wanted),
      readLeftOut: () => this.recorder.leftOut(),
    });
  }
}
