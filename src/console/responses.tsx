import { faults } from '../document/message.js';
import { operations } from '../document/operations.js';
import { formatDelayRange } from '../engine/random.js';
import type { Rule, RuleInput } from '../engine/scenario.js';
import type { Active } from '../server/admin/journal-routes.js';
import {
  addRules,
  describeRule,
  faultTexts,
  formatDuration,
  isSpent,
  putSettings,
} from './active.js';
import { Button, Field, Form, IconButton, Select } from './components.js';
import type { ViewProps } from './router.js';
import { call, run } from './simulator.js';

const statuses = [400, 401, 404, 429, 500, 503];

/** The selects of a row: the part of a rule that each sets, and what it offers. */
const selects = {
  delay: {
    label: 'Delay',
    none: 'none',
    values: [300, 1_000, 2_000, 5_000, 10_000].map(
      (one) => [`${one}`, formatDuration(one)] as const,
    ),
  },
  fault: {
    label: 'Fault',
    none: 'none',
    values: faults.map((fault) => [fault, `${fault}: ${faultTexts[fault]}`] as const),
  },
  times: { label: 'How often', none: 'always', values: ['1', '2', '3', '5', '10'] },
};

/** What a row of the view sets for its operation: one rule, or one for each part of a sequence. */
type Effect = Pick<RuleInput, 'code' | 'delay' | 'fault' | 'times'>;

/** Whether a row shows it: a rule for all requests of the operation, with nothing of its own. */
const isPlain = ({ match, probability, example, body, headers }: Rule) =>
  [match, probability, example, body, headers].every((one) => one === undefined);

/** `503, 503, 404`: the statuses that come one after the other. */
const formatSequence = (rules: readonly Rule[]) =>
  rules
    .flatMap(({ code = 200, times = 1, applied }) => Array<number>(times - applied).fill(code))
    .join(', ');

/** @throws {Error} when it is no list of statuses */
function readSequence(text: string): Effect[] {
  const steps: (Effect & { times: number })[] = [];
  for (const step of text.split(/[\s,]+/).filter(Boolean)) {
    if (!/^[245]\d\d$/.test(step)) {
      throw new Error(`A step must be 200 or a status from 400 to 599; got "${step}".`);
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

type RowProps = Pick<Active, 'sandbox' | 'rules'> & Pick<Rule, 'operation'>;

/** How one operation answers, or every operation: one rule at a time. */
function Row({ sandbox, rules, operation }: RowProps) {
  const isOwn = (rule: Rule) => rule.operation === operation && isPlain(rule) && !isSpent(rule);
  const own = rules.filter(isOwn);
  const [first] = own;
  const applies = rules.find(
    (rule) => !isSpent(rule) && [undefined, operation].includes(rule.operation),
  );
  const name = operation ?? 'Every operation';
  const { method, path } = operations.find((one) => one.name === operation) ?? {};
  /** As the rules are now: what is shown may be half a second old. */
  const put = async (plan: (first: Rule | undefined) => readonly Effect[]) => {
    const current = await call<{ readonly rules: readonly Rule[] }>('GET /rules', sandbox);
    const replaced = current.rules.filter(isOwn);
    const steps = plan(replaced[0]);
    for (const { id } of replaced) {
      await call(`DELETE /rules/${id}`, sandbox);
    }
    await addRules(
      sandbox,
      steps.map((step) => ({ operation, ...step })),
    );
  };
  const change = (changed: Effect) =>
    run(() =>
      put(({ code, delay, fault, times, applied = 0 }: Partial<Rule> = {}) => {
        const next = { code, delay, fault, times: times && times - applied, ...changed };
        return (next.code ?? next.delay ?? next.fault) === undefined ? [] : [next];
      }),
    );
  const shown = { ...first, times: first?.times && first.times - first.applied };
  const sequence = own.length > 1 ? formatSequence(own) : '';
  return (
    <section class="operation row" aria-label={name}>
      <div>
        <h2>{name}</h2>
        <small>{method ? `${method} /v1${path}` : 'unless a newer rule is for one of them'}</small>
      </div>
      <fieldset class="row" aria-label={`Status of ${name}`}>
        {[...new Set([...statuses, ...own.flatMap(({ code = 400 }) => code)])].map((code) => (
          <Button
            key={code}
            class={`s${Math.floor(code / 100)}xx`}
            aria-pressed={first?.code === code}
            onClick={() => change({ code: first?.code === code ? undefined : code })}
          >
            {code}
          </Button>
        ))}
      </fieldset>
      {Object.entries(selects).map(([part, { label, values, none }]) => {
        const selected = String(shown[part as keyof typeof selects] ?? '');
        const read = (value: string) => (part === 'fault' ? value : Number(value));
        return (
          <Select
            key={part}
            label={label}
            class={selected && 'lit'}
            disabled={part === 'times' && first === undefined}
            selected={selected}
            values={[['', none], ...values]}
            onSelect={(value) => change({ [part]: value === '' ? undefined : read(value) })}
          />
        );
      })}
      <Form submit="Set" onSubmit={(fields) => put(() => readSequence(fields.sequence ?? ''))}>
        <Field
          key={sequence}
          label="Or a sequence"
          name="sequence"
          class={sequence && 'lit'}
          placeholder="503, 503, 200"
          defaultValue={sequence}
        />
      </Form>
      <p class={applies ? 'applies' : 'faint'}>
        Now: {applies ? describeRule(applies) : operation ? 'answers as usual' : 'no rule for all'}.
        {first && first !== applies && <b class="hint"> {describeRule(first, rules)}.</b>}
      </p>
    </section>
  );
}

/** What the next requests get: a row for each operation, and all rules in their order. */
export function Responses({ sandbox, active: { rules, settings } }: ViewProps) {
  const delay = formatDelayRange(settings.delay);
  return (
    <>
      {[undefined, ...operations.map(({ name }) => name)].map((operation) => (
        <Row key={operation ?? ''} {...{ sandbox, rules, operation }} />
      ))}
      <section aria-label="Delay">
        <Form submit="Set the delay" onSubmit={(fields) => putSettings(sandbox, fields)}>
          <Field
            key={delay}
            label="Delay of every response, in ms: 200 or 100-300"
            name="delay"
            class={delay === '0' ? '' : 'lit'}
            defaultValue={delay}
            required
          />
        </Form>
      </section>
      <section aria-label="Rules">
        <h2>{rules.length === 0 ? 'No rule is armed' : 'Rules, in the order they are tried'}</h2>
        {rules.map((rule) => (
          <div key={rule.id} class="row">
            <code>{rule.id}</code>
            <span class="grow">{describeRule(rule, rules)}</span>
            <span class="faint">
              applied {rule.applied}, tried {rule.tried}
            </span>
            <IconButton
              icon="×"
              name={`Disarm ${rule.id}`}
              onClick={() => run(() => call(`DELETE /rules/${rule.id}`, sandbox))}
            />
          </div>
        ))}
      </section>
    </>
  );
}
