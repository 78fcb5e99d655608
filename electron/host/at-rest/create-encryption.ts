import type { EncryptionState } from '#contract/encryption.ts';
import type { SealableFiles } from '../base/at-rest-keys.ts';
import type { HostDeps } from '../base/deps.ts';
import { isDiskFull } from '../base/private-file.ts';

/** The choice to encrypt what the host keeps, and the files on their way to the chosen form. */
export interface Encryption {
  state(): Promise<EncryptionState>;
  turn(on: boolean): Promise<EncryptionState>;
  /** Goes on with files that could not be written anew. */
  again(): Promise<EncryptionState>;
  recoveryKey(): Promise<string>;
  keepRecovery(): Promise<EncryptionState>;
  unlock(recovery: string): Promise<EncryptionState>;
  /** Ends after the file that is being written. */
  close(): Promise<void>;
}

export interface EncryptionDeps extends Pick<HostDeps, 'atRest' | 'clock' | 'log'> {
  kinds: Readonly<Record<'journals' | 'snapshots' | 'logs', SealableFiles>>;
}

/** Long after the start, which has better things to do with the disk. */
const BEGIN_MS = 5_000;

type Work = NonNullable<EncryptionState['progress']>;

export function createEncryption({ atRest, clock, log, kinds }: EncryptionDeps): Encryption {
  const all = Object.values(kinds);
  let progress: Work | null = null;
  let failed = 0;
  let full = false;
  let closed = false;
  /** The files are looked at once more, because the choice has changed meanwhile. */
  let wanted = false;
  let running: Promise<void> | null = null;

  async function pass(): Promise<void> {
    wanted = false;
    failed = 0;
    full = false;
    const found = await Promise.all(all.map((files) => files.pending()));
    const todo = found.flatMap((list, index) => list.map((one) => ({ ...one, files: all[index] })));
    const total = todo.reduce((sum, { bytes }) => sum + bytes, 0);
    let done = 0;
    for (const { name, bytes, files } of todo) {
      if (closed || wanted) return;
      progress = { done, total };
      try {
        await files?.convert(name);
      } catch (error) {
        log.write('warn', 'file-not-converted', { file: name, error });
        failed += 1;
        if (isDiskFull(error)) {
          full = true;
          return;
        }
      }
      done += bytes;
    }
    if (failed > 0 || closed || wanted) return;
    await atRest.settle();
    log.write('info', 'encryption-settled', { files: todo.length });
  }

  async function work(): Promise<void> {
    try {
      while (wanted) await pass();
    } catch (error) {
      // Nothing can be written without a key. Opening one begins anew.
      log.write('warn', 'encryption-stopped', { error });
    } finally {
      progress = null;
      running = null;
    }
  }

  function begin(): void {
    if (closed) return;
    wanted = true;
    // The files are still to be listed.
    progress ??= { done: 0, total: 0 };
    running ??= work();
  }

  async function lockedIds(): Promise<string[]> {
    return (await Promise.all(all.map((files) => files.locked()))).flat();
  }

  async function state(): Promise<EncryptionState> {
    const { on, unavailable, damaged, canWrite, recovery } = await atRest.facts();
    return {
      on,
      unavailable,
      damaged,
      canWrite,
      recovery,
      progress,
      failed,
      full,
      locked: {
        journals: (await kinds.journals.locked()).length,
        snapshots: (await kinds.snapshots.locked()).length,
        logs: (await kinds.logs.locked()).length,
      },
    };
  }

  /** What a former run has left. */
  async function goOn(): Promise<void> {
    try {
      const { unsettled, canWrite } = await atRest.facts();
      if (unsettled && canWrite) begin();
    } catch (error) {
      log.write('warn', 'encryption-stopped', { error });
    }
  }

  const timer = clock.setTimeout(() => {
    void goOn();
  }, BEGIN_MS);

  return {
    state,
    async turn(on) {
      await atRest.turn(on);
      begin();
      return state();
    },
    async again() {
      begin();
      return state();
    },
    recoveryKey: () => atRest.recoveryKey(),
    async keepRecovery() {
      await atRest.keepRecovery();
      return state();
    },
    async unlock(recovery) {
      await atRest.unlock(recovery, new Set(await lockedIds()));
      if ((await atRest.facts()).on) begin();
      return state();
    },
    async close() {
      closed = true;
      wanted = false;
      clock.clearTimeout(timer);
      await running;
    },
  };
}
