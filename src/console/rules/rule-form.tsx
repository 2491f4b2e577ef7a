import { useRef, useState } from 'preact/hooks';
import { call } from '../api.js';
import { Button } from '../components/button.js';
import { Field } from '../components/field.js';
import { describeError, notify } from '../components/toast.js';
import { useAction } from '../hooks.js';
import type { Rule } from '../types.js';
import { describeEffect } from './rule-text.js';

/** Shows what a rule can have. */
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

/** Arms a rule with its own body, headers, match and probability, as the admin interface takes it. */
export function RuleForm({ sandbox }: { readonly sandbox: string }) {
  const [problem, setProblem] = useState<string>();
  const { isBusy, run } = useAction();
  const text = useRef<HTMLTextAreaElement>(null);
  const arm = () =>
    run(async () => {
      try {
        // As it was typed, so that large integers keep their digits.
        const body = text.current?.value ?? '';
        const rule = await call<Rule>('POST /rules', sandbox, { body });
        setProblem(undefined);
        notify(`Armed: ${describeEffect(rule)}.`);
      } catch (error) {
        setProblem(describeError(error));
        text.current?.focus();
      }
    });
  return (
    <div class="stack">
      <Field label="Rule" hint="JSON; leave out what is not needed" error={problem}>
        <textarea ref={text} rows={10} spellcheck={false} defaultValue={example} />
      </Field>
      <div class="row">
        <Button kind="primary" disabled={isBusy} onClick={arm}>
          Arm this rule
        </Button>
      </div>
    </div>
  );
}
