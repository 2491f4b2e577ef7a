import type { ClockChange, ClockReading } from '../engine/clock.js';
import { Button, Field, Form, useNow } from './components.js';
import { call, run } from './simulator.js';

/** The instant from which the document has no getPet any more (section 9). */
export const getPetEnd = '2030-12-05T00:00:00Z';

const hour = 3_600_000;
const steps = {
  '+1 hour': hour,
  '+1 day': 24 * hour,
  '+30 days': 720 * hour,
  '-1 day': -24 * hour,
};

/** The clock of a sandbox, which decides whether getPet still exists. */
export function ClockPanel({ sandbox, clock }: { sandbox: string; clock: ClockReading }) {
  const now = useNow();
  const isFrozen = clock.mode === 'frozen';
  const time = isFrozen ? clock.now : new Date(now + clock.advanced).toISOString();
  const set = (change: ClockChange) => call('PUT /clock', sandbox, change);
  const renderButton = (label: string, change: ClockChange) => (
    <Button key={label} onClick={() => run(() => set(change))}>
      {label}
    </Button>
  );
  return (
    <section aria-label="Clock">
      <h2>Clock</h2>
      <p>
        <time dateTime={time} class={isFrozen || clock.advanced !== 0 ? 'applies' : ''}>
          {time.slice(0, 19).replace('T', ' ')} UTC
        </time>{' '}
        {isFrozen ? 'frozen' : clock.advanced === 0 ? 'real' : 'real, moved'}
        <span class="faint">
          {' · '}
          {Date.parse(time) >= Date.parse(getPetEnd)
            ? 'getPet has ended: the choice for after-sunset decides its answers.'
            : 'getPet works until 5 December 2030.'}
        </span>
      </p>
      <div class="row">
        {renderButton(
          "Jump to getPet's end",
          isFrozen
            ? { mode: 'frozen', now: getPetEnd }
            : { mode: 'real', advance: Date.parse(getPetEnd) - now },
        )}
        {Object.entries(steps).map(([label, advance]) => renderButton(label, { advance }))}
        {isFrozen || renderButton('Freeze', { mode: 'frozen' })}
        {(isFrozen || clock.advanced !== 0) && renderButton('Back to real time', { mode: 'real' })}
      </div>
      <Form onSubmit={({ at }) => set({ mode: 'frozen', now: new Date(`${at}Z`).toISOString() })}>
        <Field label="Freeze at (UTC)">
          <input
            name="at"
            type="datetime-local"
            step="1"
            max="9999-12-31T23:59:59"
            required
            defaultValue={clock.now.slice(0, 19)}
          />
        </Field>
        <Button type="submit">Freeze there</Button>
      </Form>
    </section>
  );
}
