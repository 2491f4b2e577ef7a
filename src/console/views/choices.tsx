import { admin, call, inSandbox, type Schemas } from '../api.js';
import { ClockPanel } from '../choices/clock.js';
import { OpenPointTable, ProfilePicker } from '../choices/open-points.js';
import { AllowedNotes, LatencyForm } from '../choices/responses.js';
import { useAction, useFollowed, useLoaded } from '../hooks.js';
import type { ViewProps } from '../view-props.js';

/** A change of settings replaces all of them, so it has those that stay too. */
function toChange({ choices, latency, allow }: Schemas['Settings']): Schemas['SettingsChange'] {
  return { choose: choices, latency: `${latency.from}-${latency.to}`, allow };
}

/** The settings of a sandbox: choices for open points, clock, latency, and allowed notes. */
export default function Choices({ sandbox }: ViewProps) {
  const load = () => call(admin.GET('/settings', inSandbox(sandbox)));
  const { value: settings, error, reload, replace } = useLoaded(load, [sandbox]);
  useFollowed(reload);
  const { isBusy, run } = useAction();
  if (settings === undefined) {
    return error === undefined ? <p>Loading…</p> : <p role="alert">{error}</p>;
  }
  const change = (changed: Partial<Schemas['Settings']>) =>
    run(async () => {
      const next = { ...settings, ...changed };
      // Shown at once: a control that is set must not jump back until the answer.
      replace(next);
      try {
        const body = toChange(next);
        replace(await call(admin.PUT('/settings', { ...inSandbox(sandbox), body })));
      } catch (error) {
        replace(settings);
        throw error;
      }
    });
  const choiceProps = {
    choices: settings.choices,
    isBusy,
    onChange: (choices: Schemas['Settings']['choices']) => change({ choices }),
  };
  return (
    <>
      <div class="columns">
        <ClockPanel sandbox={sandbox} afterSunset={settings.choices['after-sunset']} />
        <div class="stack">
          <LatencyForm settings={settings} isBusy={isBusy} onChange={change} />
          <AllowedNotes settings={settings} isBusy={isBusy} onChange={change} />
        </div>
      </div>
      <ProfilePicker {...choiceProps} />
      <OpenPointTable {...choiceProps} />
    </>
  );
}
