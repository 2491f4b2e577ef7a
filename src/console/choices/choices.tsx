import { formatLatency } from '../../engine/latency.js';
import { call } from '../api.js';
import { useVersion } from '../changes.js';
import { useAction, useLoaded } from '../hooks.js';
import type { SandboxSettings, ViewProps } from '../types.js';
import { ClockPanel } from './clock.js';
import { OpenPointTable, ProfilePicker } from './open-points.js';
import { AllowedNotes, LatencyForm } from './responses.js';

/** What every part of the view gets. */
export interface SettingsProps {
  readonly settings: SandboxSettings;
  readonly isBusy: boolean;
  /** The latency is as the option `--latency` writes it. */
  readonly onChange: (changed: Partial<SandboxSettings>, latency?: string) => void;
}

/** The settings of a sandbox: choices for open points, clock, latency, and allowed notes. */
export default function Choices({ sandbox }: ViewProps) {
  const version = useVersion(sandbox);
  const load = () => call<SandboxSettings>('GET /settings', sandbox);
  const { value: settings, error, replace } = useLoaded(load, [sandbox, version]);
  const { isBusy, run } = useAction();
  if (settings === undefined) {
    return error === undefined ? <p>Loading…</p> : <p role="alert">{error}</p>;
  }
  // The call replaces all settings, so it has those that stay too.
  const onChange: SettingsProps['onChange'] = (
    changed,
    latency = formatLatency(settings.latency),
  ) =>
    run(async () => {
      const next = { ...settings, ...changed };
      // Shown at once: a control that is set must not jump back until the answer.
      replace(next);
      try {
        const { choices: choose, ...others } = next;
        const body = { ...others, choose, latency };
        replace(await call<SandboxSettings>('PUT /settings', sandbox, { body }));
      } catch (failure) {
        replace(settings);
        throw failure;
      }
    });
  const parts = { settings, isBusy, onChange };
  return (
    <>
      <div class="columns">
        <ClockPanel sandbox={sandbox} afterSunset={settings.choices['after-sunset']} />
        <div class="stack">
          <LatencyForm {...parts} />
          <AllowedNotes {...parts} />
        </div>
      </div>
      <ProfilePicker {...parts} />
      <OpenPointTable {...parts} />
    </>
  );
}
