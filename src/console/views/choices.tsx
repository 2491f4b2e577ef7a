import { type OpenPoint, openPointNames, openPoints } from '../../engine/choices/open-points.js';
import { formatLatency } from '../../engine/sandbox/latency.js';
import { admin, call, inSandbox, type Schemas } from '../api.js';
import { Table } from '../components/table.js';
import { useAction, useLoaded } from '../hooks.js';
import type { ViewProps } from '../view-props.js';

/** The choices of a sandbox for all open points, with the section that is silent. */
export default function Choices({ sandbox }: ViewProps) {
  const settings = useLoaded(() => call(admin.GET('/settings', inSandbox(sandbox))), [sandbox]);
  const { isBusy, run } = useAction();
  const { value, error, replace } = settings;
  if (error !== undefined) {
    return <p role="alert">{error}</p>;
  }
  if (value === undefined) {
    return <p>Loading…</p>;
  }
  const change = (body: Schemas['SettingsChange']) =>
    run(async () => {
      replace(await call(admin.PUT('/settings', { ...inSandbox(sandbox), body })));
    });
  const choose = (point: OpenPoint, choice: string) => {
    const choices = { ...value.choices, [point]: choice };
    return change({ choose: choices, latency: formatLatency(value.latency), allow: value.allow });
  };
  return (
    <Table
      caption="Choices for open points"
      columns={['Open point', 'The document is silent on', 'Section', 'Choice']}
    >
      {openPointNames.map((point) => (
        <tr key={point}>
          <th scope="row">{point}</th>
          <td>{openPoints[point].silent}</td>
          <td>{openPoints[point].section}</td>
          <td>
            <select
              aria-label={point}
              value={value.choices[point]}
              disabled={isBusy}
              onChange={({ currentTarget }) => choose(point, currentTarget.value)}
            >
              {openPoints[point].choices.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </select>
          </td>
        </tr>
      ))}
    </Table>
  );
}
