/** The paths of the admin interface, with what follows. */
export const adminPrefix = /^(?:\/sandboxes\/[^/]*)?\/__admin(?:\/|$)/;

/** The routes of the admin interface by the names of their operations, below `/__admin`. */
export const adminPaths = {
  listSandboxes: 'GET /sandboxes',
  dropSandbox: 'DELETE /sandboxes/{name}',
  readInfo: 'GET /info',
  listChanges: 'GET /changes',
  reset: 'POST /reset',
  readState: 'GET /state',
  writeState: 'PUT /state',
  listRules: 'GET /rules',
  addRule: 'POST /rules',
  removeRules: 'DELETE /rules',
  removeRule: 'DELETE /rules/{id}',
  listRequests: 'GET /requests',
  clearRequests: 'DELETE /requests',
  countRequests: 'POST /requests/count',
  readSettings: 'GET /settings',
  writeSettings: 'PUT /settings',
  readClock: 'GET /clock',
  writeClock: 'PUT /clock',
  listAllPets: 'GET /pets',
  addPet: 'POST /pets',
  changePet: 'PATCH /pets/{id}',
  removePet: 'DELETE /pets/{id}',
  changeProviderState: 'POST /provider-states',
  readPact: 'GET /pact',
  readExcluded: 'GET /pact/excluded',
} as const;

export type AdminOperation = keyof typeof adminPaths;

export interface AdminCall {
  readonly operation: AdminOperation;
  readonly sandbox: string;
  /** The parameters of the path and the query, as texts. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** JSON; empty when there is none. */
  readonly body: string;
}

/** Splits `DELETE /rules/{id}` into its method and its path. */
export function splitRoute(operation: AdminOperation): readonly [method: string, path: string] {
  return adminPaths[operation].split(' ') as [string, string];
}
