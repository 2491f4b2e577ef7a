import { type Fault, faults } from '../document/message.js';
import { operations } from '../document/operations.js';
import { formatLatency } from '../engine/latency.js';
import type { Rule, RuleInput } from '../engine/rules.js';
import {
  type Active,
  addRules,
  describeRule,
  faultTexts,
  findShadow,
  formatDelay,
  isSpent,
  putSettings,
} from './active.js';
import { Button, Field, Form, IconButton, Pending, Select } from './components.js';
import type { ViewProps } from './router.js';
import { Scenarios } from './scenarios.js';
import { call, notify, run } from './simulator.js';

const statuses = [400, 401, 404, 429, 500, 503];
const delays = [300, 1_000, 2_000, 5_000, 10_000];
const counts = ['2', '3', '5', '10'];

/** What a row of the view sets for its operation: one rule, or one for each part of a sequence. */
type Effect = Pick<RuleInput, 'code' | 'delay' | 'fault' | 'times'>;

/** Whether a row shows it: a rule for all requests of the operation, with nothing of its own. */
const isPlain = ({ match, probability, example, body, headers }: Rule) =>
  [match, probability, example, body, headers].every((one) => one === undefined);

/** `503, 503, 404`: the statuses that come one after the other. */
const formatSequence = (rules: readonly Rule[]) =>
  rules
    .flatMap(({ code, times = 1, applied }) =>
      Array<string>(times - applied).fill(`${code ?? 200}`),
    )
    .join(', ');

/** @throws {Error} when it is no list of statuses */
function readSequence(text: string): Effect[] {
  const steps: Effect[] = [];
  for (const step of text.split(/[\s,]+/).filter(Boolean)) {
    const code = Number(step);
    if (!(code >= 200 && code < 300) && !(code >= 400 && code < 600)) {
      throw new Error(`A step must be 200 or a status from 400 to 599; got "${step}".`);
    }
    const last = steps.at(-1);
    // A step that succeeds forces nothing: it only takes its turn.
    const effect = code < 300 ? { delay: 0 } : { code };
    if (last?.code === effect.code && last !== undefined) {
      steps[steps.length - 1] = { ...last, times: (last.times ?? 1) + 1 };
    } else {
      steps.push({ ...effect, times: 1 });
    }
  }
  // The last success needs no rule.
  return steps.at(-1)?.code === undefined ? steps.slice(0, -1) : steps;
}

interface RowProps {
  readonly sandbox: string;
  readonly rules: readonly Rule[];
  /** None for every operation. */
  readonly operation: Rule['operation'];
}

