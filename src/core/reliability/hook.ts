import type { ReliabilityEvent } from './events.ts';
import type { HookId, Stage } from './hook-table.ts';
import type { ToolOutcome } from '../agent/ports.ts';

/** What a stage works on. A hook never changes what it is given; it answers with another one. */
export interface StageValue {
  /** Which of the engine's preventive rules apply to the next request. */
  'messages.transform': { readonly rules: ReadonlySet<HookId> };
  /** A call that is about to run. `advice` is put before its result. */
  'tool.execute.before': {
    readonly tool: string;
    readonly args: Readonly<Record<string, unknown>>;
    readonly advice: readonly string[];
  };
  'tool.execute.after': ToolResultValue;
  event: ReliabilityEvent;
  /** Facts that a summary must not lose, one paragraph each. */
  onBeforeSummarize: { readonly context: readonly string[] };
}

export interface ToolResultValue {
  readonly tool: string;
  /** Unique in the conversation. */
  readonly call: string;
  readonly status: string;
  readonly text: string;
  readonly images?: ToolOutcome['images'];
}

export interface Toast {
  title: string;
  message: string;
  variant: 'info' | 'warning' | 'error' | 'success';
  /** Milliseconds. */
  duration: number;
}

export interface HookContext {
  readonly hook: HookId;
  readonly sessionId: string;
  toast(toast: Toast): void;
  /** Named `[hook] event`. */
  log(event: string, data?: Readonly<Record<string, unknown>>): void;
}

/** The one signature of all hooks: the value as it stands, answered by the value as it goes on. */
export type Middleware<S extends Stage> = (
  value: StageValue[S],
  context: HookContext,
) => StageValue[S] | Promise<StageValue[S]>;

/** What a hook does, at each of its stages. */
export type HookStages = { readonly [S in Stage]?: Middleware<S> };
export type Hooks = { readonly [H in HookId]?: HookStages };
