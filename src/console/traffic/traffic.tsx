import { useEffect, useState } from 'preact/hooks';
import { openPointNames } from '../../document/open-points.js';
import type { Exchange } from '../../engine/exchange.js';
import { Button, Field, Select, useNow } from '../components.js';
import { setParameters, type ViewProps } from '../router.js';
import { useLoaded } from '../simulator.js';
import { ContractDialog } from './contract-dialog.js';
import { ExchangeDialog } from './exchange-dialog.js';
import { ExchangeList, Timeline } from './exchange-list.js';
import {
  answerKinds,
  keyOf,
  operationNames,
  passes,
  readExchange,
  useTraffic,
} from './exchanges.js';

const statuses =
  'failures 2xx 4xx 5xx 200 201 204 400 401 404 405 410 413 415 429 500 501 502 503 504'.split(' ');

/** The filters: their names in the URL, their labels, and their values. */
const filters = [
  ['operation', 'Operation', operationNames],
  ['status', 'Status', statuses],
  ['note', 'Note', [...answerKinds, 'deprecated', 'scenario', ...openPointNames]],
] as const;

/** The exchange in the URL: `exchange=checkout-7.12`. */
function OpenedExchange({ name, listed }: { name: string; listed: Exchange | undefined }) {
  // The journal is asked for one that isn't listed.
  const { value, error } = useLoaded(() => readExchange(name), []);
  const exchange = listed ?? value;
  const close = () => setParameters({ exchange: '' }, false);
  return exchange ? (
    <ExchangeDialog exchange={exchange} onClose={close} />
  ) : (
    error && <p role="alert">{error}</p>
  );
}

export function Traffic({ parameters }: ViewProps) {
  const { sandbox, exchange: opened } = parameters;
  const now = useNow();
  const traffic = useTraffic(sandbox, now);
  const [paused, setPaused] = useState<typeof traffic>();
  const [isContractOpen, setContractOpen] = useState(false);
  useEffect(() => setPaused(undefined), [sandbox]);
  const { total } = traffic;
  const listed = (paused ?? traffic).exchanges;
  const shown = listed.filter((one) => passes(one, parameters));
  return (
    <>
      <div class="row">
        {filters.map(([name, label, values]) => (
          <Field key={name} label={label}>
            <Select
              selected={parameters[name] ?? ''}
              values={[['', 'all'], ...values]}
              onSelect={(value) => setParameters({ [name]: value })}
            />
          </Field>
        ))}
        <Button
          aria-pressed={paused !== undefined}
          onClick={() => setPaused(paused ? undefined : traffic)}
        >
          {paused ? `Continue (${total - paused.total} new)` : 'Pause'}
        </Button>
        <Button
          onClick={() => {
            traffic.clear();
            setPaused(undefined);
          }}
        >
          Clear the list
        </Button>
        <Button aria-haspopup="dialog" onClick={() => setContractOpen(true)}>
          Contract
        </Button>
      </div>
      <p class="faint">
        {total} exchange{total === 1 ? '' : 's'} of {sandbox ?? 'all sandboxes'}
        {listed.length < total && `; list and counts have the last ${listed.length}`}
        {shown.length < listed.length && `, of which ${shown.length} pass the filters`}. The newest
        is on top.
      </p>
      <Timeline exchanges={shown} now={now} />
      {shown.length > 0 ? (
        <ExchangeList
          exchanges={shown}
          onOpen={(exchange) => setParameters({ exchange: keyOf(exchange) })}
        />
      ) : (
        <p>
          {listed.length > 0
            ? 'No exchange passes the filters.'
            : `No exchange${sandbox ? ` in the sandbox ${sandbox}` : ''} yet. Send a request to the service.`}
        </p>
      )}
      {isContractOpen && <ContractDialog onClose={() => setContractOpen(false)} />}
      {opened && (
        <OpenedExchange
          key={opened}
          name={opened}
          listed={traffic.exchanges.find((one) => keyOf(one) === opened)}
        />
      )}
    </>
  );
}
