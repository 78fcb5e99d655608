import type { CancelSignal } from '#core/cancel.ts';
import type { HookPort } from '#core/agent/ports.ts';
import { DEFAULT_CONFIGURATION, type Configuration } from '#core/reliability/configuration.ts';
import type { ReliabilityEvent } from '#core/reliability/events.ts';
import type { HooksAt, StageValue } from '#core/reliability/hook.ts';
import { PREVENTIVE_HOOKS, type PreventiveHook } from '#core/preventive-hook.ts';
import type { Stage } from '#core/reliability/hook-table.ts';
import { CORE_HOOKS } from '#core/reliability/hooks/core-hooks.ts';
import { createPipeline, type PipelineDeps } from '#core/reliability/pipeline.ts';
import { createSessionRecovery, type SessionRecoveryHook } from '#core/reliability/session-recovery.ts';
import { withinBudget } from '#core/reliability/within-budget.ts';

export interface ReliabilityDeps extends PipelineDeps {
  /** Returns the configuration in effect for a conversation. The defaults apply when it rejects. */
  configuration(sessionId: string): Promise<Configuration>;
  /** The hooks that work with something of the page. */
  hooks: HooksAt<'page'>;
}

type EventType = ReliabilityEvent['type'];
type EventOf<T extends EventType> = Extract<ReliabilityEvent, { type: T }>;

type Listener = (event: ReliabilityEvent) => void | Promise<void>;

/** The hooks as the flows use them. Nothing here rejects. */
export interface Reliability {
  /** Logs one line. `sessionID` in the data names the conversation. Never throws. */
  log(event: string, data: Readonly<Record<string, unknown>>): void;
  configuration(sessionId: string): Promise<Configuration>;
  run<S extends Stage>(
    stage: S,
    value: StageValue[S],
    sessionId: string,
    signal?: CancelSignal,
  ): Promise<StageValue[S]>;
  /** Notifies hooks and listeners, in the order of the calls. Resolves with the event as the hooks left it. */
  emit: <T extends EventType>(event: EventOf<T>) => Promise<EventOf<T>>;
  /**
   * Calls the listener with every event, after the hooks and in order. A conversation's next event comes when all
   * listeners have handled this one, or have exceeded a hook's time budget. Returns the function that unsubscribes.
   */
  subscribe(listener: Listener): () => void;
  /** Wraps every request that is sent in place of a refused one. */
  recovery: SessionRecoveryHook;
  /** Returns the preventive rules that do not apply in this conversation. */
  rulesOff(sessionId: string): Promise<PreventiveHook[]>;
  /** How often each hook has failed in this window. */
  failures(): Readonly<Record<string, number>>;
  /** The hooks around the tool calls of a run. */
  aroundCalls(sessionId: string): HookPort;
}

export function createReliability(deps: ReliabilityDeps): Reliability {
  const pipeline = createPipeline({ ...CORE_HOOKS, ...deps.hooks }, deps);
  const listeners = new Set<Listener>();
  const tails = new Map<string, Promise<unknown>>();

  const log: Reliability['log'] = (event, data) => {
    try {
      deps.log(event, data);
    } catch {
      // There is nowhere left to report this.
    }
  };

  const configuration = async (sessionId: string): Promise<Configuration> => {
    try {
      return await deps.configuration(sessionId);
    } catch (error) {
      log('Configuration not read', { sessionID: sessionId, error: String(error) });
      return DEFAULT_CONFIGURATION;
    }
  };
  const run: Reliability['run'] = async (stage, value, sessionId, signal) =>
    pipeline.run(stage, value, {
      id: sessionId,
      configuration: await configuration(sessionId),
      ...(signal && { signal }),
    });

  const deliver = async <T extends EventType>(event: EventOf<T>): Promise<EventOf<T>> => {
    const { sessionId, type, ...data } = event;
    log(type, { sessionID: sessionId, ...data });
    const seen = await run('event', event, sessionId);
    for (const listener of listeners) {
      const result = await withinBudget(deps.clock, () => listener(seen));
      if (result.how === 'failed') log('A listener failed', { sessionID: sessionId, heard: type, error: result.why });
    }
    if (event.type === 'session.deleted') pipeline.forget(sessionId);
    // A hook may add to an event, but not turn it into another one.
    return isSame(event, seen) ? seen : event;
  };

  const emit: Reliability['emit'] = (event) => {
    const turn = (tails.get(event.sessionId) ?? Promise.resolve()).then(() => deliver(event));
    tails.set(event.sessionId, turn);
    void turn.finally(() => {
      if (tails.get(event.sessionId) === turn) tails.delete(event.sessionId);
    });
    return turn;
  };

  return {
    log,
    failures: () => pipeline.failures(),
    configuration,
    run,
    emit,
    recovery: createSessionRecovery(deps),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async rulesOff(sessionId) {
      const { rules } = await run('messages.transform', { rules: new Set() }, sessionId);
      return PREVENTIVE_HOOKS.filter((rule) => !rules.has(rule));
    },
    aroundCalls: (sessionId) => ({
      async before({ key, name, args }, signal) {
        void emit({ type: 'tool.execute.before', sessionId, tool: name });
        log('tool.call', { sessionID: sessionId, tool: name, args });
        const call = { tool: name, call: key, args, env: {}, advice: [] };
        return run('tool.execute.before', call, sessionId, signal);
      },
      async after(result, signal) {
        const seen = await run('tool.execute.after', result, sessionId, signal);
        void emit({ type: 'tool.execute.after', sessionId, tool: result.tool });
        const { tool, status, text } = result;
        log('tool.result', { sessionID: sessionId, tool, status, text });
        return seen;
      },
    }),
  };
}

function isSame<T extends EventType>(event: EventOf<T>, seen: ReliabilityEvent): seen is EventOf<T> {
  return seen.type === event.type && seen.sessionId === event.sessionId;
}
