import { dirname } from 'node:path';
import type { CheckpointSettings, EntryState, LookLimits } from '#contract/checkpoints.ts';
import { errorMessage } from '#core/thrown.ts';
import type { Clock, Log } from '../base/deps.ts';
import type { ChangingCall } from '../mcp/builtin/changing-call.ts';
import type { FileChanges, PlannedWrite } from '../mcp/builtin/workspace/file-changes.ts';
import { ToolError } from '../mcp/builtin/tool-error.ts';
import { isInside } from '../mcp/builtin/workspace/safe-path.ts';
import type { ChangeLogs, NewLine } from './change-log.ts';
import { type Copies, hashOf } from './copies.ts';
import { type KnownHashes, isSameState, readState } from './entry-state.ts';
import { type LookBounds, type LookedChange, lookAfter, lookBefore } from './look.ts';
import type { PendingLook, PendingLooks } from './pending-looks.ts';

export interface RecorderDeps {
  clock: Pick<Clock, 'now'>;
  log: Log;
  logs: ChangeLogs;
  copies: Copies;
  known: KnownHashes;
  pending: PendingLooks;
  settings: () => Promise<CheckpointSettings>;
  /** Baton's own folder. */
  closed: () => Promise<string>;
  bounds: LookBounds;
  /** Makes room; called before anything is copied. */
  tidy: () => Promise<void>;
  /** Runs one task at a time. */
  enqueue: <T>(task: () => Promise<T>) => Promise<T>;
}

export interface Recorder extends FileChanges {
  /** Records what commands did that were running when an earlier host ended. Runs in the queue. */
  recover(): Promise<void>;
  /** Whether a command works in one of these folders. */
  isBusy(folders: readonly string[]): boolean;
  /** Copies that commands under way may need. */
  inUse(): Set<string>;
}

interface ActiveLook extends PendingLook {
  id: string;
  /** What Baton's other tools wrote meanwhile; that is not the command's. */
  own: Map<string, EntryState>;
}

const COMMAND_LENGTH = 500;

