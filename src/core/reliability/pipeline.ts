import { isHookEnabled, type Configuration } from './configuration.ts';
import type { HookContext, HookStages, Hooks, Middleware, StageValue, Toast } from './hook.ts';
import type { CancelSignal } from '../cancel.ts';
import { HOOKS, hookDefinition, type HookId, type Stage } from './hook-table.ts';
import { withinBudget } from './within-budget.ts';

export interface PipelineDeps {
  clock: {
    setTimeout(fn: () => void, ms: number): unknown;
    clearTimeout(handle: unknown): void;
  };
  toast(toast: Toast, sessionId: string): void;
  log(event: string, data: Readonly<Record<string, unknown>>): void;
  /** A hook failed so often that it stays off for the rest of the session. */
  onSwitchedOff?(hook: HookId, sessionId: string, why: string): void;
}

export interface Pipeline {
  /**
   * Passes a value through the hooks of a stage, one after another. Never rejects: a hook that throws, returns nothing
   * or exceeds its time budget is skipped, and the value stays as it was before it.
   */
  run<S extends Stage>(
    stage: S,
    value: StageValue[S],
    session: { id: string; configuration: Configuration; signal?: CancelSignal | null },
  ): Promise<StageValue[S]>;
  /** Hooks that failed too often in a session. */
  switchedOff(sessionId: string): readonly HookId[];
  /** Failures of each hook since the start, in all sessions. Hooks without failures are absent. */
  failures(): Readonly<Partial<Record<HookId, number>>>;
  /** A session was deleted: its counters are removed. */
  forget(sessionId: string): void;
}

/** After this many failures a hook stays off for the session. */
export const MAX_FAILURES = 3;

interface Failures {
  counts: Map<HookId, number>;
  off: Set<HookId>;
}

export function createPipeline(hooks: Hooks, deps: PipelineDeps): Pipeline {
  const sessions = new Map<string, Failures>();
  const totals = new Map<HookId, number>();
  const byId: { readonly [H in HookId]?: HookStages } = hooks;

  const failed = (hook: HookId, stage: Stage, sessionId: string, why: string): void => {
    let session = sessions.get(sessionId);
    if (!session) sessions.set(sessionId, (session = { counts: new Map(), off: new Set() }));
    const count = (session.counts.get(hook) ?? 0) + 1;
    session.counts.set(hook, count);
    totals.set(hook, (totals.get(hook) ?? 0) + 1);
    log(deps, hook, 'Hook failed', { sessionID: sessionId, stage, count, error: why });
    if (count < MAX_FAILURES || session.off.has(hook)) return;
    session.off.add(hook);
    log(deps, hook, 'Switched off for this session', { sessionID: sessionId, failures: count });
    ignoreErrors(() => deps.onSwitchedOff?.(hook, sessionId, why));
  };

  return {
    async run(stage, value, { id, configuration, signal = null }) {
      let current = value;
      for (const { id: hook } of HOOKS) {
        const middleware: Middleware<typeof stage> | undefined = byId[hook]?.[stage];
        if (!middleware || !isHookEnabled(configuration, hook) || sessions.get(id)?.off.has(hook)) continue;
        const context = contextFor(deps, hook, { id, configuration, signal });
        const { budgetMs } = hookDefinition(hook);
        const ended = await withinBudget(deps.clock, () => middleware(current, context), budgetMs);
        if (ended.how === 'answered' && isValue(ended.value)) current = ended.value;
        else failed(hook, stage, id, ended.how === 'answered' ? 'it answered with nothing' : ended.why);
      }
      return current;
    },
    switchedOff: (sessionId) => [...(sessions.get(sessionId)?.off ?? [])],
    failures: () => Object.fromEntries(totals),
    forget: (sessionId) => void sessions.delete(sessionId),
  };
}

function contextFor(
  deps: PipelineDeps,
  hook: HookId,
  { id: sessionId, configuration, signal }: { id: string; configuration: Configuration; signal: CancelSignal | null },
): HookContext {
  return {
    hook,
    sessionId,
    configuration,
    signal,
    toast: (toast) => ignoreErrors(() => deps.toast(toast, sessionId)),
    log: (event, data) => log(deps, hook, event, { sessionID: sessionId, ...data }),
  };
}

function log(deps: PipelineDeps, hook: HookId, event: string, data: Readonly<Record<string, unknown>>): void {
  ignoreErrors(() => deps.log(`[${hook}] ${event}`, data));
}

/** A failing callback must not break the reported work (reliability.md S1-76). */
function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch {
    // There is nobody left to notify.
  }
}

function isValue(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
