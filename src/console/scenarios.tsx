import type { ClockChange } from '../engine/clock.js';
import { formatDelayRange } from '../engine/delay-range.js';
import type { RuleInput } from '../engine/scenario.js';
import { type Active, addRules, putSettings, type SettingsChange } from './active.js';
import { getPetEnd } from './clock.js';
import { Button, download, Field, Form, IconButton } from './components.js';
import { call, notify, run, update } from './simulator.js';

/** What a scenario sets; the rest of a sandbox stays. Each part is a body of the admin interface. */
interface Scenario {
  readonly reset?: { readonly fixture: string };
  /** In place of all rules, the one that is tried first at the beginning. */
  readonly rules?: readonly RuleInput[];
  readonly settings?: SettingsChange;
  readonly clock?: ClockChange;
}

const builtIn: Readonly<Record<string, Scenario>> = {
  empty: { reset: { fixture: 'empty' } },
  slow: { settings: { delay: '1000-4000' } },
  down: { rules: [{ code: 503 }] },
  sunset: { clock: { mode: 'frozen', now: getPetEnd } },
};

const storageKey = 'animal-store-scenarios';

async function apply(sandbox: string, { reset, rules, settings, clock }: Scenario) {
  if (reset !== undefined) {
    await call('POST /reset', sandbox, reset);
  }
  if (rules !== undefined) {
    await call('DELETE /rules', sandbox);
    await addRules(sandbox, rules);
  }
  if (settings !== undefined) {
    await putSettings(sandbox, settings);
  }
  if (clock !== undefined) {
    await call('PUT /clock', sandbox, clock);
  }
}

/** What is active now, as a scenario. */
function capture({ rules, settings, clock }: Active): Scenario {
  const { choices, delay, allow } = settings;
  const { mode, now, advanced: advance } = clock;
  return {
    rules: rules.map(({ id: _id, applied: _applied, tried: _tried, ...rule }) => rule),
    settings: { choices, delay: formatDelayRange(delay), allow },
    clock: mode === 'frozen' ? { mode, now } : { mode, advance },
  };
}

/** Scenarios with names: applied at a click, saved in this browser from what is active. */
export function Scenarios({ sandbox, active }: { sandbox: string; active: Active }) {
  const saved: Record<string, Scenario> = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
  /** A scenario that is undefined goes. */
  const keep = (name: string, scenario: Scenario | undefined) => {
    localStorage.setItem(storageKey, JSON.stringify({ ...saved, [name]: scenario }));
    update({});
  };
  const applyNamed = async (name: string, scenario: Scenario) => {
    await apply(sandbox, scenario);
    notify(`Applied ${name} to ${sandbox}.`);
  };
  const all = Object.entries({ ...builtIn, ...saved });
  return (
    <section aria-label="Scenarios">
      <div class="row">
        <h2>Scenarios</h2>
        {all.map(([name, scenario]) => (
          <Button key={name} onClick={() => run(() => applyNamed(name, scenario))}>
            {name}
          </Button>
        ))}
      </div>
      <details>
        <summary>Save and export</summary>
        <Form
          submit="Save what is active"
          onSubmit={async ({ name = '' }) => keep(name, capture(active))}
        >
          <Field label="Name for the rules, settings and clock that are active">
            <input name="name" required spellcheck={false} />
          </Field>
        </Form>
        <ul class="row">
          {all.map(([name, scenario]) => (
            <li key={name} class="row">
              {name}
              <IconButton
                icon="Export"
                name={`Export ${name}`}
                onClick={() => download(JSON.stringify(scenario, undefined, 2), `${name}.json`)}
              />
              {name in saved && (
                <IconButton
                  icon="×"
                  name={`Delete ${name}`}
                  onClick={() => keep(name, undefined)}
                />
              )}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
