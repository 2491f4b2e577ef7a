import { Store } from './store.js';

const storageKey = 'animal-store-admin-token';

function readStored(): string | undefined {
  try {
    return sessionStorage.getItem(storageKey) ?? undefined;
  } catch {
    return undefined;
  }
}

let token = readStored();

/** Whether the simulator asks for a token that the page doesn't have. */
export const isTokenRefused = new Store(false);

/**
 * The headers of each call. The token is in no URL, so that no history or log has it. What the page reads by
 * itself is no line of the log at the level `info`.
 */
export function getCallHeaders(): Record<string, string> {
  const client = { 'Simulator-Client': 'console' };
  return token === undefined ? client : { ...client, 'Simulator-Admin-Token': token };
}

/** Sends this token from now on, and keeps it until the tab is closed. */
export function keepToken(entered: string): void {
  token = entered;
  try {
    sessionStorage.setItem(storageKey, entered);
  } catch {
    // Storage is blocked: the token lasts as long as the page.
  }
}

/** Forgets a token that the simulator refused. */
export function dropToken(): void {
  token = undefined;
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Storage is blocked, so there is nothing to remove.
  }
  isTokenRefused.set(true);
}
