/** One request under way. `close` must be called when it has ended, whatever way. */
export interface Run {
  readonly signal: AbortSignal;
  readonly abort: () => void;
  readonly close: () => void;
}

export interface RequestRegistry {
  /** `id` null: a run nobody can name. `caller` aborts it too, where the mount supplies one that ever fires. */
  open(id: string | null, caller: AbortSignal): Run;
  /** Aborts every run of this id; one that has not begun yet is aborted as soon as it does. */
  cancel(id: string): void;
  readonly size: number;
  abortAll(): void;
}

/** Of cancels that came before their request, this many are remembered. */
const EARLY_LIMIT = 256;

/**
 * Ties every way to cancel to one AbortController (security.md T1): Electron shows a handler neither the
 * caller's signal nor an abort before the response, so the page also sends DELETE /api/runs/:id. That call travels on
 * a connection of its own and may overtake the request it is meant for.
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
