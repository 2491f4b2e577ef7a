import { useRef, useState } from 'preact/hooks';
import { type Fault, faults } from '../../engine/interface/message.js';
import { admin, call, inSandbox, type Schemas } from '../api.js';
import { Button } from '../components/button.js';
import { Field } from '../components/field.js';
import { Table } from '../components/table.js';
import { notify } from '../components/toast.js';
import { useAction, useExchanges, useFollowed, useLoaded } from '../hooks.js';
import type { ViewProps } from '../view-props.js';
import { RuleForm } from './rule-form.js';
import {
  describeEffect,
  describeMatch,
  faultLabels,
  findProblem,
  formatDelay,
  isSpent,
  operations,
} from './rule-text.js';

type RuleState = Schemas['RuleState'];

/** What one click arms. */
interface Effect {
  readonly code?: number;
  readonly delay?: number;
  readonly fault?: Fault;
}

const statuses = [400, 401, 404, 429, 500, 502, 503, 504];
const delays = [500, 2_000, 10_000];
/** Milliseconds between two readings of the counts, however many exchanges happen. */
const refreshInterval = 500;

/** Whether a rule forces just this, for all requests of the operation. */
function isArmed(rule: RuleState, operation: RuleState['operation'], effect: Effect): boolean {
  const { id: _id, applied: _applied, tried: _tried, times: _times, ...fields } = rule;
  const wanted = Object.entries({ operation, ...effect }).filter(
    ([, value]) => value !== undefined,
  );
  const isSame = wanted.every(([name, value]) => fields[name as keyof typeof fields] === value);
  return isSame && Object.keys(fields).length === wanted.length && !isSpent(rule);
}

/** Reads the rules of a sandbox, again after each of its exchanges. */
function useRules(sandbox: string) {
  const rules = useLoaded(() => call(admin.GET('/rules', inSandbox(sandbox))), [sandbox]);
  useFollowed(rules.reload);
  useExchanges(sandbox, refreshInterval, rules.reload);
  return rules;
}

interface RuleTableProps {
  readonly rules: readonly RuleState[];
  readonly isBusy: boolean;
  readonly onDisarm: (rules: readonly RuleState[]) => void;
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
          <td class="long-text">{describeMatch(rule.match)}</td>
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
  const { value, error, reload } = useRules(sandbox);
  const { isBusy, run } = useAction();
  const [chosen, setOperation] = useState(parameters.get('operation') ?? '');
  const [times, setTimes] = useState('');
  const [timesError, setTimesError] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  if (error !== undefined) {
    return <p role="alert">{error}</p>;
  }
  if (value === undefined) {
    return <p>Loading…</p>;
  }
  const { rules } = value;
  const operation = operations.find((name) => name === chosen);
  const where = operation ?? 'every operation';

  const disarm = (removed: readonly RuleState[]) =>
    run(async () => {
      for (const { id } of removed) {
        await call(admin.DELETE('/rules/{id}', { params: { path: { id }, query: { sandbox } } }));
      }
      notify(`Disarmed: ${removed.map(describeEffect).join('; ')}.`);
      reload();
    });
  const disarmAll = () =>
    run(async () => {
      await call(admin.DELETE('/rules', inSandbox(sandbox)));
      notify('All rules are disarmed.');
      reload();
      heading.current?.focus();
    });
  const arm = (effect: Effect) =>
    run(async () => {
      const limit = times === '' ? {} : { times: Number(times) };
      const body = { ...(operation && { operation }), ...effect, ...limit };
      setTimesError(undefined);
      try {
        await call(admin.POST('/rules', { ...inSandbox(sandbox), body }));
      } catch (cause) {
        const { field, message } = findProblem(cause);
        if (field !== 'times') {
          throw cause;
        }
        setTimesError(message);
        return;
      }
      notify(`Armed for ${where}: ${describeEffect(effect)}.`);
      reload();
    });
  const renderToggle = (label: string, effect: Effect) => {
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
          <Field label="For" hint="one operation, or all">
            <select
              value={operation ?? ''}
              onChange={({ currentTarget }) => setOperation(currentTarget.value)}
            >
              <option value="">every operation</option>
              {operations.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </Field>
          <Field label="How many requests" hint="empty: until disarmed" error={timesError}>
            <input
              type="number"
              min={1}
              value={times}
              onInput={({ currentTarget }) => setTimes(currentTarget.value)}
            />
          </Field>
        </div>
        <fieldset class="row">
          <legend>Status</legend>
          {statuses.map((code) => renderToggle(String(code), { code }))}
        </fieldset>
        <fieldset class="row">
          <legend>Delay</legend>
          {delays.map((delay) => renderToggle(formatDelay(delay), { delay }))}
        </fieldset>
        <fieldset class="row">
          <legend>Fault</legend>
          {faults.map((fault) => renderToggle(faultLabels[fault], { fault }))}
        </fieldset>
        <details>
          <summary>Advanced: own body, headers, and requests that match</summary>
          <RuleForm sandbox={sandbox} operation={operation} onArm={reload} />
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
