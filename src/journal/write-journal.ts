import type { JournalTable, RowListing, RowName } from '#contract/journal.ts';
import { HostProblemError } from '#host-client/host-error.ts';
import type { JournalHost } from '#host-client/journal-host.ts';
import {
  detachJournal,
  forgetRemoved,
  isRemoved,
  journalProfile,
  readRemoved,
  TOO_MANY,
} from '#storage/journal-marks.ts';
import { findLoss, type JournalLoss } from './find-loss.ts';
import { type RebaseDeps, rebaseJournal } from './rebase-journal.ts';
import { listRows } from './list-rows.ts';
import { OtherJournalError, sendRows } from './send-rows.ts';
import { type RowChanges, watchRows } from './watch-rows.ts';

export type JournalStatus =
  /** Switched off, or another window writes it. */
  | 'off'
  | 'kept'
  /** There is more than can be sent row by row: a snapshot comes first. */
  | 'waits-for-snapshot'
  /** The journal has reached its size limit. */
  | 'full'
  /** Some writes could not be sent yet. They are retried. */
  | 'failing';

export interface JournalWriterDeps extends RebaseDeps {
  host: JournalHost;
  setTimeout: (fn: () => void, ms: number) => unknown;
  /** Whether Baton makes snapshots automatically. One can replace many rows. */
  makesSnapshots: () => Promise<boolean>;
  wantSnapshot: () => void;
  onStatus: (status: JournalStatus, error: unknown) => void;
  /** Notifies the user while everything waits. `leave` continues without the lost rows. */
  onLoss: (loss: JournalLoss, leave: () => Promise<void>) => void;
}

export interface JournalWriter {
  /** Call once the page is drawn, because it may have to show something else instead. */
  begin(): void;
  /** Call when the journal setting may have changed, or the host answers again. */
  check(): void;
  /** See `rebaseJournal`. `null` when no journal is written. */
  beginBase(): Promise<((snapshot: string) => Promise<void>) | null>;
}

const LOCK = 'baton-journal';
/** Delay that collects related writes into one request. */
const GATHER_MS = 60;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;
/** More rows than this are left to a snapshot. */
const MAX_ROWS = 1_000;

const NOTHING: RowListing = { keys: {}, digests: {}, unfinished: [] };

/**
 * Writes the journal as long as this window lives: as the only one of all windows, and from where the previous one
 * ended.
 */
export function writeJournal(deps: JournalWriterDeps): JournalWriter {
  const { db, host, locks, onError } = deps;
  let rows = new Map<string, RowName>();
  let tables = new Set<JournalTable>();
  let status: JournalStatus = 'off';
  /** Everything must be compared. Rows missing at the start are lost; rows missing later were removed. */
  let due: 'start' | 'again' | null = 'start';
  let current: string | null = null;
  let wake: (() => void) | null = null;

  const wakeWaiter = () => {
    wake?.();
    wake = null;
  };
  const pause = (ms: number) => new Promise<void>((resolve) => void deps.setTimeout(resolve, ms));
  const setStatus = (next: JournalStatus, error: unknown = null) => deps.onStatus((status = next), error);
  const note = (changes: RowChanges) => {
    for (const name of changes.rows) rows.set(`${name.table} ${JSON.stringify(name.key)}`, name);
    for (const table of changes.tables) tables.add(table);
  };

  async function send(profile: string, names: readonly RowName[]): Promise<void> {
    const { received, removed } = await sendRows(deps, profile, names);
    await forgetRemoved(db, removed);
    if (received?.full) deps.wantSnapshot();
    // What failed may have had nothing to send when it was tried again.
    const answered = received !== null || status === 'failing';
    if (answered && status !== 'waits-for-snapshot') setStatus(received?.full ? 'full' : 'kept');
  }

  async function compare(profile: string, isStart: boolean): Promise<void> {
    const wereTooMany = (await readRemoved(db)).has(TOO_MANY);
    const listing = await listRows(db);
    const found = await host.check(profile, listing);
    const removed = await readRemoved(db);
    const loss = findLoss(found, removed);
    if (loss && isStart) {
      await sendRows(deps, profile, found.unknown);
      deps.onLoss(loss, () => detachJournal(db));
      await new Promise(() => undefined);
    }
    // Until the user knows of a loss, at the next start, the journal keeps what is missing.
    const gone = loss ? found.missing.filter(({ key }) => isRemoved(removed, key)) : found.missing;
    const names = [...found.unknown, ...found.changed, ...gone];
    const many = found.isWhole
      ? names.length
      : Object.values(listing.keys).reduce((all, { length }) => all + length, 0);
    if (many > MAX_ROWS && (await deps.makesSnapshots())) {
      setStatus('waits-for-snapshot');
      deps.wantSnapshot();
      return;
    }
    if (!found.isWhole) {
      // From now on the journal reaches back to the first row on its own.
      await host.rebase(profile, { snapshot: null, segment: 0, listing: NOTHING });
      await compare(profile, false);
      return;
    }
    setStatus('kept');
    await send(profile, names);
    if (wereTooMany) await forgetRemoved(db, new Set([TOO_MANY]));
  }

  async function writePending(): Promise<void> {
    // What only sends rows finds out in the same transaction whether the journal is still this one.
    const profile = current !== null && !due && tables.size === 0 ? current : await journalProfile(db);
    // Another window has detached the journal: the new one must get every row.
    if (current !== null && profile !== current) due ??= 'again';
    current = profile;
    if (due) await compare(profile, due === 'start');
    due = null;
    const names = [...rows.values()];
    const changedTables = [...tables];
    [rows, tables] = [new Map(), new Set()];
    try {
      if (names.length > 0) await send(profile, names);
      if (changedTables.length > 0) await compare(profile, false);
    } catch (error) {
      note({ rows: names, tables: changedTables });
      throw error;
    }
  }

  async function keep(): Promise<never> {
    watchRows(db, (changes) => {
      // While no journal is written, a comparison finds the writes later.
      if (status === 'off' && !due) return;
      note(changes);
      wakeWaiter();
    });
    let wait = FIRST_WAIT_MS;
    for (;;) {
      try {
        await writePending();
        wait = FIRST_WAIT_MS;
      } catch (error) {
        if (error instanceof OtherJournalError) {
          due ??= 'again';
          continue;
        }
        if (!(error instanceof HostProblemError && error.code === 'journal_off')) {
          onError(error);
          setStatus('failing', error);
          await pause(wait);
          wait = Math.min(2 * wait, MAX_WAIT_MS);
          continue;
        }
        [rows, tables, due] = [new Map(), new Set(), null];
        setStatus('off');
        await forgetRemoved(db, await readRemoved(db)).catch(onError);
      }
      // What was written while this was sent is gathered, too, before it is.
      if (rows.size === 0 && tables.size === 0 && !due) await new Promise<void>((resolve) => (wake = resolve));
      await pause(GATHER_MS);
    }
  }

  return {
    begin: () => void locks.request(LOCK, keep).catch(onError),
    check() {
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
