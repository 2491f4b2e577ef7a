import { useRef, useState } from 'preact/hooks';
import { type Fault, faults } from '../document/message.js';
import type { Rule, RuleInput } from '../engine/rules.js';
import { Button, Field, Form, Pending, Select, Table } from './components.js';
import type { ViewProps } from './router.js';
import { call, notify, run, useSandbox } from './simulator.js';
import { operationNames } from './traffic/exchanges.js';

/** What a client sees of each fault. */
const faultLabels: Readonly<Record<Fault, string>> = {
  reset: 'Reset the connection',
  empty: 'Close without an answer',
  truncate: 'Cut off the body',
  garbage: 'Body that is not JSON',
  hang: 'Never answer',
  dribble: 'Slow body',
};

const formatDelay = (milliseconds: number) =>
  milliseconds < 1_000 ? `${milliseconds} ms` : `${milliseconds / 1_000} s`;

type Effect = Pick<RuleInput, 'code' | 'delay' | 'fault'>;

const effects: Readonly<Record<string, readonly (readonly [label: string, effect: Effect])[]>> = {
  Status: [400, 401, 404, 429, 500, 502, 503, 504].map((code) => [String(code), { code }]),
  Delay: [500, 2_000, 10_000].map((delay) => [formatDelay(delay), { delay }]),
  Fault: faults.map((fault) => [faultLabels[fault], { fault }]),
};

/** What a rule forces: `status 503, delay 2 s`. */
function describeEffect(rule: RuleInput): string {
  const { code, example, delay, fault, body, headers, probability } = rule;
  const parts = [
    code !== undefined && `status ${code}`,
    example !== undefined && `example ${example}`,
    delay !== undefined && `delay ${formatDelay(delay)}`,
    fault !== undefined && faultLabels[fault].toLowerCase(),
    body !== undefined && 'own body',
    headers !== undefined && `header ${Object.keys(headers).join(', ')}`,
    probability !== undefined && `probability ${probability}`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Which requests a rule concerns, as JSON. A body would lose the last digits of its large integers. */
const describeMatch = ({ match }: Rule) =>
  match && JSON.stringify({ ...match, ...('body' in match && { body: '…' }) });

const isSpent = ({ applied, times }: Rule) => times !== undefined && applied >= times;

const columns = ['Rule', 'Operation', 'Forces', 'Only with', 'Applied', 'Tried', 'Disarm'];

const example = `{
  "operation": "getPet",
  "match": { "petId": "7", "headersContain": { "user-agent": "shop/" } },
  "code": 503,
  "headers": { "Retry-After": "30" },
  "body": { "code": "unavailable", "message": "Come back later." },
  "delay": 500,
  "times": 1,
  "probability": 1
}`;

/** Arms and disarms the rules of a sandbox, and shows how often each applied. */
export function Errors({ sandbox }: ViewProps) {
  const { value, error } = useSandbox<{ rules: readonly Rule[] }>(sandbox, 'GET /rules');
  const [operation, setOperation] = useState('');
  const [times, setTimes] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  if (value === undefined) {
    return <Pending error={error} />;
  }
  const { rules } = value;
  const disarm = (removed: readonly Rule[]) =>
    run(async () => {
      for (const { id } of removed) {
        await call(`DELETE /rules/${id}`, sandbox);
      }
      notify(`Disarmed: ${removed.map(describeEffect).join('; ')}.`);
    });
  const disarmAll = () =>
    run(async () => {
      await call('DELETE /rules', sandbox);
      notify('All rules are disarmed.');
      heading.current?.focus();
    });
  /** @param body as a value, or as it was typed, so that large integers keep their digits */
  const arm = async (body: object | string) => {
    const rule = await call<Rule>('POST /rules', sandbox, body);
    notify(`Armed for ${rule.operation ?? 'every operation'}: ${describeEffect(rule)}.`);
  };
  const renderToggle = ([label, effect]: readonly [string, Effect]) => {
    // Rules that force just this, for all requests of the operation.
    const armed = rules.filter(
      (rule) =>
        describeEffect(rule) === describeEffect(effect) &&
        (rule.operation ?? '') === operation &&
        rule.match === undefined &&
        !isSpent(rule),
    );
    const fields = { operation: operation || undefined, times: Number(times) || undefined };
    return (
      <Button
        key={label}
        aria-pressed={armed.length > 0}
        onClick={() =>
          armed.length > 0 ? disarm(armed) : run(() => arm({ ...fields, ...effect }))
        }
      >
        {label}
      </Button>
    );
  };
  return (
    <>
      <section class="panel" aria-label="Arm an error">
        <div class="row">
          <Field label="For">
            <Select
              selected={operation}
              values={[['', 'every operation'], ...operationNames]}
              onSelect={setOperation}
            />
          </Field>
          <Field label="How many requests; empty: until disarmed">
            <input
              type="number"
              min={1}
              value={times}
              onInput={({ currentTarget }) => setTimes(currentTarget.value)}
            />
          </Field>
        </div>
        {Object.entries(effects).map(([legend, toggles]) => (
          <fieldset key={legend} class="row">
            <legend>{legend}</legend>
            {toggles.map(renderToggle)}
          </fieldset>
        ))}
        <details>
          <summary>Advanced: a rule with its own body, headers, and requests that match</summary>
          <Form class="stack" onSubmit={({ rule = '' }) => arm(rule)}>
            <Field label="Rule" hint="JSON; leave out what is not needed">
              <textarea name="rule" rows={10} spellcheck={false} defaultValue={example} />
            </Field>
            <div class="row">
              <Button class="primary" type="submit">
                Arm this rule
              </Button>
            </div>
          </Form>
        </details>
      </section>
      <div class="row">
        <h2 ref={heading} tabIndex={-1}>
          {rules.length === 0 ? 'No rule is armed' : `Rules, newest first (${rules.length})`}
        </h2>
        <Button disabled={rules.length === 0} onClick={disarmAll}>
          Disarm all
        </Button>
      </div>
      {rules.length > 0 && (
        <Table label="Armed rules, newest first" columns={columns}>
          {rules.map((rule) => (
            <tr key={rule.id} class={isSpent(rule) ? 'faint' : undefined}>
              <th scope="row">{rule.id}</th>
              <td>{rule.operation ?? 'all'}</td>
              <td>{describeEffect(rule)}</td>
              <td class="long-text">{describeMatch(rule)}</td>
              <td class="number">
                {rule.applied}
                {rule.times !== undefined && ` of ${rule.times}`}
              </td>
              <td class="number">{rule.tried}</td>
              <td>
                <Button aria-label={`Disarm ${rule.id}`} onClick={() => disarm([rule])}>
                  Disarm
                </Button>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
