import { useEffect, useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { navigate } from '../router.js';
import { useStore } from '../store.js';
import { ContractDialog } from '../traffic/contract-dialog.js';
import { ExchangeDialog } from '../traffic/exchange-dialog.js';
import { ExchangeList } from '../traffic/exchange-list.js';
import { Filters } from '../traffic/filters.js';
import { clearTraffic, followTraffic, type Traffic, traffic } from '../traffic/live.js';
import { maxRows, passes } from '../traffic/log.js';
import { useOpened } from '../traffic/opened.js';
import { Timeline } from '../traffic/timeline.js';
import type { ViewProps } from '../view-props.js';

function describeConnection({ isLive }: Traffic): string {
  if (isLive === undefined) {
    return 'Connecting…';
  }
  return isLive ? 'Live' : 'Not connected';
}

const formatCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Every exchange as it happens. */
export default function TrafficView(props: ViewProps) {
  const { chosen, parameters } = props;
  const now = useStore(traffic);
  const [paused, setPaused] = useState<Traffic>();
  useEffect(() => {
    followTraffic(chosen);
    setPaused(undefined);
  }, [chosen]);
  const [isContractOpen, setContractOpen] = useState(false);
  const { rows } = paused ?? now;
  const { opened, error, open, close } = useOpened(props, now.rows);
  const filter = {
    sandbox: chosen,
    operation: parameters.get('operation') ?? undefined,
    status: parameters.get('status') ?? undefined,
    note: parameters.get('note') ?? undefined,
  };
  const shown = rows.filter((row) => passes(row, filter));
  const newest = paused?.rows[0]?.id ?? 0;
  const waiting = paused === undefined ? 0 : now.rows.filter(({ id }) => id > newest).length;
  return (
    <>
      <div class="row">
        <Filters
          parameters={parameters}
          onChange={(changed) => navigate('traffic', chosen, changed)}
        />
        <Button
          aria-pressed={paused !== undefined}
          onClick={() => setPaused(paused ? undefined : now)}
        >
          {paused ? `Continue (${waiting} new)` : 'Pause'}
        </Button>
        <Button
          onClick={() => {
            clearTraffic();
            setPaused(undefined);
          }}
        >
          Clear the list
        </Button>
        <Button aria-haspopup="dialog" onClick={() => setContractOpen(true)}>
          Contract
        </Button>
      </div>
      <p class="quiet" role="status">
        {describeConnection(now)}
        {now.missed > 0 &&
          ` ${formatCount(now.missed, 'exchange')} left out, as the page was behind.`}
      </p>
      <p class="quiet">
        {formatCount(shown.length, 'exchange')} of {chosen ?? 'all sandboxes'}, newest first. The
        list keeps the newest {maxRows}.
      </p>
      {error && <p role="alert">{error}</p>}
      {shown.length > 0 ? (
        <>
          <Timeline rows={shown} />
          <ExchangeList rows={shown} onOpen={open} />
        </>
      ) : (
        <p>
          {rows.length > 0
            ? 'No exchange passes the filters.'
            : `No exchange${chosen ? ` in the sandbox ${chosen}` : ''} yet. Send a request to the service.`}
        </p>
      )}
      {isContractOpen && <ContractDialog onClose={() => setContractOpen(false)} />}
      {opened && <ExchangeDialog row={opened} onClose={close} />}
    </>
  );
}
