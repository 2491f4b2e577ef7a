import type { Answer, Call, Operation, Refusal } from './call.js';
import type { Fields, Pet } from './pet.js';
import { Service } from './service.js';

/** The plain service with one small difference. */
export interface Variant {
  readonly name: string;
  /** In plain words. */
  readonly difference: string;
  readonly service: new () => Service;
}

/** Can't be told from outside by whoever has an address and a key only. */
interface Undetectable {
  readonly detectable: false;
  readonly reason: string;
}

export type BrokenVariant = Variant & {
  /** The section of the document whose promise it breaks. */
  readonly breaks: string;
} & (Undetectable | { readonly detectable?: never });

export type LegalVariant = Variant & {
  /** The section of the document that permits it, or says nothing against it. */
  readonly permittedBy: string;
};

export type DoubtfulVariant = Variant & {
  readonly section: string;
  /** Why one reader may call it broken and another legal. */
  readonly doubt: string;
  /** The verdict of `verify`. */
  readonly verdict: 'failed' | 'advice' | 'passed';
};

/** What is different, the service, and why that can't be told from outside, if it can't. */
type Row = readonly [difference: string, service: new () => Service, undetectable?: string];

/** Variants, by their names, that break a section of the document. */
export const breaking = (
  section: string,
  rows: Readonly<Record<string, Row>>,
): readonly BrokenVariant[] =>
  Object.entries(rows).map(([name, [difference, service, reason]]) => {
    const variant = { name, breaks: section, difference, service };
    return reason === undefined ? variant : { ...variant, detectable: false, reason };
  });

/** Variants, by their names, that a section of the document permits, or says nothing against. */
export const permitting = (
  section: string,
  rows: Readonly<Record<string, Row>>,
): readonly LegalVariant[] =>
  Object.entries(rows).map(([name, [difference, service]]) => ({
    name,
    permittedBy: section,
    difference,
    service,
  }));

export const isGood = (answer: Answer) => answer.status < 300;

/** True of a good answer of the operation. */
export const isGoodOf = (operation: Operation, answer: Answer, call: Call) =>
  call.operation === operation && isGood(answer);

/** Changes answers when they are made. */
export const answering = (change: (answer: Answer, call: Call) => Answer) =>
  class extends Service {
    override async answer(call: Call) {
      return change(await super.answer(call), call);
    }
  };

/** Changes how a pet is written; a member that is `undefined` is left out. */
export const showing = (change: (shown: Fields, call: Call, pet: Pet) => Fields) =>
  class extends Service {
    protected override shown(pet: Pet, call: Call) {
      return change(super.shown(pet, call), call, pet);
    }
  };

/** Changes what an Error body has. */
export const showingErrors = (change: (shown: Fields, call: Call) => unknown) =>
  class extends Service {
    protected override shownError(...given: Parameters<Service['shownError']>) {
      return change(super.shownError(...given), given[1]) as Fields;
    }
  };

/** Changes the body of the good answers of one operation. */
export const rewriting = (operation: Operation, change: (text: string) => string) =>
  answering((answer, call) =>
    isGoodOf(operation, answer, call) ? withBody(answer, change(`${answer.body}`)) : answer,
  );

/** Refuses calls with the key before they are served. */
export const refusingCalls = (refusalOf: (call: Call) => Refusal | undefined) =>
  class extends Service {
    protected override async serve(call: Call) {
      const refusal = refusalOf(call);
      if (refusal !== undefined) throw refusal;
      return super.serve(call);
    }
  };

/** Takes ids from a counter, so that none is assigned twice if pets are lost. */
export class CountingIds extends Service {
  protected latestId = 30n;

  protected override nextId(): bigint {
    this.latestId += 1n;
    return this.latestId;
  }
}

/** Changes JSON when it is written. */
export const writing = (change: (text: string, call: Call) => string) =>
  class extends Service {
    protected override textOf(value: unknown, call: Call) {
      return change(super.textOf(value, call), call);
    }
  };

/** Changes a name as a backend changes it on its way into the store. */
export const naming = (change: (name: string) => unknown) =>
  class extends Service {
    protected override nameOf(value: unknown) {
      return change(super.nameOf(value)) as string;
    }
  };

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
