import { operations } from '../document/operations.js';
import type { ClockChange, ClockReading } from '../engine/clock.js';
import { Button, Form, formatText, useNow } from './components.js';
import { call, run } from './simulator.js';
import { longDate } from './traffic/reason.js';

/** The operation that the document removes (section 9), if it removes one. */
const { name: ending = '', sunset: end } = operations.find(({ sunset }) => sunset) ?? {};

const hour = 3_600_000;

const showsRealTime = ({ mode, advanced }: ClockReading) => mode === 'real' && advanced === 0;

const steps: Record<string, ClockChange> = {
  '−1 day': { advance: -24 * hour },
  '+1 hour': { advance: hour },
  '+1 day': { advance: 24 * hour },
  '+30 days': { advance: 720 * hour },
};

/** The changes of a clock that a click makes, by their labels. */
export const listChanges = (clock: ClockReading, now: number): Record<string, ClockChange> => ({
  ...steps,
  ...(end && {
    [`To ${ending}'s end`]:
      clock.mode === 'frozen'
        ? { mode: 'frozen', now: end.toISOString() }
        : { mode: 'real', advance: end.getTime() - now },
  }),
  ...(!showsRealTime(clock) && { 'Real time': { mode: 'real' } }),
});

/** An instant of UTC that a person typed, whatever the time zone of the browser. */
export const readInstant = (at = '') => new Date(`${at}Z`).toISOString();

/** The clock of a sandbox, which decides whether getPet still exists. */
export function ClockCard({ sandbox, clock }: { sandbox: string; clock: ClockReading }) {
  const now = useNow();
  const { mode, advanced } = clock;
  const time = mode === 'frozen' ? clock.now : new Date(now + advanced).toISOString();
  const set = (change: ClockChange) => call('PUT /clock', sandbox, change);
  const buttons = Object.entries(listChanges(clock, now)).map(([label, change]) => (
    <Button key={label} onClick={() => run(() => set(change))}>
      {label}
    </Button>
  ));
  const countSteps = Object.keys(steps).length;
  return (
    <section class="card" aria-label="Clock">
      <div class="row">
        <h2>Clock</h2>
        <time class="end" dateTime={time}>
          {time.slice(0, 19).replace('T', ' ')}
        </time>
        <span class="soft">
          UTC{mode === 'frozen' ? ', frozen' : showsRealTime(clock) ? '' : ', moved'}
        </span>
      </div>
      <div class="row">
        <fieldset class="segments" aria-label="Move the clock">
          {buttons.slice(0, countSteps)}
        </fieldset>
        {buttons.slice(countSteps)}
      </div>
      <Form
        class="row"
        label="Freeze the clock"
        submit="Freeze"
        send={({ at }) => set({ mode: 'frozen', now: readInstant(at) })}
      >
        <input
          class="input stamp"
          aria-label="Freeze at (UTC)"
          name="at"
          type="datetime-local"
          step="1"
          max="9999-12-31T23:59:59"
          required
          defaultValue={clock.now.slice(0, 19)}
        />
      </Form>
      <p class="soft">
        {end &&
          formatText(
            time < end.toISOString()
              ? `${ending} works until ${longDate.format(end)}.`
              : `${ending} has ended: \`after-sunset\` decides its answers.`,
          )}
      </p>
    </section>
  );
}
