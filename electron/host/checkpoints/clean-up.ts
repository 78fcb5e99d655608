import type { ChangeLine, ChangeLogs, SessionLog } from './change-log.ts';
import type { Copies } from './copies.ts';

export interface CleanUpLimits {
  bytes: number;
  ms: number;
}

/** The copy that a change needs to be taken back. */
const copyOf = ({ before }: ChangeLine): string | null => (before.kind === 'file' ? before.hash : null);

/**
 * Removes changes that are too old, then the oldest ones until the copies that are left fit, then the copies that no change
 * needs. `inUse`: copies that are needed all the same.
 */
export async function cleanUp(
  { logs, copies }: { logs: ChangeLogs; copies: Copies },
  limits: CleanUpLimits,
  now: number,
  inUse: ReadonlySet<string>,
): Promise<void> {
  const sessions = await logs.all();
  const sizes = await copies.sizes();
  const uses = new Map<string, number>();
  for (const hash of inUse) uses.set(hash, 1);
  let needed = [...inUse].reduce((sum, hash) => sum + (sizes.get(hash) ?? 0), 0);
  const lines = sessions
    .flatMap((log) => log.changes.map((change) => ({ log, change })))
    .toSorted((a, b) => a.change.at - b.change.at || a.change.seq - b.change.seq);
  for (const { change } of lines) {
    const hash = copyOf(change);
    if (hash === null) continue;
    const count = uses.get(hash) ?? 0;
    if (count === 0) needed += sizes.get(hash) ?? 0;
    uses.set(hash, count + 1);
  }
  const upTo = new Map<SessionLog, number>();
  for (const { log, change } of lines) {
    if (change.at >= now - limits.ms && needed <= limits.bytes) break;
    upTo.set(log, Math.max(upTo.get(log) ?? 0, change.seq));
    const hash = copyOf(change);
    if (hash === null) continue;
    const count = (uses.get(hash) ?? 1) - 1;
    uses.set(hash, count);
    if (count === 0) needed -= sizes.get(hash) ?? 0;
  }
  for (const log of sessions) {
    const oldLooks = log.looks.filter(({ at }) => at < now - limits.ms).map(({ seq }) => seq);
    const seq = Math.max(upTo.get(log) ?? 0, log.changes.length === 0 ? Math.max(0, ...oldLooks) : 0);
    if (seq > 0) await logs.trim(log.session, seq);
  }
  for (const hash of sizes.keys()) if ((uses.get(hash) ?? 0) === 0) await copies.remove(hash);
}