export function createRecorder(deps: RecorderDeps): Recorder {
  const { clock, log, logs, copies, known, pending, enqueue, bounds } = deps;
  const active = new Set<ActiveLook>();

  /** Stores what is there now, with the folders that the write will make. */
  async function announce(call: ChangingCall & { tool: 'write' | 'edit' }, { place, bytes, mode }: PlannedWrite) {
    const before = await readState(place, { known, keep: (hash, content) => copies.put(hash, content, true) });
    const after: EntryState = { kind: 'file', size: bytes.length, hash: hashOf(bytes), mode };
    if (isSameState(before, after)) return [];
    const line = { t: 'change', at: clock.now(), run: call.run, call: call.call, tool: call.tool } as const;
    const lines: (NewLine & { t: 'change' })[] = [{ ...line, path: place.path, before, after }];
    for (let path = dirname(place.path); path !== place.root && isInside(place.root, path); path = dirname(path)) {
      if ((await readState({ ...place, path })).kind !== 'absent') break;
      lines.unshift({ ...line, path, before: { kind: 'absent' }, after: { kind: 'folder', mode: null } });
    }
    const seqs = await logs.append(call.session, lines);
    return lines.map(({ path, after: then }, at) => ({ seq: seqs[at] ?? 0, path, after: then }));
  }

  async function recordWrite(call: ChangingCall & { tool: 'write' | 'edit' }, change: PlannedWrite): Promise<void> {
    const { place, bytes, write } = change;
    let announced: Awaited<ReturnType<typeof announce>>;
    try {
      await deps.tidy();
      announced = await announce(call, change);
    } catch (error) {
      log.write('warn', 'checkpoint-failed', { error });
      throw new ToolError(
        `Nothing was written to "${place.shown}": Baton couldn’t keep a copy of what is there now (${errorMessage(error)}). The user can free up space, or turn off copies in the list of file changes.`,
      );
    }
    try {
      await write();
    } catch (error) {
      const failed = [];
      for (const { seq, path, after } of announced)
        if (!isSameState(await readState({ ...place, path }), after)) failed.push(seq);
      if (failed.length > 0) await logs.void(call.session, failed);
      throw error;
    }
    for (const look of active) {
      if (!look.roots.some((root) => isInside(root, place.path))) continue;
      // The command may change what was written, and then this is what was there before.
      await copies.put(hashOf(bytes), bytes, false);
      for (const { path, after } of announced) look.own.set(path, after);
    }
  }

  async function begin(call: ChangingCall & { command: string }, roots: readonly string[], choice: CheckpointSettings) {
    await deps.tidy();
    const { session, run, call: key } = call;
    const { ignored, commands } = choice;
    const room = bounds.room - (await copies.bytes());
    const limits = { ...bounds, room };
    const look = await lookBefore(
      { copies, known },
      { roots, closed: await deps.closed(), ignored, copies: commands, limits },
    );
    const found: PendingLook = {
      session,
      run,
      call: key,
      roots,
      ignored,
      look,
      command: call.command.slice(0, COMMAND_LENGTH),
      at: clock.now(),
    };
    const one: ActiveLook = { ...found, id: await pending.add(found), own: new Map() };
    active.add(one);
    return one;
  }

  async function noteFailure({ session, run, call, command }: ChangingCall & { command: string }): Promise<void> {
    const limits: LookLimits = { partial: 'failed', uncopied: 0, interrupted: false };
    const text = command.slice(0, COMMAND_LENGTH);
    await logs.append(session, [{ t: 'look', at: clock.now(), run, call, command: text, limits }]);
  }

  async function finish(one: PendingLook & { id: string }, own: ReadonlyMap<string, EntryState>, interrupted: boolean) {
    const { look, roots, ignored, session, run, call, command } = one;
    const options = { roots, closed: await deps.closed(), ignored, limits: bounds };
    const { changes, partial } = await lookAfter({ known }, look, options, own);
    const limits: LookLimits = { partial, uncopied: look.uncopied, interrupted };
    const facts = { at: interrupted ? one.at : clock.now(), run, call };
    if (changes.length > 0 || partial !== null) {
      await keepFirst(changes, roots);
      const lines = changes.map((change): NewLine => ({ t: 'change', ...facts, tool: 'run', ...change }));
      await logs.append(session, [...lines, { t: 'look', ...facts, command, limits }]);
    }
    await pending.remove(one.id);
  }

  /** The bytes from before were written without waiting for the disk. Those that turn out to be needed are. */
  async function keepFirst(changes: readonly LookedChange[], roots: readonly string[]): Promise<void> {
    for (const { before, path } of changes) {
      if (before.kind !== 'file' || before.hash === null || !roots.some((root) => isInside(root, path))) continue;
      const bytes = await copies.read(before.hash);
      if (bytes) await copies.put(before.hash, bytes, true);
    }
  }

  return {
    async write(call, change) {
      if (!(await deps.settings()).on) return change.write();
      return enqueue(() => recordWrite(call, change));
    },
    async command(call, folders, run) {
      const choice = await deps.settings();
      if (!choice.on) return run();
      let one: ActiveLook | null = null;
      try {
        one = await enqueue(() => begin(call, folders, choice));
      } catch (error) {
        // The user allowed the command; that it can't be taken back is said in the list.
        log.write('warn', 'checkpoint-failed', { error });
        await enqueue(() => noteFailure(call)).catch(() => undefined);
      }
      try {
        return await run();
      } finally {
        if (one) {
          const look = one;
          await enqueue(async () => {
            active.delete(look);
            await finish(look, look.own, false);
          }).catch((error: unknown) => log.write('warn', 'checkpoint-failed', { error }));
        }
      }
    },
    async recover() {
      for (const { id, pending: one } of await pending.left()) {
        try {
          const { looks } = await logs.read(one.session);
          // The last line of a call: it ended, and Baton ended before its file was removed.
          const ended = looks.some(({ run, call, at }) => run === one.run && call === one.call && at >= one.at);
          if (ended) await pending.remove(id);
          else await finish({ ...one, id }, new Map(), true);
        } catch (error) {
          log.write('warn', 'checkpoint-failed', { error });
        }
      }
    },
    isBusy: (folders) =>
      [...active].some(({ roots }) =>
        roots.some((root) => folders.some((folder) => isInside(root, folder) || isInside(folder, root))),
      ),
    inUse: () => new Set([...active].flatMap(({ look }) => [...look.hashes.values()])),
  };
}
