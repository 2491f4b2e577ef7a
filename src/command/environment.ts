/** Where a command finds the simulator, beside `ANIMAL_STORE_URL` and `ANIMAL_STORE_API_KEY`. */
export interface Variables {
  /** The names of variables that get the address. */
  readonly url: readonly string[];
  /** The names of variables that get the key. */
  readonly apiKey: readonly string[];
}

/** The environment of a command that is to call a simulator. */
export function environmentFor(
  { url, apiKey }: { readonly url: string; readonly apiKey: string },
  variables: Variables,
  environment: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const named = (names: readonly string[], value: string) =>
    Object.fromEntries(names.map((name) => [name, value]));
  return {
    ...environment,
    ...named(['ANIMAL_STORE_URL', ...variables.url], url),
    ...named(['ANIMAL_STORE_API_KEY', ...variables.apiKey], apiKey),
  };
}
