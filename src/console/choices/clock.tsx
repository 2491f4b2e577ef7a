import { useEffect, useState } from 'preact/hooks';
import { admin, call, inSandbox, type Schemas } from '../api.js';
import { Button } from '../components/button.js';
import { Field } from '../components/field.js';
import { useAction, useFollowed, useLoaded } from '../hooks.js';

/** The instant from which the document has no getPet any more (section 9). */
const getPetEnd = '2030-12-05T00:00:00Z';

const hour = 3_600_000;
const day = 24 * hour;
const steps: readonly (readonly [label: string, milliseconds: number])[] = [
  ['+1 hour', hour],
  ['+1 day', day],
  ['+30 days', 30 * day],
  ['-1 day', -day],
];

/** The time of a clock now: a real one goes on while the page is open. */
function useTime({ mode, now }: Schemas['Clock']): string {
  const [time, setTime] = useState(now);
  useEffect(() => {
    const start = performance.now();
    const show = () => {
      setTime(new Date(Date.parse(now) + performance.now() - start).toISOString());
    };
    setTime(now);
    if (mode === 'frozen') {
      return;
    }
    const timer = setInterval(show, 1_000);
    return () => clearInterval(timer);
  }, [mode, now]);
  return time;
}

/** `2030-12-05 00:00:00 UTC` */
const formatTime = (instant: string) => `${instant.slice(0, 19).replace('T', ' ')} UTC`;

interface ClockFormProps {
  readonly clock: Schemas['Clock'];
  readonly afterSunset: string;
  readonly isBusy: boolean;
  readonly onChange: (change: Schemas['ClockChange']) => void;
}

function ClockForm({ clock, afterSunset, isBusy, onChange }: ClockFormProps) {
  const time = useTime(clock);
  const isFrozen = clock.mode === 'frozen';
  const isEnded = Date.parse(time) >= Date.parse(getPetEnd);
  const jump = () =>
    onChange(
      isFrozen
        ? { mode: 'frozen', now: getPetEnd }
        : { mode: 'real', advance: Date.parse(getPetEnd) - Date.now() },
    );
  return (
    <>
      <p>
        <time class="clock" dateTime={time}>
          {formatTime(time)}
        </time>{' '}
        {isFrozen ? 'frozen' : clock.advanced === 0 ? 'real' : 'real, moved'}
      </p>
      <p class="quiet">
        {isEnded
          ? `getPet has ended: it answers by after-sunset=${afterSunset}.`
          : 'getPet works until 5 December 2030.'}
      </p>
      <fieldset class="choice-row" disabled={isBusy}>
        <legend>Move the clock</legend>
        <Button kind="primary" onClick={jump}>
          Jump to getPet's end
        </Button>
        {steps.map(([label, advance]) => (
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
          const at = String(new FormData(event.currentTarget).get('at'));
          onChange({ mode: 'frozen', now: new Date(`${at}Z`).toISOString() });
        }}
      >
        <Field label="Freeze at (UTC)">
          <input
            key={clock.now}
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
export function ClockPanel({
  sandbox,
  afterSunset,
}: {
  readonly sandbox: string;
  readonly afterSunset: string;
}) {
  const load = () => call(admin.GET('/clock', inSandbox(sandbox)));
  const { value, error, reload, replace } = useLoaded(load, [sandbox]);
  useFollowed(reload);
  const { isBusy, run } = useAction();
  const change = (body: Schemas['ClockChange']) =>
    run(async () => replace(await call(admin.PUT('/clock', { ...inSandbox(sandbox), body }))));
  return (
    <section class="panel" aria-labelledby="clock">
      <h2 id="clock">Clock</h2>
      {error && <p role="alert">{error}</p>}
      {value && (
        <ClockForm clock={value} afterSunset={afterSunset} isBusy={isBusy} onChange={change} />
      )}
    </section>
  );
}
