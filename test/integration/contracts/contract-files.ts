import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'lossless-json';
import { root } from '../../package/packed.js';

interface PactFile {
  readonly consumer: { readonly name: string };
  readonly interactions: readonly { readonly description: string; readonly _id?: string }[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly createdAt?: string;
  readonly _links?: unknown;
}

function readContract(file: string) {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  const { consumer, interactions } = JSON.parse(text) as PactFile;
  const descriptions = interactions.map(({ description }) => description);
  return { path, text, consumer: consumer.name, descriptions };
}

/** The parts of the contract, one for each consumer. */
export const parts = readdirSync(join(root, 'contracts'))
  .sort()
  .map((name) => readContract(`contracts/${name}`));

/** The recorded contracts of the example shops. */
export const shops = ['curl', 'playwright', 'vitest'].map((example) =>
  readContract(`examples/${example}/contracts/${example}-shop.json`),
);

/**
 * Parses a contract with every digit, but without the order of its keys, the additions of a broker, and
 * the version of Pact, which the binary replaces when it publishes.
 */
export function parseContract(text: string): unknown {
  const { interactions, metadata, createdAt, _links, ...rest } = parse(text) as PactFile;
  const { pactRust, ...written } = metadata;
  return { ...rest, metadata: written, interactions: interactions.map(({ _id, ...own }) => own) };
}
