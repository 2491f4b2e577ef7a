import { formatLatency } from '../../engine/sandbox/latency.js';
import { admin, call, inSandbox, type Schemas } from '../api.js';
import { ClockPanel } from '../choices/clock.js';
import { OpenPointTable, ProfilePicker } from '../choices/open-points.js';
import { AllowedNotes, LatencyForm } from '../choices/responses.js';
import { useAction, useFollowed, useLoaded } from '../hooks.js';
import type { ViewProps } from '../view-props.js';

type Settings = Schemas['Settings'];

/** The settings of a sandbox: choices for open points, clock, latency, and allowed notes. */
export default function Choices({ sandbox }: ViewProps) {
  const load = () => call(admin.GET('/settings', inSandbox(sandbox)));
  const { value: settings, error, reload, replace } = useLoaded(load, [sandbox]);
  useFollowed(reload);
  const { isBusy, run } = useAction();
  if (settings === undefined) {
    return error === undefined ? <p>Loading…</p> : <p role="alert">{error}</p>;
  }
  const { choices, allow } = settings;
  const latency = formatLatency(settings.latency);
  // The call replaces all settings, so it has those that stay too.
  const change = (changed: Partial<Settings>, newLatency = latency) =>
    run(async () => {
      const next = { ...settings, ...changed };
      // Shown at once: a control that is set must not jump back until the answer.
      replace(next);
      try {
        const { choices: choose, allow: allowed, needs } = next;
        const body = { choose, latency: newLatency, allow: allowed, ...(needs && { needs }) };
        replace(await call(admin.PUT('/settings', { ...inSandbox(sandbox), body })));
      } catch (error) {
        replace(settings);
        throw error;
      }
    });
  const choiceProps = {
    choices,
    isBusy,
    onChange: (changed: Settings['choices']) => change({ choices: changed }),
  };
  return (
    <>
      <div class="columns">
        <ClockPanel sandbox={sandbox} afterSunset={choices['after-sunset']} />
        <div class="stack">
          <LatencyForm
            latency={latency}
            isBusy={isBusy}
            onChange={(changed) => change({}, changed)}
          />
          <AllowedNotes
            allow={allow}
            isBusy={isBusy}
            onChange={(changed) => change({ allow: changed })}
          />
        </div>
      </div>
      <ProfilePicker {...choiceProps} />
      <OpenPointTable {...choiceProps} />
    </>
  );
}
