import { admin, call } from '../api.js';
import { notifyError } from '../components/toast.js';
import { type Exchange, type Sent, streamExchanges } from '../events.js';
import { Store } from '../store.js';
import { maxRows, type Row, TrafficLog } from './log.js';

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
/** The same of a sandbox that the person chose: all that its journal keeps by default. */
const maxRecordedOfChosen = 1_000;

/** The exchanges of all sandboxes, or of one: others can't push these out. */
class Collection {
  readonly sandbox: string | undefined;
  readonly log = new TrafficLog();

  constructor(sandbox: string | undefined) {
    this.sandbox = sandbox;
  }

  add(exchanges: readonly Exchange[], sent: readonly Sent[]): void {
    this.log.add(exchanges.filter(this.#isIncluded));
    this.log.complete(sent.filter(this.#isIncluded));
  }

  addRecorded(exchanges: readonly Exchange[]): void {
    this.log.addRecorded(exchanges);
  }

  readonly #isIncluded = ({ sandbox }: { readonly sandbox: string }) =>
    this.sandbox === undefined || this.sandbox === sandbox;
}

const all = new Collection(undefined);
let shown = all;

export const traffic = new Store<Traffic>({ rows: [], missed: 0, isLive: undefined });

let exchanges: Exchange[] = [];
let sent: Sent[] = [];
let isScheduled = false;
let isFollowed = false;

const change = (part: Partial<Traffic>) => traffic.set({ ...traffic.value, ...part });

function flush(): void {
  isScheduled = false;
  for (const collection of new Set([all, shown])) {
    collection.add(exchanges, sent);
  }
  exchanges = [];
  sent = [];
  change({ rows: shown.log.rows });
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
async function loadRecorded(collection: Collection): Promise<void> {
  const { sandboxes } = await call(admin.GET('/sandboxes'));
  const { sandbox } = collection;
  // The first is `default`; the last was used last.
  const wanted = sandboxes.filter(({ name }, index) =>
    sandbox === undefined
      ? index === 0 || index >= sandboxes.length - maxSandboxes
      : name === sandbox,
  );
  const limit = sandbox === undefined ? maxRecorded : maxRecordedOfChosen;
  for (const { name, requests } of wanted.filter((one) => one.requests > 0)) {
    const query = { sandbox: name, after: Math.max(requests - limit, 0), limit };
    const reply = await call(admin.GET('/requests', { params: { query } }));
    collection.addRecorded(reply.requests);
    change({ rows: shown.log.rows });
  }
}

function showSandbox(sandbox: string | undefined): void {
  if (sandbox === shown.sandbox) {
    return;
  }
  shown = sandbox === undefined ? all : new Collection(sandbox);
  change({ rows: shown.log.rows });
  if (sandbox !== undefined && traffic.value.isLive) {
    loadRecorded(shown).catch(notifyError);
  }
}

/** Follows the exchanges of all sandboxes as long as the page is open, and shows those of one or all. */
export function followTraffic(sandbox: string | undefined): void {
  showSandbox(sandbox);
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
        for (const collection of new Set([all, shown])) {
          loadRecorded(collection).catch(notifyError);
        }
      }
    },
  });
}

/** Empties the list; the journal stays. */
export function clearTraffic(): void {
  all.log.clear();
  shown.log.clear();
  change({ rows: [], missed: 0 });
}
