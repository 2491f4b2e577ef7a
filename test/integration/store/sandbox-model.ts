import type { Model } from './linearizability.js';

/** What a client does with a sandbox. */
export type Call =
  | { readonly type: 'create'; readonly name: string }
  | { readonly type: 'get'; readonly id: number }
  | { readonly type: 'list' }
  | { readonly type: 'add-rule'; readonly operation: OperationName; readonly times: number }
  | { readonly type: 'list-rules' }
  | { readonly type: 'remove-rules' }
  | { readonly type: 'count-requests' }
  | { readonly type: 'reset' }
  | { readonly type: 'drop' };

type OperationName = 'createPet' | 'getPet' | 'listPets';

/** What every rule forces. */
export const forcedCode = 503;

interface Rule {
  readonly id: string;
  readonly operation: OperationName;
  readonly times: number;
  readonly applied: number;
}

/** A sandbox as plain lists. */
interface State {
  readonly exists: boolean;
  /** As JSON, oldest first. */
  readonly pets: readonly string[];
  /** Newest first. */
  readonly rules: readonly Rule[];
  readonly rulesAdded: number;
  readonly requests: number;
}

const absent: State = { exists: false, pets: [], rules: [], rulesAdded: 0, requests: 0 };
const empty: State = { ...absent, exists: true };

/** A request of the service: the newest rule that is left forces its response. */
function request(
  state: State,
  operation: OperationName,
  respond: (state: State) => { state: State; output: string },
) {
  const before = { ...state, exists: true, requests: state.requests + 1 };
  const place = before.rules.findIndex(
    (rule) => rule.operation === operation && rule.applied < rule.times,
  );
  if (place < 0) {
    return respond(before);
  }
  const rules = before.rules.map((rule, other) =>
    other === place ? { ...rule, applied: rule.applied + 1 } : rule,
  );
  return { state: { ...before, rules }, output: `${forcedCode}` };
}

/** Answers are a status, and the body of those that succeed. */
export const sandboxModel: Model<State, Call> = {
  initial: absent,
  key: JSON.stringify,
  apply: (state, call) => {
    switch (call.type) {
      case 'create':
        return request(state, 'createPet', (before) => {
          const id = before.pets.length + 1;
          const pet = `{"id":${id},"name":"${call.name}","categoryId":1}`;
          return { state: { ...before, pets: [...before.pets, pet] }, output: `201 ${pet}` };
        });
      case 'get':
        return request(state, 'getPet', (before) => {
          const pet = before.pets[call.id - 1];
          return { state: before, output: pet === undefined ? '404' : `200 ${pet}` };
        });
      case 'list':
        return request(state, 'listPets', (before) => ({
          state: before,
          output: `200 [${before.pets.slice(0, 100).join()}]`,
        }));
      case 'add-rule': {
        const { operation, times } = call;
        const rule = { id: `rule-${state.rulesAdded + 1}`, operation, times, applied: 0 };
        const rules = [rule, ...state.rules];
        const next = { ...state, exists: true, rules, rulesAdded: state.rulesAdded + 1 };
        return { state: next, output: `201 ${rule.id}` };
      }
      case 'list-rules': {
        const rules = state.rules.map(({ id, applied }) => `${id}: ${applied}`);
        return { state, output: `200 [${rules.join()}]` };
      }
      case 'remove-rules':
        return { state: { ...state, exists: true, rules: [] }, output: '204' };
      case 'count-requests':
        return { state, output: `200 ${state.requests}` };
      case 'reset':
        return { state: empty, output: '200' };
      case 'drop':
        return { state: absent, output: state.exists ? '204' : '404' };
    }
  },
};
