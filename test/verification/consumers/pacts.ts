import { resolveVerifyOptions } from '../../../src/options/verify-options.js';
import { type PactText, readPact } from '../../../src/verification/consumers/pact-file.js';
import { verifyConsumers } from '../../../src/verification/consumers/run.js';
import { type MapState, mapNothing } from '../../../src/verification/consumers/state-map.js';
import type { Target } from '../verifying.js';

type Fields = Readonly<Record<string, unknown>>;

interface Interaction {
  readonly description: string;
  readonly request: Fields;
  readonly response: Fields;
  readonly [name: string]: unknown;
}

/** Headers of a request with a key that a recorder wrote down. */
export const withAnyKey = { Authorization: 'Bearer a-key-of-the-consumer' };

/** Formats a pact of some version of the specification. */
export function formatPact(
  version: string,
  interactions: readonly (Interaction | Fields)[],
  consumer = 'shop',
): string {
  return JSON.stringify({
    consumer: { name: consumer },
    provider: { name: 'animal-store' },
    interactions,
    metadata: { pactSpecification: { version } },
  });
}

export const getPets = {
  description: 'a list of pets',
  request: { method: 'GET', path: '/pets', headers: withAnyKey },
  response: { status: 200 },
};

interface Settings {
  readonly mapState?: MapState;
  readonly readOnly?: boolean;
}

/** Verifies a provider against pacts, given as text. */
function verifyTexts(
  { url, apiKey }: Target,
  texts: readonly string[],
  { mapState = mapNothing, readOnly = false }: Settings = {},
) {
  const raw = { url, apiKey, readOnly };
  const labelled = Object.entries(raw).map(([name, value]) => [name, { value, label: name }]);
  const options = resolveVerifyOptions(Object.fromEntries(labelled), (name) => name);
  const files: PactText[] = texts.map((text, index) => ({ source: `pact-${index}.json`, text }));
  return verifyConsumers(
    options,
    files.map((file) => readPact(file, mapState)),
  );
}

/** Verifies a provider against one pact; returns the result of each interaction by its description. */
export async function verifyText(target: Target, text: string, settings?: Settings) {
  const report = await verifyTexts(target, [text], settings);
  const { interactions = [] } = report.consumers[0] ?? {};
  return { report, of: (name: string) => interactions.find((one) => one.name === name) };
}
