import { useState } from 'preact/hooks';
import { faults } from '../document/message.js';
import { type Operation, operations } from '../document/operations.js';
import { formatDelayRange } from '../engine/random.js';
import type { Rule, RuleState } from '../engine/scenario.js';
import type { Active } from '../server/admin/changes-route.js';
import {
  addRules,
  describeEffect,
  describeLeft,
  describeRule,
  describeUse,
  failures,
  faultTexts,
  findShadow,
  formatDuration,
  isSpent,
  putSettings,
} from './active.js';
import {
  actionColumn,
  Button,
  capitalize,
  Form,
  formatText,
  Segments,
  Select,
  Table,
  View,
} from './components.js';
import { Icon } from './icons.js';
import type { ViewProps } from './router.js';
import { call, run } from './simulator.js';

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

const partColumns = Object.keys(selects).map((part) => ['c-part', capitalize(part)] as const);

/** The effect of a row on its operation: one rule, or one for each part of a sequence. */
type Effect = Pick<Rule, 'code' | 'delay' | 'fault' | 'times'>;

/** True for a rule for all requests of the operation, which forces nothing that its row doesn't show. */
export const isOfRow = (rule: RuleState, operation: RuleState['operation']) =>
  rule.operation === operation &&
  !isSpent(rule) &&
  [rule.match, rule.probability, rule.example, rule.body, rule.headers].every(
    (one) => one === undefined,
  );

/** The rule of a row after a change, if it still forces anything: what the change doesn't name stays. */
export function findNext(current: RuleState | undefined, changed: Effect): Effect[] {
  const { code, delay, fault, times, applied = 0 }: Partial<RuleState> = current ?? {};
  const next = { code, delay, fault, times: times && times - applied, ...changed };
  return (next.code ?? next.delay ?? next.fault) === undefined ? [] : [next];
}

/** `503, 503, 404`: the statuses that come one after the other. */
export const formatSequence = (rules: readonly RuleState[]) =>
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

/** The response to the next request of a row: `Fails with 429`. */
export function describeNow(
  applies: RuleState | undefined,
  operation: RuleState['operation'],
): string {
  if (applies === undefined) {
    return 'As usual';
  }
  const isForAll = applies.operation === operation && applies.match === undefined;
  const text = isForAll ? describeEffect(applies) : describeRule(applies);
  return (isForAll || !applies.operation ? capitalize(text) : text) + describeLeft(applies);
}

type RuleList = Pick<Active, 'sandbox' | 'rules'>;

/** A warning beside a rule. */
const Hint = ({ text }: { text: string }) => (
  <span class="hint">
    <Icon name="alert" />
    {text}
  </span>
);

/** The responses of one operation, or of every operation: one rule at a time. */
function Row({ sandbox, rules, described }: RuleList & { described: Operation | undefined }) {
  const operation = described?.name;
  const name = operation ?? 'Every operation';
  /** The times that a person chose before anything to force. */
  const [planned, setPlanned] = useState<number>();
  const own = rules.filter((rule) => isOfRow(rule, operation));
  const [first] = own;
  const applies = rules.find(
    (rule) => !isSpent(rule) && [undefined, operation].includes(rule.operation),
  );
  /** Reads the rules again: the view may be half a second old. */
  const put = async (plan: (first: RuleState | undefined) => readonly Effect[]) => {
    const current = await call<{ readonly rules: readonly RuleState[] }>('GET /rules', sandbox);
    const replaced = current.rules.filter((rule) => isOfRow(rule, operation));
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
    if (first === undefined && 'times' in changed) {
      setPlanned(changed.times);
    } else {
      const times = first === undefined && planned !== undefined && { times: planned };
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
        <Segments
          label={`Status of ${name}`}
          chosen={String(first?.code)}
          segments={[...new Set([...failures, ...own.flatMap(({ code = 400 }) => code)])].map(
            (code) =>
              described?.statuses.includes(code) === false
                ? [`${code}`, code, { class: 'beyond', title: `${code} is beyond the document` }]
                : [`${code}`],
          )}
          onPick={(code) =>
            change({ code: Number(code) === first?.code ? undefined : Number(code) })
          }
        />
        <p class={`now ${applies ? '' : 'soft'}`}>{formatText(describeNow(applies, operation))}</p>
        {shadow && (
          <Hint text={`${describeRule(first)} has no effect: ${shadow.id} comes first.`} />
        )}
      </td>
      {Object.entries(selects).map(([part, { values, format }]) => {
        const selected = String(shown[part as keyof typeof selects] ?? '');
        const read = (value: string) => (part === 'fault' ? value : Number(value));
        const offered = [...new Set(['', ...values.map(String), selected])];
        return (
          <td key={part} class="c-part">
            <Select
              aria-label={`${capitalize(part)} of ${name}`}
              class={selected && 'set'}
              title={part === 'fault' && shown.fault ? faultTexts[shown.fault] : undefined}
              selected={selected}
              values={offered.map((value) => [value, format(value)])}
              onPick={(value) => change({ [part]: value === '' ? undefined : read(value) })}
            />
          </td>
        );
      })}
      <td class="c-sequence">
        <Form
          class=""
          label={`Sequence of ${name}`}
          submit="Set"
          send={(fields) => put(() => readSequence(fields.sequence ?? ''))}
        >
          <input
            // A button shows the one status of a rule.
            key={sequence || first?.id}
            class={`input ${sequence && 'set'}`}
            name="sequence"
            aria-label={`Sequence of statuses for ${name}`}
            placeholder="or 503, 503, 200"
            defaultValue={sequence}
          />
        </Form>
      </td>
    </tr>
  );
}

function RuleTable({ sandbox, rules }: RuleList) {
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
          columns={['Order', 'Rule', ['c-used number', 'Used'], 'Id', actionColumn]}
        >
          <tbody>
            {rules.map((rule, index) => {
              const { id } = rule;
              const shadow = findShadow(rule, rules);
              return (
                <tr key={id} class={isSpent(rule) ? 'soft' : ''}>
                  <td class="c-order">{index + 1}</td>
                  <th scope="row" class="c-rule">
                    {formatText(describeRule(rule))}{' '}
                    {shadow && <Hint text={`No effect: ${shadow.id} comes first.`} />}
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

/** The responses to the next requests: a row for each operation, and all rules in their order. */
export function Responses({ sandbox, active: { rules, settings } }: ViewProps) {
  const delay = formatDelayRange(settings.delay);
  const note = [
    'Force what the next requests of ',
    <b>{sandbox}</b>,
    ' get. Grey statuses are beyond the document.',
  ];
  const slowDown = (
    <Form
      class="row"
      label="Delay of every response"
      submit="Set"
      send={(fields) => putSettings(sandbox, fields)}
    >
      <label class="row">
        <span>Slow down everything by</span>
        <input
          key={delay}
          class={`input ms ${delay === '0' ? '' : 'set'}`}
          name="delay"
          title="Milliseconds, or a range such as 100-300"
          defaultValue={delay}
          required
        />
        <span class="soft">ms</span>
      </label>
    </Form>
  );
  return (
    <View title="Responses" note={note} actions={slowDown}>
      <Table class="forces" columns={['Operation', 'Status', ...partColumns, 'Sequence']}>
        <tbody>
          {[undefined, ...operations].map((described) => (
            <Row key={`${sandbox} ${described?.name}`} {...{ sandbox, rules, described }} />
          ))}
        </tbody>
      </Table>
      <RuleTable {...{ sandbox, rules }} />
    </View>
  );
}