/** How one operation answers, or every operation: one rule at a time. */
function Row({ sandbox, rules, operation }: RowProps) {
  const isOwn = (rule: Rule) => rule.operation === operation && isPlain(rule) && !isSpent(rule);
  const own = rules.filter(isOwn);
  const [first] = own;
  const shadow = first && findShadow(first, rules);
  const applies = rules.find(
    (rule) =>
      !isSpent(rule) &&
      (rule.operation === undefined || rule.operation === operation) &&
      !findShadow(rule, rules),
  );
  const name = operation ?? 'Every operation';
  const { method, path } = operations.find((one) => one.name === operation) ?? {};
  /** As the rules are now: what is shown may be half a second old. */
  const put = async (plan: (first: Rule | undefined) => readonly Effect[]) => {
    const current = await call<Pick<Active, 'rules'>>('GET /rules', sandbox);
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
    void run(() =>
      put((before) => {
        const { code, delay, fault, times, applied = 0 } = before ?? {};
        const left = times === undefined ? undefined : times - applied;
        const next = { code, delay, fault, times: left, ...changed };
        return [next.code, next.delay, next.fault].every((one) => one === undefined) ? [] : [next];
      }),
    );
  const times = first?.times === undefined ? '' : String(first.times - first.applied);
  const lit = (isLit: boolean) => (isLit ? 'lit' : '');
  return (
    <section class={`operation ${shadow ? 'shadowed' : ''}`} aria-label={name}>
      <div>
        <h3>{name}</h3>
        <small>{method ? `${method} /v1${path}` : 'unless a newer rule is for one of them'}</small>
      </div>
      <fieldset class="row" aria-label={`Status of ${name}`}>
        {[...new Set([...statuses, ...own.flatMap(({ code = 400 }) => code)])].map((code) => (
          <Button
            key={code}
            class={`chip s${Math.floor(code / 100)}xx`}
            aria-pressed={first?.code === code}
            onClick={() => change({ code: first?.code === code ? undefined : code })}
          >
            {code}
          </Button>
        ))}
      </fieldset>
      <Field label="Delay">
        <Select
          class={lit(first?.delay !== undefined)}
          selected={String(first?.delay ?? '')}
          values={[['', 'none'], ...delays.map((one) => [`${one}`, formatDelay(one)] as const)]}
          onSelect={(delay) => change({ delay: delay ? Number(delay) : undefined })}
        />
      </Field>
      <Field label="Fault">
        <Select
          class={lit(first?.fault !== undefined)}
          selected={first?.fault ?? ''}
          values={[
            ['', 'none'],
            ...faults.map((fault) => [fault, `${fault}: ${faultTexts[fault]}`] as const),
          ]}
          onSelect={(fault) => change({ fault: (fault || undefined) as Fault | undefined })}
        />
      </Field>
      <Field label="How often">
        <Select
          class={lit(times !== '')}
          selected={times}
          values={[
            ['', 'always'],
            ['1', 'once'],
            ...counts.map((one) => [one, `${one} times`] as const),
          ]}
          onSelect={(often) =>
            first
              ? change({ times: often ? Number(often) : undefined })
              : notify('Choose a status, a delay or a fault first.', true)
          }
        />
      </Field>
      <Form onSubmit={({ sequence = '' }) => put(() => readSequence(sequence))}>
        <Field label="Or a sequence">
          <input
            key={own.length > 1 ? formatSequence(own) : ''}
            name="sequence"
            class={lit(own.length > 1)}
            placeholder="503, 503, 200"
            autocomplete="off"
            defaultValue={own.length > 1 ? formatSequence(own) : ''}
          />
        </Field>
        <Button type="submit">Set</Button>
      </Form>
      <p class={applies ? 'applies' : 'faint'}>
        {applies
          ? `Now: ${describeRule(applies)}.`
          : `Now: ${operation ? 'answers as usual' : 'no rule for all'}.`}
        {shadow && <b class="hint"> The rule here has no effect: {shadow.id} comes first.</b>}
      </p>
    </section>
  );
}

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

/** What the next requests get: scenarios, a row for each operation, and all rules in their order. */
export function Responses({ sandbox, active: { value, error } }: ViewProps) {
  if (value === undefined) {
    return <Pending error={error} />;
  }
  const { rules, settings } = value;
  const latency = formatLatency(settings.latency);
  const disarm = (id: string) => run(() => call(`DELETE /rules/${id}`, sandbox));
  /** @param body as it was typed, so that large integers keep their digits */
  const arm = async (body: string) => {
    const rule = await call<Rule>('POST /rules', sandbox, body);
    notify(`Armed: ${describeRule(rule)}.`);
  };
  return (
    <>
      <Scenarios sandbox={sandbox} active={value} />
      {[undefined, ...operations.map(({ name }) => name)].map((operation) => (
        <Row key={operation ?? ''} {...{ sandbox, rules, operation }} />
      ))}
      <section aria-label="Latency">
        <Form onSubmit={(fields) => putSettings(sandbox, { latency: fields.latency ?? '0' })}>
          <Field label="Latency of every response, in ms: 200, 100-300 or lognormal:120,400">
            <input
              key={latency}
              name="latency"
              class={latency === '0' ? '' : 'lit'}
              defaultValue={latency}
              autocomplete="off"
              required
            />
          </Field>
          <Button type="submit">Set the latency</Button>
        </Form>
      </section>
      <section aria-label="Rules">
        <h2>{rules.length === 0 ? 'No rule is armed' : 'Rules, in the order they are tried'}</h2>
        <ul class="rules">
          {rules.map((rule) => {
            const shadow = findShadow(rule, rules);
            return (
              <li key={rule.id} class={`row ${isSpent(rule) || shadow ? 'faint' : ''}`}>
                <code>{rule.id}</code>
                <span class="grow">
                  {describeRule(rule)}
                  {shadow && <b class="hint"> No effect: {shadow.id} comes first.</b>}
                </span>
                <span class="number faint">
                  applied {rule.applied}
                  {rule.times !== undefined && ` of ${rule.times}`}, tried {rule.tried}
                </span>
                <IconButton
                  icon="remove"
                  name={`Disarm ${rule.id}`}
                  onClick={() => disarm(rule.id)}
                />
              </li>
            );
          })}
        </ul>
        <details>
          <summary>A rule with its own body, headers, and requests that match</summary>
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
    </>
  );
}
