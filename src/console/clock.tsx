import { operations } from '../document/operations.js';
import type { ClockChange, ClockReading } from '../engine/clock.js';
import { Button, Field, Form, useNow } from './components.js';
import { call, run } from './simulator.js';

/** The instant from which the document has no getPet any more (section 9). */
const end = operations.find(({ name }) => name === 'getPet')?.sunset as Date;
const getPetEnd = end.toISOString();

const hour = 3_600_000;

const showsRealTime = ({ mode, advanced }: ClockReading) => mode === 'real' && advanced === 0;

/** The changes of a clock that a click makes, by their labels. */
export const listChanges = (clock: ClockReading, now: number): Record<string, ClockChange> => ({
  "Jump to getPet's end":
    clock.mode === 'frozen'
      ? { mode: 'frozen', now: getPetEnd }
      : { mode: 'real', advance: end.getTime() - now },
  '+1 hour': { advance: hour },
  '+1 day': { advance: 24 * hour },
  '+30 days': { advance: 720 * hour },
  '-1 day': { advance: -24 * hour },
  ...(!showsRealTime(clock) && { 'Back to real time': { mode: 'real' } }),
});

/** The clock of a sandbox, which decides whether getPet still exists. */
export function ClockPanel({ sandbox, clock }: { sandbox: string; clock: ClockReading }) {
  const now = useNow();
  const { mode, advanced } = clock;
  const time = mode === 'frozen' ? clock.now : new Date(now + advanced).toISOString();
  const isReal = showsRealTime(clock);
  const set = (change: ClockChange) => call('PUT /clock', sandbox, change);
  return (
    <section aria-label="Clock">
      <h2>Clock</h2>
      <p>
        <time dateTime={time} class={isReal ? '' : 'applies'}>
          {time.slice(0, 19).replace('T', ' ')} UTC
        </time>{' '}
        {mode === 'frozen' ? 'frozen' : isReal ? 'real' : 'real, moved'}
        <span class="faint">
          {time >= getPetEnd
            ? ' · getPet has ended: the choice for after-sunset decides its answers.'
            : ' · getPet works until 5 December 2030.'}
        </span>
      </p>
      <div class="row">
        {Object.entries(listChanges(clock, now)).map(([label, change]) => (
          <Button key={label} onClick={() => run(() => set(change))}>
            {label}
          </Button>
        ))}
      </div>
      <Form
        submit="Freeze there"
        onSubmit={({ at }) => set({ mode: 'frozen', now: new Date(`${at}Z`).toISOString() })}
      >
        <Field
          label="Freeze at (UTC)"
          name="at"
          type="datetime-local"
          step="1"
          max="9999-12-31T23:59:59"
          required
          defaultValue={clock.now.slice(0, 19)}
        />
      </Form>
    </section>
  );
}
