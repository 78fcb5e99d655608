import type { CallOutcome, CallStatus } from '../call-outcome.ts';
import type { CancelSignal } from '../cancel.ts';
import type { ContextFile, SentContextFile } from '../context-file.ts';
import type { ToolResultPart } from '../message.ts';
import type { PreventiveHook } from '../preventive-hook.ts';
import type { ScriptNote } from '../script-table.ts';
import type { Configuration } from './configuration.ts';
import type { ReliabilityEvent } from './events.ts';
import type { HookDefinition, HookId, HookIdsAt, HookLocation, HOOKS, Stage } from './hook-table.ts';
import type { RecoveryName } from './recovery-toasts.ts';

/** The values of each stage. A hook never mutates its value; it returns another one. */
export interface StageValue {
  /** The preventive rules of the engine that apply to the next request. */
  'messages.transform': { readonly rules: ReadonlySet<PreventiveHook> };
  'tool.execute.before': ToolCallValue;
  'tool.execute.after': ToolResultValue;
  event: ReliabilityEvent;
  onBeforeSummarize: BeforeSummary;
}

/** Text that accompanies a finished summary. */
export interface BeforeSummary {
  /** Facts that it must not lose, one paragraph each. */
  readonly context: readonly string[];
  /** Context files that are sent with it. */
  readonly files: readonly ContextFile[];
  /** Paths that were changed in the messages it replaces, newest last. */
  readonly changed: readonly string[];
  /** Tokens for all of it. */
  readonly budget: number;
}

/** A call before anything is decided about it. */
export interface ToolCallValue {
  readonly tool: string;
  /** The call's key in its run. Absent in the host, which starts programs that belong to no call. */
  readonly call?: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Extra environment variables for the program. */
  readonly env: Readonly<Record<string, string>>;
  /** Sent to the model before the result. */
  readonly advice: readonly string[];
  /** The call does not run. The model gets this text. */
  readonly refused?: string;
  /** The user is asked, whatever the grants. */
  readonly ask?: true;
  readonly scripts?: readonly ScriptNote[];
}

export interface ToolResultValue {
  readonly tool: string;
  readonly call?: string;
  /** Empty when the call's arguments could not be read. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly status: CallStatus;
  readonly text: string;
  readonly images?: ToolResultPart['images'];
  /** Tokens that the result may take. */
  readonly budget: number;
  /** Stores the full text and returns the id under which `read_tool_output` finds it. */
  readonly keep: () => Promise<string>;
  /** Context files that are sent with the result. */
  readonly context?: readonly SentContextFile[];
  readonly shortened?: { readonly output: string; readonly removedLines: number; readonly removedBytes: number };
  readonly leftovers?: CallOutcome['leftovers'];
  readonly scripts?: readonly ScriptNote[];
}

export interface Toast {
  /**
   * The key of this toast's text in the page's catalog, for the user's language. Title and message are the documents'.
   */
  name?: RecoveryName;
  title: string;
  message: string;
  variant: 'info' | 'warning' | 'error' | 'success';
  /** Milliseconds. */
  duration: number;
}

export interface HookContext {
  readonly hook: HookId;
  readonly sessionId: string;
  readonly configuration: Configuration;
  /** The user's stop signal, where there is one. */
  readonly signal: CancelSignal | null;
  toast: (toast: Toast) => void;
  /** Written as `[hook] event`. */
  log: (event: string, data?: Readonly<Record<string, unknown>>) => void;
}

/** The one signature of all hooks: takes the current value and returns the value to continue with. */
export type Middleware<S extends Stage> = (
  value: StageValue[S],
  context: HookContext,
) => StageValue[S] | Promise<StageValue[S]>;

/** The function of a hook at each of its stages. */
export type HookStages = { readonly [S in Stage]?: Middleware<S> };
export type Hooks = { readonly [H in HookId]?: HookStages };

/** The functions of all hooks of the table `Rows` that run at `Location`. A row without one is a type error. */
export type HooksAt<Location extends HookLocation, Rows extends readonly HookDefinition[] = typeof HOOKS> = {
  readonly [H in HookIdsAt<Location, Rows>]: HookStages;
};
