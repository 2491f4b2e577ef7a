/** The routes of the admin interface by the names of their operations, below `/__admin`. */
export const adminPaths = {
  listSandboxes: 'GET /sandboxes',
  dropSandbox: 'DELETE /sandboxes/{name}',
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
  readLeftOut: 'GET /pact/left-out',
} as const;

export type AdminOperation = keyof typeof adminPaths;

export interface AdminPath {
  readonly method: string;
  /** `/rules/{id}` */
  readonly path: string;
}

export function splitRoute(operation: AdminOperation): AdminPath {
  const [method = '', path = ''] = adminPaths[operation].split(' ');
  return { method, path };
}

/** The status of a success. */
export function getStatus(operation: AdminOperation): number {
  if (/^(?:drop|remove|clear)/.test(operation)) {
    return 204;
  }
  return operation === 'addRule' || operation === 'addPet' ? 201 : 200;
}
