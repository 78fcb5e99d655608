import type { CancelSignal } from '../agent/cancel.ts';
import type { CallOutcome, CallStatus } from '../call-outcome.ts';
import type { ContextFile } from '../context-file.ts';
import type { ToolResultPart } from '../message.ts';
import type { Configuration } from './configuration.ts';
import type { ReliabilityEvent } from './events.ts';
import type { HookId, Stage } from './hook-table.ts';
import type { RecoveryName } from './recovery-toasts.ts';
import type { ScriptNote } from './scripts/script-table.ts';

/** What a stage works on. A hook never changes what it is given; it answers with another one. */
export interface StageValue {
  /** The preventive rules of the engine that apply to the next request. */
  'messages.transform': { readonly rules: ReadonlySet<PreventiveHook> };
  'tool.execute.before': ToolCallValue;
  'tool.execute.after': ToolResultValue;
  event: ReliabilityEvent;
  onBeforeSummarize: BeforeSummary;
}

/** What is to stand beside a summary that has been written. */
export interface BeforeSummary {
  /** Facts that it must not lose, one paragraph each. */
  readonly context: readonly string[];
  /** Files of the folder that go along with it. */
  readonly files: readonly ContextFile[];
  /** Paths that were changed in what it stands for, the newest last. */
  readonly changed: readonly string[];
  /** Tokens for all of it. */
  readonly room: number;
}

/** Hooks that are rules of the engine: without them the linter mends or refuses what they would have prevented. */
export const PREVENTIVE_HOOKS = ['thinking-block-validator', 'empty-message-sanitizer'] as const satisfies HookId[];
export type PreventiveHook = (typeof PREVENTIVE_HOOKS)[number];

/** A call before anything is decided about it. */
export interface ToolCallValue {
  readonly tool: string;
  /** Names it in its run; absent in the host, which starts programs that belong to no call. */
  readonly call?: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Variables that the program gets besides its own. */
  readonly env: Readonly<Record<string, string>>;
  /** Told to the model in front of the result. */
  readonly advice: readonly string[];
  /** It does not run; the model is told this. */
  readonly refused?: string;
  /** The person is asked, whatever was allowed. */
  readonly ask?: true;
  readonly scripts?: readonly ScriptNote[];
}

export interface ToolResultValue {
  readonly tool: string;
  readonly call?: string;
  /** Empty where the call's arguments could not be read. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly status: CallStatus;
  readonly text: string;
  readonly images?: ToolResultPart['images'];
  /** Tokens that the result may take. */
  readonly room: number;
  /** Keeps the whole text and answers the id under which `read_tool_output` finds it. */
  readonly keep: () => Promise<string>;
  /** Files of the folder that go along with the result. */
  readonly context?: readonly ContextFile[];
  readonly shortened?: { readonly output: string; readonly removedLines: number; readonly removedBytes: number };
  readonly leftovers?: CallOutcome['leftovers'];
  readonly scripts?: readonly ScriptNote[];
}

export interface Toast {
  /** Of what is told in the person's language: its name in the page's words. Title and message are the documents'. */
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
  /** The person's stop, where there is one. */
  readonly signal: CancelSignal | null;
  toast: (toast: Toast) => void;
  /** Written as `[hook] event`. */
  log: (event: string, data?: Readonly<Record<string, unknown>>) => void;
}

/** The one signature of all hooks: the value as it stands, answered by the value as it goes on. */
export type Middleware<S extends Stage> = (
  value: StageValue[S],
  context: HookContext,
) => StageValue[S] | Promise<StageValue[S]>;

/** What a hook does, at each of its stages. */
export type HookStages = { readonly [S in Stage]?: Middleware<S> };
export type Hooks = { readonly [H in HookId]?: HookStages };
