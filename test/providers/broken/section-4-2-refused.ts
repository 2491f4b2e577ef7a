import { type Call, Refusal } from '../call.js';
import { Service } from '../service.js';
import type { BrokenVariant } from '../variant.js';

const refusing = (change: (refusal: Refusal) => Refusal) =>
  class extends Service {
    protected override refused(refusal: Refusal, call: Call) {
      return super.refused(call.operation === 'createPet' ? change(refusal) : refusal, call);
    }
  };

const withStatus = (status: number) =>
  refusing((refusal) =>
    refusal.status === 400 ? new Refusal(status, refusal.code, refusal.message) : refusal,
  );

/** A body that isn't good is refused with 400. */
export const section42Refused: readonly BrokenVariant[] = [
  {
    name: 'refused-with-422',
    breaks: '4.2',
    difference: 'Invalid values are refused with 422.',
    service: withStatus(422),
  },
  {
    name: 'refused-with-500',
    breaks: '4.2',
    difference: 'Invalid values fail with 500.',
    service: withStatus(500),
  },
  {
    name: 'refused-with-409',
    breaks: '4.2',
    difference: 'Invalid values are refused with 409.',
    service: withStatus(409),
  },
  {
    name: 'refused-with-200',
    breaks: '4.2',
    difference: 'Invalid values are answered with an Error body under HTTP status 200.',
    service: class extends Service {
      protected override refused(refusal: Refusal, call: Call) {
        const answer = super.refused(refusal, call);
        const isBody = refusal.status === 400 && call.operation === 'createPet';
        return isBody ? { ...answer, status: 200 } : answer;
      }
    },
  },
  {
    name: 'wrong-status-word-refused-with-422',
    breaks: '4.2',
    difference: 'An unknown status is refused with 422, everything else with 400.',
    service: class extends Service {
      protected override statusOf(value: unknown) {
        try {
          return super.statusOf(value);
        } catch {
          throw new Refusal(422, 'unprocessable', 'status is unknown.');
        }
      }
    },
  },
];
