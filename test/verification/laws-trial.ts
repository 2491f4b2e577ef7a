import { laws } from '../../src/verification/checks/all-checks.js';
import { judge, type Trial } from '../../src/verification/checks/check.js';
import { Patience } from '../../src/verification/checks/eventually.js';
import { AnimalStore } from '../../src/verification/provider/animal-store.js';
import { VerificationPets } from '../../src/verification/provider/pets.js';
import { Provider } from '../../src/verification/provider/provider.js';
import { createTransport } from '../../src/verification/provider/transport.js';
import type { JudgedPromise } from '../../src/verification/verdict.js';
import { fetchFrom } from '../providers/in-process.js';
import { Service } from '../providers/service.js';

interface Settings {
  readonly readOnly?: boolean;
  /** Milliseconds that are waited for a store that lags behind. */
  readonly patience?: number;
}

/** A provider that is called without any network. */
export function providerOf(service: Service, { readOnly = false }: Settings = {}): Provider {
  service.open();
  const transport = createTransport({
    url: `http://provider${service.base}`,
    timeout: 5_000,
    fetch: fetchFrom(service),
  });
  return new Provider(transport, { valid: service.apiKey, invalid: 'key-of-nobody' }, readOnly);
}

export function trialOf(service: Service = new Service(), settings: Settings = {}): Trial {
  const store = new AnimalStore(providerOf(service, settings));
  const pets = new VerificationPets(store, service.categoryId ?? 1n, 'test');
  return { store, pets, patience: new Patience(settings.patience ?? 0) };
}

/** What comes of the law whose promise has these words. */
export function judgedBy(words: string, trial: Trial): Promise<JudgedPromise> {
  const law = laws.find(({ promise }) => promise.includes(words));
  if (law === undefined) {
    throw new Error(`No law says "${words}".`);
  }
  return judge(law, trial);
}

/** The promises of all laws that come to a verdict, in the order in which they are judged. */
export async function promisesThatAre(
  verdict: JudgedPromise['verdict'],
  trial: Trial,
): Promise<string[]> {
  const promises: string[] = [];
  for (const law of laws) {
    const judged = await judge(law, trial);
    if (judged.verdict === verdict) {
      promises.push(judged.promise);
    }
  }
  return promises;
}
