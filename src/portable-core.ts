import type { Admin, AdminShell } from './admin/router.js';
import type { Backend } from './engine/backend.js';
import { resolveChoices } from './engine/choices/open-points.js';
import { createEngine, type Engine } from './engine/engine.js';
import type { Exchange } from './engine/exchange.js';
import { createLocalBackend } from './engine/local-backend.js';
import { createRedactor } from './log/redaction.js';
import type { ResolvedOptions } from './options/table.js';
import type { PactOptions, RecordedPact } from './recording/record.js';
import { UseRecorder } from './recording/recorder.js';
import { SummaryCollector } from './summary/collector.js';
import type { Summary } from './summary/summary.js';

/** What a simulator needs from the runtime around it. */
export interface Runtime {
  readonly loadPets: AdminShell['loadPets'];
  readonly loadRoutes: () => Promise<AdminShell['routes']>;
  /** Opens the sandboxes. Default: those of this process. */
  readonly openBackend?: (engine: Engine) => Promise<Backend>;
  /** Receives each exchange that `fetch` answers. */
  readonly onExchange: (exchange: Exchange, milliseconds: number) => void;
}

/** A simulator whose options are resolved, in any JavaScript runtime, without the ways to call it. */
export class PortableCore {
  readonly options: ResolvedOptions;
  readonly runtime: Runtime;
  readonly #collector: SummaryCollector;
  protected readonly recorder: UseRecorder;
  #engine: Promise<Engine> | undefined;
  #backend: Promise<Backend> | undefined;
  #admin: Promise<Admin> | undefined;

  constructor(options: ResolvedOptions, runtime: Runtime) {
    this.options = options;
    this.runtime = runtime;
    const redactor = createRedactor(options);
    this.#collector = new SummaryCollector(redactor);
    this.recorder = new UseRecorder(redactor);
  }

  get apiKey(): string {
    return this.options.apiKey[0] as string;
  }

  /** Loads the pets when they are first needed. */
  engine(): Promise<Engine> {
    this.#engine ??= this.#loadEngine();
    return this.#engine;
  }

  /** Opens the sandboxes when they are first needed. */
  backend(): Promise<Backend> {
    this.#backend ??= this.engine().then(this.runtime.openBackend ?? createLocalBackend);
    return this.#backend;
  }

  /** Loads the admin interface when it is first called. */
  admin(): Promise<Admin> {
    this.#admin ??= this.#loadAdmin();
    return this.#admin;
  }

  summary(): Summary {
    return this.#collector.summary();
  }

  async pact(options: PactOptions = {}): Promise<RecordedPact> {
    // Loaded when needed: most runs write no contract.
    const { recordPact } = await import('./recording/record.js');
    return recordPact(this.recorder, options, this.options);
  }

  /** Counts requests that didn't reach the service. */
  protected readonly onMissed: SummaryCollector['miss'] = (request) => {
    this.#collector.miss(request);
    this.recorder.miss(request);
  };

  async #loadEngine(): Promise<Engine> {
    const { apiKey: apiKeys, corsOrigin: corsOrigins, profile, choose } = this.options;
    const choices = resolveChoices(profile, choose);
    const settings = { ...this.options, apiKeys, corsOrigins, choices };
    const engine = createEngine(settings, await this.runtime.loadPets(this.options));
    engine.listen(this.#collector.add);
    engine.listen(this.recorder.add);
    return engine;
  }

  async #loadAdmin(): Promise<Admin> {
    const { loadPets, loadRoutes } = this.runtime;
    const backend = await this.backend();
    // Not at once: in Vitest's pools vmThreads and vmForks, two imports that share a file which
    // is being linked fail (nodejs/node#33216).
    const { Admin } = await import('./admin/router.js');
    const routes = await loadRoutes();
    return new Admin(backend, this.options, { loadPets, routes, recorder: this.recorder });
  }
}
