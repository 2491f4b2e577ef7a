import { type ComponentChild, h } from 'preact';
import { useState } from 'preact/hooks';
import { renderMatrix } from '../../matrix/render.js';
import type { CompleteMatrixReport } from '../../matrix/report.js';
import { readReport } from '../../report-pages/embedded.js';
import type { Markup } from '../../report-pages/markup.js';
import { renderConsumers } from '../../verification/consumers/render.js';
import type { ConsumersReport } from '../../verification/consumers/result.js';
import { renderVerification } from '../../verification/report/render.js';
import type { CompleteReport } from '../../verification/report/report.js';
import { Field } from '../components/field.js';

/** Bytes of a file; the largest reports have about one MB. */
const maxSize = 10_000_000;

/** Renders a report of any kind; throws when it has another shape. */
function render(report: unknown): Markup {
  const has = (name: string) => Object.hasOwn(Object(report), name);
  if (has('consumers')) {
    return renderConsumers(report as ConsumersReport);
  }
  return has('culprits')
    ? renderMatrix(report as CompleteMatrixReport)
    : renderVerification(report as CompleteReport);
}

const toElement = (markup: string | Markup): ComponentChild =>
  typeof markup === 'string'
    ? markup
    : h(markup.tag, { ...markup.attributes }, ...markup.children.map(toElement));

async function readFile(file: File): Promise<Markup> {
  if (file.size > maxSize) {
    throw new Error(`A report has at most ${maxSize} bytes; ${file.name} has ${file.size}.`);
  }
  const text = await file.text();
  try {
    return render(readReport(text));
  } catch {
    throw new Error(
      `${file.name} must be a report that verify or matrix wrote with --json or --html.`,
    );
  }
}

/** Shows a report of verify or matrix from a file, which stays in the browser. */
export default function Reports() {
  const [shown, setShown] = useState<Markup>();
  const [error, setError] = useState<string>();
  const open = async (file: File | undefined) => {
    if (file !== undefined) {
      const read = await readFile(file).catch((reason: Error) => reason);
      setShown(read instanceof Error ? undefined : read);
      setError(read instanceof Error ? read.message : undefined);
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files may also be chosen
    <div
      class="reports"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        open(event.dataTransfer?.files[0]);
      }}
    >
      <Field
        label="Report of verify or matrix"
        hint="Choose or drop a file that --json or --html wrote. It stays in this browser."
        error={error}
      >
        <input
          type="file"
          accept=".json,.html"
          onChange={({ currentTarget }) => open(currentTarget.files?.[0])}
        />
      </Field>
      {shown && toElement(shown)}
    </div>
  );
}
