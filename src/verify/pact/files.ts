import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readInputFile, readJsonFile } from '../../base/files.js';
import { quote } from '../../base/text.js';

interface Pact {
  readonly provider?: { readonly name?: string };
  readonly interactions?: readonly unknown[];
  readonly messages?: readonly unknown[];
  readonly metadata?: { readonly plugins?: readonly { name: string; version: string }[] };
}

function describePact(file: string, isVerified: boolean): string[] {
  try {
    if (readInputFile(file, file)[0] === 0xef) {
      return [`${file} begins with a byte order mark, which Pact's verifier rejects. Remove it.`];
    }
    const pact = (readJsonFile(file, file) ?? {}) as Pact;
    const { provider, interactions = [], messages = [], metadata } = pact;
    if (interactions.length + messages.length === 0) {
      return [`${file} is not a pact, or has no interactions.`];
    }
    const plugins = (metadata?.plugins ?? []).map(({ name, version }) => `${name} ${version}`);
    const facts = ['', ...plugins].join(', and requires the Pact plugin ');
    return isVerified ? [] : [`${file} has the provider ${quote(`${provider?.name}`)}${facts}.`];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** Describes files that Pact's verifier skips without a word, or reports without their names. */
export const describePacts = (paths: readonly string[], areVerified: boolean): string[] =>
  paths.flatMap((path) => {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
    const files = isFolder ? readdirSync(path).map((name) => join(path, name)) : [path];
    const found = files.flatMap((file) => describePact(file, areVerified));
    return files.length === 0 ? [`${path} is an empty folder.`] : found;
  });
