import type { Answer, Call, Operation, Refusal } from './call.js';
import type { Fields, Pet, PetStatus } from './pet.js';
import { Service } from './service.js';

/** The plain service with one small difference. */
export interface Variant {
  /** What is different, in plain words. */
  readonly name: string;
  readonly service: new () => Service;
}

export interface BrokenVariant extends Variant {
  /** The section of the document whose promise it breaks. */
  readonly breaks: string;
}

export interface DoubtfulVariant extends Variant {
  /** The verdict of `verify`. */
  readonly verdict: 'failed' | 'advice' | 'passed';
}

/** Services by their differences from the plain one. */
type Rows = Readonly<Record<string, new () => Service>>;

/** Rows of one kind: each name begins alike, and each value says what `create` needs to know. */
export const rowsOf = <Value>(
  start: string,
  create: (value: Value) => new () => Service,
  values: Readonly<Record<string, Value>>,
): Rows =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`${start} ${name}.`, create(value)]),
  );

/** Variants that break a section of the document. */
export const breaking = (breaks: string, rows: Rows): readonly BrokenVariant[] =>
  Object.entries(rows).map(([name, service]) => ({ name, service, breaks }));

/** Variants that the document permits, or says nothing against. */
export const permitting = (rows: Rows): readonly Variant[] =>
  Object.entries(rows).map(([name, service]) => ({ name, service }));

/** Variants that one reader may call broken, and another one legal. */
export const doubting = (
  verdict: DoubtfulVariant['verdict'],
  rows: Rows,
): readonly DoubtfulVariant[] =>
  Object.entries(rows).map(([name, service]) => ({ name, service, verdict }));

const isGood = (answer: Answer) => answer.status < 300;

/** True of a good answer of the operation. */
export const isGoodOf = (operation: Operation, answer: Answer, call: Call) =>
  call.operation === operation && isGood(answer);

type Step = {
  [Name in keyof Service]: Service[Name] extends (...given: never[]) => unknown ? Name : never;
}[keyof Service];

/** Takes one step of the service, which is `this`, in another way; `plain` takes it as it should be. */
export const changing = <Name extends Step>(
  name: Name,
  step: (
    this: Service,
    plain: Service[Name],
    ...given: Parameters<Service[Name]>
  ) => ReturnType<Service[Name]>,
): (new () => Service) => {
  class Changed extends Service {}
  const plain = Service.prototype[name] as (...given: unknown[]) => never;
  Object.defineProperty(Changed.prototype, name, {
    value(this: Service, ...given: Parameters<Service[Name]>) {
      const bound = plain.bind(this) as unknown as Service[Name];
      return step.call(this, bound, ...given);
    },
  });
  return Changed;
};

/** Changes answers when they are made. */
export const answering = (change: (answer: Answer, call: Call) => Answer) =>
  changing('answer', async (plain, call) => change(await plain(call), call));

/** Changes how a pet is written; a member that is `undefined` is left out. */
export const showing = (change: (shown: Fields, call: Call, pet: Pet) => Fields) =>
  changing('shown', (plain, pet, call) => change(plain(pet, call), call, pet));

/** Changes what an Error body has. */
export const showingErrors = (change: (shown: Fields, call: Call) => unknown) =>
  class extends Service {
    override shownError(...given: Parameters<Service['shownError']>) {
      return change(super.shownError(...given), given[1]) as Fields;
    }
  };

/** Refuses calls with the key before they are served. */
export const refusingCalls = (refusalOf: (call: Call) => Refusal | undefined) =>
  changing('serve', async (plain, call) => {
    const refusal = refusalOf(call);
    if (refusal !== undefined) throw refusal;
    return plain(call);
  });

/** Takes ids from a counter, so that none is assigned twice if pets are lost. */
export class CountingIds extends Service {
  protected latestId = 30n;

  override nextId(): bigint {
    this.latestId += 1n;
    return this.latestId;
  }
}

/** Serves each call by how many others are under way. */
export abstract class CountingCalls extends CountingIds {
  #underWay = 0;

  override async serve(call: Call): Promise<Answer> {
    this.#underWay += 1;
    return this.serveBeside(this.#underWay - 1, call).finally(() => {
      this.#underWay -= 1;
    });
  }

  protected serveAlone(call: Call): Promise<Answer> {
    return super.serve(call);
  }

  protected abstract serveBeside(others: number, call: Call): Promise<Answer>;
}

/** Does something before each call, whose number it gets, or throws a refusal. */
export const atCalls = (look: (service: Service, count: number, call: Call) => void) =>
  class extends CountingIds {
    #calls = 0;

    override isAllowed(call: Call) {
      this.#calls += 1;
      look(this, this.#calls, call);
      return super.isAllowed(call);
    }
  };

/** Changes JSON when it is written. */
export const writing = (change: (text: string, call: Call) => string) =>
  changing('textOf', (plain, value, call) => change(plain(value, call), call));

type FieldStep = 'nameOf' | 'categoryOf' | 'statusOf';

/** Takes a field of a body in another way; `plain` takes it as it should be. */
export const taking =
  <Name extends FieldStep>(step: Name) =>
  (take: (value: unknown, plain: () => ReturnType<Service[Name]>) => unknown) =>
    changing(
      step,
      (plain, value) =>
        take(value, () => plain(value) as ReturnType<Service[Name]>) as ReturnType<Service[Name]>,
    );

/** Changes a name as a backend changes it on its way into the store. */
export const naming = (change: (name: string) => unknown) =>
  taking('nameOf')((_value, plain) => change(plain()));

/** Changes which pets a list has; `change` gets all pets of the filter. */
export const paging = (
  change: (pets: readonly Pet[], filter: PetStatus | undefined) => readonly Pet[],
) =>
  changing('page', (plain, limit, filter) =>
    change(plain(Number.POSITIVE_INFINITY, filter), filter).slice(0, limit),
  );

/** Starts with other pets. */
export const startingWith = (pets: () => Pet[]) => changing('firstPets', () => pets());

type Send = Parameters<Service['send']>;

/** Sends answers in another way; `plain` sends as it should be. */
export const sending = (send: (...given: [...Send, plain: () => void]) => void) =>
  class extends Service {
    override send(...given: Send) {
      send(...given, () => super.send(...given));
    }
  };

/** The answer with another body, and perhaps another content type. */
export const withBody = (answer: Answer, body: string | Buffer, type?: string): Answer => ({
  ...answer,
  headers: type === undefined ? answer.headers : { ...answer.headers, 'Content-Type': type },
  body,
});
