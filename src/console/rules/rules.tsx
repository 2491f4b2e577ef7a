import { useRef, useState } from 'preact/hooks';
import { faults } from '../../document/message.js';
import { call } from '../api.js';
import { useVersion } from '../changes.js';
import { Button } from '../components/button.js';
import { Field, Select } from '../components/field.js';
import { Table } from '../components/table.js';
import { notify } from '../components/toast.js';
import { useAction, useLoaded } from '../hooks.js';
import type { OperationName, Rule, RuleInput, ViewProps } from '../types.js';
import { RuleForm } from './rule-form.js';
import {
  describeEffect,
  describeMatch,
  faultLabels,
  formatDelay,
  isSpent,
  operationNames,
} from './rule-text.js';

/** What one click arms. */
type Effect = Pick<RuleInput, 'code' | 'delay' | 'fault'>;

const effects: Readonly<Record<string, readonly (readonly [label: string, effect: Effect])[]>> = {
  Status: [400, 401, 404, 429, 500, 502, 503, 504].map((code) => [String(code), { code }]),
  Delay: [500, 2_000, 10_000].map((delay) => [formatDelay(delay), { delay }]),
  Fault: faults.map((fault) => [faultLabels[fault], { fault }]),
};

/** Whether a rule forces just this, for all requests of the operation. */
function isArmed(rule: Rule, operation: OperationName | undefined, effect: Effect): boolean {
  const { id: _id, applied: _applied, tried: _tried, times: _times, ...fields } = rule;
  const wanted = Object.entries({ operation, ...effect }).filter(
    ([, value]) => value !== undefined,
  );
  const isSame = wanted.every(([name, value]) => fields[name as keyof typeof fields] === value);
  return isSame && Object.keys(fields).length === wanted.length && !isSpent(rule);
}

interface RuleTableProps {
  readonly rules: readonly Rule[];
  readonly isBusy: boolean;
  readonly onDisarm: (rules: readonly Rule[]) => void;
}

function RuleTable({ rules, isBusy, onDisarm }: RuleTableProps) {
  return (
    <Table
      caption="Armed rules, newest first"
      columns={['Rule', 'Operation', 'Forces', 'Only with', 'Applied', 'Tried', 'Disarm']}
    >
      {rules.map((rule) => (
        <tr key={rule.id} class={isSpent(rule) ? 'quiet' : undefined}>
          <th scope="row" class="rule-id">
            {rule.id}
          </th>
          <td>{rule.operation ?? 'all'}</td>
          <td>
            {describeEffect(rule)}
            {rule.probability !== undefined && ` (probability ${rule.probability})`}
          </td>
          <td class="long-text">{describeMatch(rule)}</td>
          <td class="number">
            {rule.applied}
            {rule.times !== undefined && ` of ${rule.times}`}
          </td>
          <td class="number">{rule.tried}</td>
          <td>
            <Button
              aria-label={`Disarm ${rule.id}`}
              disabled={isBusy}
              onClick={() => onDisarm([rule])}
            >
              Disarm
            </Button>
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Arms and disarms the rules of a sandbox, and shows how often each applied. */
export default function Errors({ sandbox, parameters }: ViewProps) {
  const version = useVersion(sandbox);
  const { value, error } = useLoaded(
    () => call<{ readonly rules: readonly Rule[] }>('GET /rules', sandbox),
    [sandbox, version],
  );
  const { isBusy, run } = useAction();
  const [chosen, setOperation] = useState(parameters.get('operation') ?? '');
  const [times, setTimes] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  if (value === undefined) {
    return error ? <p role="alert">{error}</p> : <p>Loading…</p>;
  }
  const { rules } = value;
  const operation = operationNames.find((name) => name === chosen);
  const where = operation ?? 'every operation';

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
  const arm = (effect: Effect) =>
    run(async () => {
      const limit = times === '' ? {} : { times: Number(times) };
      const body = { ...(operation && { operation }), ...effect, ...limit };
      await call('POST /rules', sandbox, { body });
      notify(`Armed for ${where}: ${describeEffect(effect)}.`);
    });
  const renderToggle = ([label, effect]: readonly [string, Effect]) => {
    const armed = rules.filter((rule) => isArmed(rule, operation, effect));
    return (
      <Button
        key={label}
        aria-pressed={armed.length > 0}
        disabled={isBusy}
        onClick={() => (armed.length > 0 ? disarm(armed) : arm(effect))}
      >
        {label}
      </Button>
    );
  };

  return (
    <>
      <section class="panel" aria-label="Arm an error">
        <div class="row">
          <Select
            label="For"
            selected={operation ?? ''}
            values={[['', 'every operation'], ...operationNames]}
            onSelect={setOperation}
          />
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
          <RuleForm sandbox={sandbox} />
        </details>
      </section>
      <div class="row">
        <h2 ref={heading} tabIndex={-1}>
          {rules.length === 0 ? 'No rule is armed' : `Rules, newest first (${rules.length})`}
        </h2>
        <Button kind="danger" disabled={isBusy || rules.length === 0} onClick={disarmAll}>
          Disarm all
        </Button>
      </div>
      {rules.length > 0 && <RuleTable rules={rules} isBusy={isBusy} onDisarm={disarm} />}
    </>
  );
}
