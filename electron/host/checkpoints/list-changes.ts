import { relative, sep } from 'node:path';
import type { CallChanges, ChangeList, ChangeState, EntryState, FileChange } from '#contract/checkpoints.ts';
import type { ChangeLine, SessionLog } from './change-log.ts';
import type { Copies } from './copies.ts';
import { isSameState } from './entry-state.ts';
import { canRestore } from './take-back.ts';

const MAX_CALLS = 2000;
const MAX_CHANGES = 500;

/** The answer that made a call (`callKey` of the page); without one the call itself. */
export const stepOf = (call: string): string => {
  const at = call.lastIndexOf('#');
  return at < 0 ? call : call.slice(0, at);
};

export const shownPath = (folders: readonly string[], path: string): string => {
  const [first] = folders;
  const shown = first === undefined ? path : relative(first, path);
  return (shown.startsWith('..') ? path : shown).split(sep).join('/');
};

/** The calls of a session with what each changed, oldest first, and what has become of it since. */
export async function listChanges(
  { changes, looks }: Pick<SessionLog, 'changes' | 'looks'>,
  run: string | undefined,
  folders: readonly string[],
  copies: Copies,
  /** Reads what is at a path now. */
  stateAt: (path: string) => Promise<EntryState>,
): Promise<ChangeList> {
  const newest = new Map(changes.map((change) => [change.path, change]));
  const calls = new Map<string, { entry: CallChanges; lines: ChangeLine[] }>();
  const callOf = (line: { run: string; call: string; at: number }, tool: CallChanges['tool']) => {
    const key = JSON.stringify([line.run, line.call]);
    const found = calls.get(key) ?? { entry: newCall(line, tool), lines: [] };
    calls.set(key, found);
    return found;
  };
  for (const line of [...changes, ...looks].toSorted((a, b) => a.seq - b.seq)) {
    if (run !== undefined && line.run !== run) continue;
    if (line.t === 'change') callOf(line, line.tool).lines.push(line);
    else Object.assign(callOf(line, 'run').entry, { command: line.command, look: line.limits });
  }
  const all = [...calls.values()].filter(({ entry, lines }) => lines.length > 0 || entry.look?.partial);
  const shown = all.slice(-MAX_CALLS);
  const present = new Map<string, EntryState>();
  for (const { entry, lines } of shown) {
    entry.more = Math.max(0, lines.length - MAX_CHANGES);
    for (const { seq, path, before, after } of lines.slice(0, MAX_CHANGES)) {
      const now = present.get(path) ?? (await stateAt(path));
      present.set(path, now);
      const state = await stateOf(copies, { before, after, now }, newest.get(path), seq);
      entry.changes.push({ seq, path, shown: shownPath(folders, path), before, after, state } satisfies FileChange);
    }
  }
  return { calls: shown.map(({ entry }) => entry), earlier: all.length - shown.length };
}

function newCall({ run, call, at }: { run: string; call: string; at: number }, tool: CallChanges['tool']): CallChanges {
  return { call, step: stepOf(call), run, at, tool, command: null, look: null, changes: [], more: 0 };
}

async function stateOf(
  copies: Copies,
  { before, after, now }: { before: EntryState; after: EntryState; now: EntryState },
  newest: ChangeLine | undefined,
  seq: number,
): Promise<ChangeState> {
  if (!isSameState(after, now) && isSameState(before, now)) return 'taken-back';
  if (!(await canRestore(copies, now, before))) return 'no-copy';
  if (isSameState(after, now)) return 'left';
  return newest !== undefined && newest.seq > seq && isSameState(newest.after, now) ? 'later' : 'changed';
}
