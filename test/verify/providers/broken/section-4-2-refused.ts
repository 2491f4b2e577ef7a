import { type Call, Refusal } from '../call.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking } from '../variant.js';

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
export const section42Refused: readonly BrokenVariant[] = breaking('4.2', {
  'refused-with-422': ['Invalid values are refused with 422.', withStatus(422)],
  'refused-with-500': ['Invalid values fail with 500.', withStatus(500)],
  'refused-with-409': ['Invalid values are refused with 409.', withStatus(409)],
  'refused-with-200': [
    'Invalid values are answered with an Error body under HTTP status 200.',
    class extends Service {
      protected override refused(refusal: Refusal, call: Call) {
        const answer = super.refused(refusal, call);
        const isBody = refusal.status === 400 && call.operation === 'createPet';
        return isBody ? { ...answer, status: 200 } : answer;
      }
    },
  ],
  'wrong-status-word-refused-with-422': [
    'An unknown status is refused with 422, everything else with 400.',
    class extends Service {
      protected override statusOf(value: unknown) {
        try {
          return super.statusOf(value);
        } catch {
          throw new Refusal(422, 'unprocessable', 'status is unknown.');
        }
      }
    },
  ],
});
