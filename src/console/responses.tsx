import { useState } from 'preact/hooks';
import { faults } from '../document/message.js';
import { type Operation, operations } from '../document/operations.js';
import { formatDelayRange } from '../engine/random.js';
import type { Rule, RuleInput } from '../engine/scenario.js';
import type { Active } from '../server/admin/journal-routes.js';
import {
  addRules,
  describeEffect,
  describeLeft,
  describeRule,
  describeUse,
  faultTexts,
  findShadow,
  formatDuration,
  isSpent,
  putSettings,
} from './active.js';
import { actionColumn, Button, Form, formatText, Select, Table, View } from './components.js';
import { Icon } from './icons.js';
import type { ViewProps } from './router.js';
import { call, run } from './simulator.js';

const statuses = [400, 401, 404, 429, 500, 502, 503, 504];

/** The selects of a row: the part of a rule that each sets, its values, and their texts. */
const selects = {
  delay: {
    values: [300, 1_000, 2_000, 5_000, 10_000],
    format: (value: string) => (value ? formatDuration(Number(value)) : 'No delay'),
  },
  fault: { values: faults, format: (value: string) => value || 'No fault' },
  times: {
    values: [1, 2, 3, 5, 10],
    format: (value: string) =>
      value === '' ? 'Always' : value === '1' ? 'Once' : `${value} times`,
  },
};

/** What a row of the view sets for its operation: one rule, or one for each part of a sequence. */
type Effect = Pick<RuleInput, 'code' | 'delay' | 'fault' | 'times'>;

/** True for a rule for all requests of the operation, which forces nothing that its row doesn't show. */
const isShown = (rule: Rule, operation: Rule['operation']) =>
  rule.operation === operation &&
  !isSpent(rule) &&
  [rule.match, rule.probability, rule.example, rule.body, rule.headers].every(
    (one) => one === undefined,
  );

/** The rule of a row after a change, if it still forces anything: what the change doesn't name stays. */
export function findNext(current: Rule | undefined, changed: Effect): Effect[] {
  const { code, delay, fault, times, applied = 0 }: Partial<Rule> = current ?? {};
  const next = { code, delay, fault, times: times && times - applied, ...changed };
  return (next.code ?? next.delay ?? next.fault) === undefined ? [] : [next];
}

/** `503, 503, 404`: the statuses that come one after the other. */
export const formatSequence = (rules: readonly Rule[]) =>
  rules
    .flatMap(({ code = 200, times = 1, applied }) => Array<number>(times - applied).fill(code))
    .join(', ');

/** @throws {Error} when it is no list of statuses */
export function readSequence(text: string): Effect[] {
  const steps: (Effect & { times: number })[] = [];
  for (const step of text.split(/[\s,]+/).filter(Boolean)) {
    if (!/^(?:2|4|5)\d\d$/.test(step)) {
      throw new Error(`A step is 200 or a status from 400 to 599; got "${step}".`);
    }
    // A success forces nothing, and only takes its turn.
    const effect = step.startsWith('2') ? { delay: 0 } : { code: Number(step) };
    const last = steps.at(-1);
    if (last && last.code === effect.code) {
      last.times += 1;
    } else {
      steps.push({ ...effect, times: 1 });
    }
  }
  // The last success needs no rule.
  return steps.at(-1)?.delay === 0 ? steps.slice(0, -1) : steps;
}

/** What the next request of a row gets: `Fails with 429`. */
function describeNow(applies: Rule | undefined, operation: Rule['operation']): string {
  if (applies === undefined) {
    return 'As usual';
  }
  const isOfRow = applies.operation === operation && applies.match === undefined;
  const text = isOfRow ? describeEffect(applies) : describeRule(applies);
  return text.charAt(0).toUpperCase() + text.slice(1) + describeLeft(applies);
}

type RowProps = Pick<Active, 'sandbox' | 'rules'> & { readonly operation: Operation | undefined };

