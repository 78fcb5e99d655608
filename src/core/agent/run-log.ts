import { foldRun, type RunState } from './fold-run.ts';
import type { RunPorts } from './ports.ts';
import type { RunEvent, RunFact, RunMessage, RunRecord } from './run-record.ts';

/** Storage rejected a write. Nothing more may happen. */
export class NotStoredError extends Error {
  override readonly name = 'NotStoredError';
  constructor(cause: unknown) {
    super('A record of the run could not be stored.', { cause });
  }
}

/** Stores a run's records strictly one after another and tracks what is stored. */
export interface RunLog {
  readonly state: RunState;
  /** Resolves when the record is durable. After the first failure, every call rejects with NotStoredError. */
  write(fact: RunFact, message?: RunMessage): Promise<RunEvent>;
  /** For anything else that must be durable before the run continues. */
  keep<T>(work: () => Promise<T>): Promise<T>;
}

export function createRunLog(ports: RunPorts, run: string, from: RunState): RunLog {
  let state = from;
  let seq = from.seq;
  let tail: Promise<unknown> = Promise.resolve();
  let failure: NotStoredError | null = null;

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = tail.then(async () => {
      if (failure) throw failure;
      try {
        return await work();
      } catch (error) {
        failure ??= new NotStoredError(error);
        throw failure;
      }
    });
    tail = turn.catch(() => undefined);
    return turn;
  };

  return {
    get state() {
      return state;
    },
    write: (fact, message) =>
      inTurn(async () => {
        const record: RunRecord = { run, seq: (seq += 1), at: ports.clock.now(), ...fact };
        await ports.store.append(record, message);
        state = foldRun(state, record);
        return { type: 'record', record, ...(message && { message }) };
      }),
    keep: inTurn,
  };
}
