import { admin, call } from '../api.js';
import { notifyError } from '../components/toast.js';
import { type Exchange, type Sent, streamExchanges } from '../events.js';
import { Store } from '../store.js';
import { maxRows, type Row, TrafficLog } from './log.js';
import { Statistics } from './statistics.js';

/** What happens at the simulator, as the views show it. */
export interface Traffic {
  /** The newest first. */
  readonly rows: readonly Row[];
  /** How many exchanges the simulator left out, because the page was too far behind. */
  readonly missed: number;
  /** Undefined before the first connection. */
  readonly isLive: boolean | undefined;
}

/** This many exchanges of a sandbox are read from its journal. */
const maxRecorded = 100;
/** Of this many sandboxes, those that were used last. */
const maxSandboxes = 20;

const log = new TrafficLog();
export const statistics = new Statistics();
export const traffic = new Store<Traffic>({ rows: [], missed: 0, isLive: undefined });

let exchanges: Exchange[] = [];
let sent: Sent[] = [];
let isScheduled = false;
let isFollowed = false;

const change = (part: Partial<Traffic>) => traffic.set({ ...traffic.value, ...part });

function flush(): void {
  isScheduled = false;
  statistics.add(log.add(exchanges));
  log.complete(sent);
  statistics.complete(sent.map(({ duration }) => duration));
  exchanges = [];
  sent = [];
  change({ rows: log.rows });
}

/** The page is drawn once for all that arrives before a frame, at any rate. */
function schedule(): void {
  // A page in the background draws no frames.
  exchanges = exchanges.slice(-maxRows);
  sent = sent.slice(-maxRows);
  if (!isScheduled) {
    isScheduled = true;
    requestAnimationFrame(flush);
  }
}

/** Reads what happened before the page was open, or while its connection was lost. */
async function loadRecorded(): Promise<void> {
  const { sandboxes } = await call(admin.GET('/sandboxes'));
  // The first is `default`; the last was used last.
  const recent = sandboxes.filter(
    (_, index) => index === 0 || index >= sandboxes.length - maxSandboxes,
  );
  for (const { name, requests } of recent.filter((one) => one.requests > 0)) {
    const after = Math.max(requests - maxRecorded, 0);
    const query = { sandbox: name, after, limit: maxRecorded };
    const reply = await call(admin.GET('/requests', { params: { query } }));
    statistics.add(log.addRecorded(reply.requests));
    change({ rows: log.rows });
  }
}

/** Follows the exchanges of all sandboxes from now on, as long as the page is open. */
export function followTraffic(): void {
  if (isFollowed) {
    return;
  }
  isFollowed = true;
  streamExchanges('all sandboxes', {
    onExchanges: (batch) => {
      exchanges.push(...batch);
      schedule();
    },
    onSent: (batch) => {
      sent.push(...batch);
      schedule();
    },
    onMissed: (count) => change({ missed: traffic.value.missed + count }),
    onLive: (isLive) => {
      change({ isLive });
      if (isLive) {
        loadRecorded().catch(notifyError);
      }
    },
  });
}

/** Empties the list; the journal stays. */
export function clearTraffic(): void {
  log.clear();
  statistics.clear();
  change({ rows: [], missed: 0 });
}
