import { useState } from 'preact/hooks';
import type { ClockChange } from '../engine/clock.js';
import { formatLatency } from '../engine/latency.js';
import type { RuleInput } from '../engine/rules.js';
import type { SandboxSettings } from '../engine/sandbox.js';
import { type Active, addRules, putSettings } from './active.js';
import { getPetEnd } from './clock.js';
import { Button, download, Field, Form, IconButton, Menu } from './components.js';
import { call, notify, run } from './simulator.js';

/** What a scenario sets; the rest of a sandbox stays. Each part is a body of the admin interface. */
interface Scenario {
  readonly reset?: { readonly fixture: string };
  /** In place of all rules, the one that is tried first at the beginning. */
  readonly rules?: readonly RuleInput[];
  readonly settings?: { readonly latency?: string } & Partial<
    Record<'choose', SandboxSettings['choices']> & Pick<SandboxSettings, 'allow' | 'needs'>
  >;
  readonly clock?: ClockChange;
}

const builtIn: Readonly<Record<string, Scenario>> = {
  empty: { reset: { fixture: 'empty' } },
  slow: { settings: { latency: 'lognormal:1500,4000' } },
  down: { rules: [{ code: 503 }] },
  sunset: { clock: { mode: 'frozen', now: getPetEnd } },
};

const storageKey = 'animal-store-scenarios';

function readSaved(): Record<string, Scenario> {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}');
  } catch {
    return {};
  }
}

async function apply(sandbox: string, { reset, rules, settings, clock }: Scenario) {
  if (reset !== undefined) {
    await call('POST /reset', sandbox, reset);
  }
  if (rules !== undefined) {
    await call('DELETE /rules', sandbox);
    await addRules(sandbox, rules);
  }
  if (settings !== undefined) {
    const { choose: choices, ...rest } = settings;
    await putSettings(sandbox, { ...rest, ...(choices && { choices }) });
  }
  if (clock !== undefined) {
    await call('PUT /clock', sandbox, clock);
  }
}

/** What is active now, as a scenario. */
function capture({ rules, settings, clock }: Active): Scenario {
  const { choices: choose, latency, allow } = settings;
  return {
    rules: rules.map(({ id: _id, applied: _applied, tried: _tried, ...rule }) => rule),
    settings: { choose, latency: formatLatency(latency), allow },
    clock:
      clock.mode === 'frozen'
        ? { mode: 'frozen', now: clock.now }
        : { mode: 'real', advance: clock.advanced },
  };
}

const formatJson = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;

/** Scenarios with names: applied at a click, saved in this browser from what is active. */
export function Scenarios({ sandbox, active }: { sandbox: string; active: Active }) {
  const [saved, setSaved] = useState(readSaved);
  const keep = (next: Record<string, Scenario>) => {
    localStorage.setItem(storageKey, JSON.stringify(next));
    setSaved(next);
  };
  const all = Object.entries({ ...builtIn, ...saved });
  return (
    <section class="row" aria-label="Scenarios">
      <h2>Scenarios</h2>
      {all.map(([name, scenario]) => (
        <Button
          key={name}
          onClick={() =>
            run(async () => {
              await apply(sandbox, scenario);
              notify(`Applied ${name} to ${sandbox}.`);
            })
          }
        >
          {name}
        </Button>
      ))}
      <Menu label="Save and export">
        <Form
          class="stack"
          onSubmit={async ({ name = '' }) => keep({ ...saved, [name]: capture(active) })}
        >
          <Field label="Name" hint="Saves the rules, settings and clock that are active">
            <input name="name" required autocomplete="off" spellcheck={false} />
          </Field>
          <Button class="primary" type="submit">
            Save what is active
          </Button>
        </Form>
        <ul class="rules">
          {all.map(([name, scenario]) => (
            <li key={name} class="row">
              <span class="grow">{name}</span>
              <IconButton
                icon="save"
                name={`Export ${name}`}
                onClick={() => download(formatJson(scenario), `${name}.json`)}
              />
              {name in saved && (
                <IconButton
                  icon="remove"
                  name={`Delete ${name}`}
                  onClick={() => {
                    const { [name]: _deleted, ...rest } = saved;
                    keep(rest);
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      </Menu>
    </section>
  );
}
