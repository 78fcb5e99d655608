import type { JournalCheck, JournalTable, RowListing, RowName } from '#contract/journal.ts';
import { HostProblemError } from '#host-client/host-error.ts';
import type { JournalHost } from '#host-client/journal-host.ts';
import { forgetRemoved, journalProfile, detachJournal, readRemoved } from '#storage/journal-marks.ts';
import { type RebaseDeps, rebaseJournal } from './rebase-journal.ts';
import { listRows } from './list-rows.ts';
import { sendRows } from './send-rows.ts';
import { type RowChanges, watchRows } from './watch-rows.ts';

/** What the database does not hold any more, and the journal does. */
export interface JournalLoss {
  conversations: number;
  /** Some of them may be there, and shorter. */
  messages: number;
}

export type JournalStatus =
  /** Switched off, or another window keeps it. */
  | 'off'
  | 'kept'
  /** There is more than it takes one by one: a snapshot comes first. */
  | 'waits-for-snapshot'
  /** It holds as much as it may. */
  | 'full'
  /** What was written could not be sent yet; it is tried again. */
  | 'failing';

export interface JournalWriterDeps extends RebaseDeps {
  host: JournalHost;
  setTimeout: (fn: () => void, ms: number) => unknown;
  /** Baton makes snapshots by itself, and one can stand for many rows. */
  makesSnapshots: () => Promise<boolean>;
  wantSnapshot: () => void;
  onStatus: (status: JournalStatus, error: unknown) => void;
  /** The user is told, and everything waits. `leave` goes on without what is lost. */
  onLoss: (loss: JournalLoss, leave: () => Promise<void>) => void;
}

export interface JournalWriter {
  /** Begins, when the page stands: it may have to show something else in its place. */
  begin(): void;
  /** Whether a journal is wanted may have changed, or the host answers again. */
  look(): void;
  /** See `rebaseJournal`; null where no journal is kept. */
  beginBase(): Promise<((snapshot: string) => Promise<void>) | null>;
}

const LOCK = 'baton-journal';
/** Writes that belong together come as one. */
const GATHER_MS = 60;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;
/** More rows than this are left to a snapshot. */
const MAX_ROWS = 1_000;

const NOTHING: RowListing = { keys: {}, digests: {}, unfinished: [] };

/** Keeps the journal for as long as this window lives: alone among all windows, and from where the one before ended. */
export function writeJournal(deps: JournalWriterDeps): JournalWriter {
  const { db, host, locks, onError } = deps;
  let rows = new Map<string, RowName>();
  let tables = new Set<JournalTable>();
  let status: JournalStatus = 'off';
  /** Everything has to be compared: what is missing at the start is lost, what is missing later was removed. */
  let due: 'start' | 'again' | null = 'start';
  let current: string | null = null;
  let wake: (() => void) | null = null;

  const wakeWaiter = () => {
    wake?.();
    wake = null;
  };
  const pause = (ms: number) => new Promise<void>((resolve) => void deps.setTimeout(resolve, ms));
  const tell = (next: JournalStatus, error: unknown = null) => deps.onStatus((status = next), error);
  const note = (changes: RowChanges) => {
    for (const name of changes.rows) rows.set(`${name.table} ${JSON.stringify(name.key)}`, name);
    for (const table of changes.tables) tables.add(table);
  };

  async function send(profile: string, names: readonly RowName[]): Promise<void> {
    const removed = await readRemoved(db);
    const received = await sendRows(deps, profile, names);
    await forgetRemoved(db, new Set(names.map(({ key }) => String(key)).filter((key) => removed.has(key))));
    if (received?.full) deps.wantSnapshot();
    if (received && status !== 'waits-for-snapshot') tell(received.full ? 'full' : 'kept');
  }

  async function compare(profile: string, isStart: boolean): Promise<void> {
    const listing = await listRows(db);
    const found = await host.check(profile, listing);
    const loss = isStart && found.isWhole ? lossOf(found, await readRemoved(db)) : null;
    if (loss) {
      await sendRows(deps, profile, found.unknown);
      deps.onLoss(loss, () => detachJournal(db));
      await new Promise(() => undefined);
    }
    const names = [...found.unknown, ...found.changed, ...found.missing];
    const many = found.isWhole
      ? names.length
      : Object.values(listing.keys).reduce((all, { length }) => all + length, 0);
    if (many > MAX_ROWS && (await deps.makesSnapshots())) {
      tell('waits-for-snapshot');
      deps.wantSnapshot();
      return;
    }
    if (!found.isWhole) {
      // From now on it reaches back to the first row by itself.
      await host.rebase(profile, { snapshot: null, segment: 0, listing: NOTHING });
      await compare(profile, false);
      return;
    }
    tell('kept');
    await send(profile, names);
  }

  async function keepOn(): Promise<void> {
    const profile = await journalProfile(db);
    // Another window has left the journal: the new one has to get every row.
    if (current !== null && profile !== current) due ??= 'again';
    current = profile;
    if (due) await compare(profile, due === 'start');
    due = null;
    while (rows.size > 0 || tables.size > 0) {
      const names = [...rows.values()];
      const whole = [...tables];
      [rows, tables] = [new Map(), new Set()];
      try {
        if (names.length > 0) await send(profile, names);
        if (whole.length > 0) await compare(profile, false);
      } catch (error) {
        note({ rows: names, tables: whole });
        throw error;
      }
    }
  }

  async function keep(): Promise<never> {
    watchRows(db, (changes) => {
      // Where none is kept, what was written is found by comparing.
      if (status === 'off' && !due) return;
      note(changes);
      wakeWaiter();
    });
    let wait = FIRST_WAIT_MS;
    for (;;) {
      try {
        await keepOn();
        wait = FIRST_WAIT_MS;
      } catch (error) {
        if (!(error instanceof HostProblemError && error.code === 'journal_off')) {
          onError(error);
          tell('failing', error);
          await pause(wait);
          wait = Math.min(2 * wait, MAX_WAIT_MS);
          continue;
        }
        [rows, tables, due] = [new Map(), new Set(), null];
        tell('off');
        await forgetRemoved(db, await readRemoved(db)).catch(onError);
      }
      if (rows.size === 0 && tables.size === 0 && !due) await new Promise<void>((resolve) => (wake = resolve));
      await pause(GATHER_MS);
    }
  }

  return {
    begin: () => void locks.request(LOCK, keep).catch(onError),
    look() {
      if (status !== 'off' && status !== 'waits-for-snapshot') return;
      due ??= 'again';
      wakeWaiter();
    },
    async beginBase() {
      try {
        return await rebaseJournal(deps);
      } catch (error) {
        if (!(error instanceof HostProblemError && error.code === 'journal_off')) onError(error);
        return null;
      }
    },
  };
}

/** null where nothing is missing that was not removed. */
function lossOf({ missing, finished }: JournalCheck, removed: ReadonlySet<string>): JournalLoss | null {
  const lost = missing.filter(({ key }) => !removed.has(String(key)));
  const count = (table: JournalTable) => lost.filter((one) => one.table === table).length;
  const loss = { conversations: count('sessions'), messages: count('messages') + finished.length };
  return loss.conversations + loss.messages > 0 ? loss : null;
}
