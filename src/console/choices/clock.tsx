import { useEffect, useState } from 'preact/hooks';
import { call } from '../api.js';
import { useVersion } from '../changes.js';
import { Button } from '../components/button.js';
import { Field } from '../components/field.js';
import { useAction, useLoaded } from '../hooks.js';
import type { ClockChange, ClockReading } from '../types.js';

/** The instant from which the document has no getPet any more (section 9). */
const getPetEnd = '2030-12-05T00:00:00Z';

const hour = 3_600_000;
const steps = {
  '+1 hour': hour,
  '+1 day': 24 * hour,
  '+30 days': 720 * hour,
  '-1 day': -24 * hour,
};

/** The time of a clock now: a real one goes on while the page is open. */
function useTime({ mode, now }: ClockReading): string {
  const [time, setTime] = useState(now);
  useEffect(() => {
    setTime(now);
    const start = Date.parse(now) - performance.now();
    const show = () => setTime(new Date(start + performance.now()).toISOString());
    const timer = mode === 'real' ? setInterval(show, 1_000) : undefined;
    return () => clearInterval(timer);
  }, [mode, now]);
  return time;
}

interface ClockPanelProps {
  readonly sandbox: string;
  readonly afterSunset: string;
}

interface ClockFormProps extends ClockPanelProps {
  readonly clock: ClockReading;
}

function ClockForm({ sandbox, clock, afterSunset }: ClockFormProps) {
  const { isBusy, run } = useAction();
  // The clock is read again, since the sandbox changes.
  const onChange = (body: ClockChange) => run(() => call('PUT /clock', sandbox, { body }));
  const time = useTime(clock);
  const isFrozen = clock.mode === 'frozen';
  const lead = Date.parse(getPetEnd) - Date.now();
  return (
    <>
      <p>
        <time class="clock" dateTime={time}>
          {time.slice(0, 19).replace('T', ' ')} UTC
        </time>{' '}
        {isFrozen ? 'frozen' : clock.advanced === 0 ? 'real' : 'real, moved'}
      </p>
      <p class="quiet">
        {Date.parse(time) >= Date.parse(getPetEnd)
          ? `getPet has ended: it answers by after-sunset=${afterSunset}.`
          : 'getPet works until 5 December 2030.'}
      </p>
      <fieldset class="row" disabled={isBusy}>
        <legend>Move the clock</legend>
        <Button
          kind="primary"
          onClick={() =>
            onChange(
              isFrozen ? { mode: 'frozen', now: getPetEnd } : { mode: 'real', advance: lead },
            )
          }
        >
          Jump to getPet's end
        </Button>
        {Object.entries(steps).map(([label, advance]) => (
          <Button key={label} onClick={() => onChange({ advance })}>
            {label}
          </Button>
        ))}
        {isFrozen || <Button onClick={() => onChange({ mode: 'frozen' })}>Freeze</Button>}
        {(isFrozen || clock.advanced !== 0) && (
          <Button onClick={() => onChange({ mode: 'real' })}>Back to real time</Button>
        )}
      </fieldset>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          const at = new FormData(event.currentTarget).get('at');
          onChange({ mode: 'frozen', now: new Date(`${at}Z`).toISOString() });
        }}
      >
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
        <Button type="submit" disabled={isBusy}>
          Freeze there
        </Button>
      </form>
    </>
  );
}

/** The clock of a sandbox, which decides whether getPet still exists. */
export function ClockPanel(props: ClockPanelProps) {
  const { sandbox } = props;
  const version = useVersion(sandbox);
  const load = () => call<ClockReading>('GET /clock', sandbox);
  const { value, error } = useLoaded(load, [sandbox, version]);
  return (
    <section class="panel" aria-labelledby="clock">
      <h2 id="clock">Clock</h2>
      {error && <p role="alert">{error}</p>}
      {value && <ClockForm {...props} clock={value} />}
    </section>
  );
}
