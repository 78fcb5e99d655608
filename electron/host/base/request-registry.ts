/** A request in progress. `close` must be called when it ends, however it ends. */
export interface Run {
  readonly signal: AbortSignal;
  readonly abort: () => void;
  readonly close: () => void;
}

export interface RequestRegistry {
  /**
   * With `id` null, the run can't be cancelled by name. `caller` aborts it too, if the mount supplies a signal that
   * fires.
   */
  open(id: string | null, caller: AbortSignal): Run;
  /** Aborts every run with this id; one that hasn't started yet is aborted as soon as it starts. */
  cancel(id: string): void;
  readonly size: number;
  abortAll(): void;
}

/** Number of cancels remembered that arrived before their request. */
const EARLY_LIMIT = 256;

/**
 * Ties every way to cancel to one AbortController (security.md T1). Electron shows a handler neither the caller's
 * signal nor an abort before the response, so the page also sends DELETE /api/runs/:id. That call uses its own
 * connection and may arrive before the request it cancels.
 */
export function createRequestRegistry(): RequestRegistry {
  const running = new Map<string, Set<Run>>();
  const unnamed = new Set<Run>();
  const early = new Set<string>();

  function open(id: string | null, caller: AbortSignal): Run {
    const controller = new AbortController();
    const group = id === null ? unnamed : (running.get(id) ?? new Set<Run>());
    const abort = () => controller.abort();
    const run: Run = {
      signal: controller.signal,
      abort,
      close() {
        caller.removeEventListener('abort', abort);
        group.delete(run);
        if (id !== null && group.size === 0 && running.get(id) === group) running.delete(id);
      },
    };
    group.add(run);
    if (id !== null) running.set(id, group);
    caller.addEventListener('abort', abort);
    if (caller.aborted || (id !== null && early.delete(id))) abort();
    return run;
  }

  return {
    open,
    cancel(id) {
      const group = running.get(id);
      if (group) {
        for (const run of group) run.abort();
        return;
      }
      early.add(id);
      const [oldest] = early;
      if (early.size > EARLY_LIMIT && oldest !== undefined) early.delete(oldest);
    },
    get size() {
      return unnamed.size + [...running.values()].reduce((sum, group) => sum + group.size, 0);
    },
    abortAll() {
      for (const group of [unnamed, ...running.values()]) for (const run of group) run.abort();
    },
  };
}