/** How one operation answers, or every operation: one rule at a time. */
function Row({ sandbox, rules, operation: described }: RowProps) {
  const operation = described?.name;
  const name = operation ?? 'Every operation';
  /** The times that a person chose before anything to force. */
  const [planned, setPlanned] = useState<number>();
  const own = rules.filter((rule) => isShown(rule, operation));
  const [first] = own;
  const applies = rules.find(
    (rule) => !isSpent(rule) && [undefined, operation].includes(rule.operation),
  );
  /** As the rules are now: what is shown may be half a second old. */
  const put = async (plan: (first: Rule | undefined) => readonly Effect[]) => {
    const current = await call<{ readonly rules: readonly Rule[] }>('GET /rules', sandbox);
    const replaced = current.rules.filter((rule) => isShown(rule, operation));
    const steps = plan(replaced[0]);
    for (const { id } of replaced) {
      await call(`DELETE /rules/${id}`, sandbox);
    }
    await addRules(
      sandbox,
      steps.map((step) => ({ operation, ...step })),
    );
    setPlanned(undefined);
  };
  const change = (changed: Effect) => {
    const times = first === undefined && planned !== undefined ? { times: planned } : {};
    if (first === undefined && 'times' in changed) {
      setPlanned(changed.times);
    } else {
      void run(() => put((current) => findNext(current, { ...times, ...changed })));
    }
  };
  const shown = { ...first, times: first ? first.times && first.times - first.applied : planned };
  const sequence = own.length > 1 ? formatSequence(own) : '';
  const shadow = first && findShadow(first, rules);
  return (
    <tr>
      <th scope="row" class="c-operation">
        {name} <code>{described ? `${described.method} /v1${described.path}` : 'any request'}</code>
      </th>
      <td class="c-status">
        <fieldset class="segments" aria-label={`Status of ${name}`}>
          {[...new Set([...statuses, ...own.flatMap(({ code = 400 }) => code)])].map((code) => {
            const isBeyond = described?.statuses.includes(code) === false;
            return (
              <Button
                key={code}
                class={isBeyond ? 'beyond' : ''}
                title={isBeyond ? `${code} is beyond the document` : undefined}
                aria-pressed={first?.code === code}
                onClick={() => change({ code: first?.code === code ? undefined : code })}
              >
                {code}
              </Button>
            );
          })}
        </fieldset>
        <p class={`now ${applies ? '' : 'soft'}`}>{formatText(describeNow(applies, operation))}</p>
        {shadow && (
          <p class="hint">
            <Icon name="alert" />
            {describeRule(first)} has no effect: {shadow.id} comes first.
          </p>
        )}
      </td>
      {Object.entries(selects).map(([part, { values, format }]) => {
        const selected = String(shown[part as keyof typeof selects] ?? '');
        const read = (value: string) => (part === 'fault' ? value : Number(value));
        const offered = [...new Set(['', ...values.map(String), selected])];
        return (
          <td key={part} class="c-part">
            <Select
              aria-label={`${part.charAt(0).toUpperCase()}${part.slice(1)} of ${name}`}
              class={selected && 'set'}
              title={part === 'fault' && shown.fault ? faultTexts[shown.fault] : undefined}
              selected={selected}
              values={offered.map((value) => [value, format(value)])}
              onSelect={(value) => change({ [part]: value === '' ? undefined : read(value) })}
            />
          </td>
        );
      })}
      <td class="c-sequence">
        <Form
          class=""
          label={`Sequence of ${name}`}
          send={(fields) => put(() => readSequence(fields.sequence ?? ''))}
        >
          {(isWrong) => (
            <>
              <input
                key={sequence}
                class={`input ${sequence && 'set'}`}
                name="sequence"
                aria-label={`Sequence of statuses for ${name}`}
                aria-invalid={isWrong || undefined}
                placeholder="or 503, 503, 200"
                defaultValue={sequence}
              />
              <Button type="submit">Set</Button>
            </>
          )}
        </Form>
      </td>
    </tr>
  );
}

function Rules({ sandbox, rules }: Pick<Active, 'sandbox' | 'rules'>) {
  return (
    <section aria-label="Rules">
      <h2>Rules {rules.length > 0 && <span class="soft">The first that fits decides.</span>}</h2>
      {rules.length === 0 ? (
        <div class="empty">
          <p class="soft">No rules. Choose a status above to force it.</p>
        </div>
      ) : (
        <Table
          class="rules"
          columns={[
            ['c-order', 'Order'],
            ['c-rule', 'Rule'],
            ['c-used number', 'Used'],
            ['c-id', 'Id'],
            actionColumn,
          ]}
        >
          <tbody>
            {rules.map((rule, index) => {
              const { id } = rule;
              const shadow = findShadow(rule, rules);
              return (
                <tr key={id}>
                  <td class="c-order">{index + 1}</td>
                  <th scope="row" class="c-rule">
                    {formatText(describeRule(rule))}{' '}
                    {shadow && (
                      <span class="hint">
                        <Icon name="alert" />
                        No effect: {shadow.id} comes first.
                      </span>
                    )}
                  </th>
                  <td class="c-used number">{describeUse(rule)}</td>
                  <td class="c-id" title={id}>
                    <code>{id}</code>
                  </td>
                  <td class="c-act number">
                    <Button
                      class="plain"
                      aria-label={`Remove ${id}`}
                      onClick={() => run(() => call(`DELETE /rules/${id}`, sandbox))}
                    >
                      Remove
                    </Button>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </Table>
      )}
    </section>
  );
}

/** What the next requests get: a row for each operation, and all rules in their order. */
export function Responses({ sandbox, active: { rules, settings } }: ViewProps) {
  const delay = formatDelayRange(settings.delay);
  const note = (
    <>
      Force what the next requests of <b>{sandbox}</b> get. Grey statuses are beyond the document.
    </>
  );
  const slowDown = (
    <Form
      class="row"
      label="Delay of every response"
      send={(fields) => putSettings(sandbox, fields)}
    >
      {(isWrong) => (
        <>
          <label class="row">
            <span>Slow down everything by</span>
            <input
              key={delay}
              class={`input ms ${delay === '0' ? '' : 'set'}`}
              name="delay"
              title="Milliseconds, or a range such as 100-300"
              aria-invalid={isWrong || undefined}
              defaultValue={delay}
              required
            />
            <span class="soft">ms</span>
          </label>
          <Button type="submit">Set</Button>
        </>
      )}
    </Form>
  );
  return (
    <View title="Responses" note={note} actions={slowDown}>
      <Table
        class="forces"
        columns={[
          ['c-operation', 'Operation'],
          ['c-status', 'Status'],
          ['c-part', 'Delay'],
          ['c-part', 'Fault'],
          ['c-part', 'Times'],
          ['c-sequence', 'Sequence'],
        ]}
      >
        <tbody>
          {[undefined, ...operations].map((operation) => (
            <Row key={`${sandbox} ${operation?.name}`} {...{ sandbox, rules, operation }} />
          ))}
        </tbody>
      </Table>
      <Rules {...{ sandbox, rules }} />
    </View>
  );
}
