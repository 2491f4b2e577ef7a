import { useState } from 'preact/hooks';
import { admin, call, inSandbox, type Schemas } from '../api.js';
import { Button } from '../components/button.js';
import { Field } from '../components/field.js';
import { describeError, notify } from '../components/toast.js';
import {
  describeEffect,
  faultLabels,
  findProblem,
  type Problem,
  readHeaderLines,
  writeRule,
} from './rule-text.js';

type Rule = Schemas['Rule'];

interface RuleFormProps {
  readonly sandbox: string;
  /** The operation that the rule concerns; all without one. */
  readonly operation: Rule['operation'];
  readonly onArm: () => void;
}

const readText = (text: string) => (text === '' ? undefined : text);
/** What is no number is sent as it was typed, so that the simulator says what is wrong. */
const readNumber = (text: string) =>
  text === '' || Number.isNaN(Number(text)) ? readText(text) : Number(text);

/** Leaves out what is not set. */
function omitEmpty<Fields extends object>(fields: Fields): Fields | undefined {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  return set.length === 0 ? undefined : (Object.fromEntries(set) as Fields);
}

/** Reads a field of lines; an error names the field. */
class LinesError extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

function readLines(field: string, text: string) {
  try {
    return readHeaderLines(text);
  } catch (error) {
    throw new LinesError(field, describeError(error));
  }
}

function readRule(get: (name: string) => string, operation: Rule['operation']): string {
  const match = omitEmpty({
    petId: readText(get('petId')),
    headersContain: readLines('matchHeaders', get('matchHeaders')),
    bodyContains: readText(get('bodyContains')),
  });
  const rule = omitEmpty({
    operation,
    code: readNumber(get('code')),
    example: readText(get('example')),
    delay: readNumber(get('delay')),
    fault: readText(get('fault')),
    headers: readLines('headers', get('headers')),
    match,
    times: readNumber(get('times')),
    probability: readNumber(get('probability')),
  });
  return writeRule((rule ?? {}) as Rule, get('body'));
}

/** The form for rules with their own body, headers, match and probability. */
export function RuleForm({ sandbox, operation, onArm }: RuleFormProps) {
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const arm = async (form: HTMLFormElement) => {
    setBusy(true);
    try {
      const data = new FormData(form);
      const text = readRule((name) => String(data.get(name) ?? ''), operation);
      const options = { ...inSandbox(sandbox), body: {}, bodySerializer: () => text };
      const rule = await call(admin.POST('/rules', options));
      setProblem(undefined);
      form.reset();
      notify(`Armed: ${describeEffect(rule)}.`);
      onArm();
    } catch (error) {
      const found = error instanceof LinesError ? error : findProblem(error);
      setProblem(found);
      if (found.field !== undefined) {
        form.querySelector<HTMLElement>(`[name="${found.field}"]`)?.focus();
      }
    } finally {
      setBusy(false);
    }
  };
  const errorOf = (field: string) => (problem?.field === field ? problem.message : undefined);
  return (
    <form
      class="panel"
      onSubmit={(event) => {
        event.preventDefault();
        void arm(event.currentTarget);
      }}
    >
      <div class="row">
        <Field label="Status" hint="400 to 599" error={errorOf('code')}>
          <input name="code" inputMode="numeric" size={6} />
        </Field>
        <Field label="Example" hint="such as no-such-pet" error={errorOf('example')}>
          <input name="example" />
        </Field>
        <Field label="Delay in ms" hint="up to 60000" error={errorOf('delay')}>
          <input name="delay" inputMode="numeric" size={8} />
        </Field>
        <Field label="Fault" hint="how the answer breaks">
          <select name="fault">
            <option value="">none</option>
            {Object.entries(faultLabels).map(([fault, label]) => (
              <option key={fault} value={fault}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Times" hint="empty: until disarmed" error={errorOf('times')}>
          <input name="times" inputMode="numeric" size={8} />
        </Field>
        <Field label="Probability" hint="0 to 1" error={errorOf('probability')}>
          <input name="probability" inputMode="decimal" size={6} />
        </Field>
      </div>
      <Field label="Body" hint="JSON, or text" error={errorOf('body')}>
        <textarea name="body" rows={3} spellcheck={false} />
      </Field>
      <Field label="Headers" hint="a line each: Retry-After: 30" error={errorOf('headers')}>
        <textarea name="headers" rows={2} spellcheck={false} />
      </Field>
      <fieldset class="panel">
        <legend>Only for requests with</legend>
        <div class="row">
          <Field label="Pet id" hint="in the path" error={errorOf('petId')}>
            <input name="petId" size={12} />
          </Field>
          <Field label="Text in the body" hint="anywhere in it">
            <input name="bodyContains" />
          </Field>
        </div>
        <Field
          label="Text in headers"
          hint="a line each: User-Agent: shop/"
          error={errorOf('matchHeaders')}
        >
          <textarea name="matchHeaders" rows={1} spellcheck={false} />
        </Field>
      </fieldset>
      {problem !== undefined && problem.field === undefined && (
        <p role="alert">{problem.message}</p>
      )}
      <div class="row">
        <Button kind="primary" type="submit" disabled={isBusy}>
          Arm this rule
        </Button>
      </div>
    </form>
  );
}
