/**
 * The two doors through which the engine is driven from outside. These are Baton's own definitions; the conformance
 * suite has its own equal ones. Types only.
 */
import type { ErrorClass as CoreErrorClass } from '#core/errors/classify-error.ts';
import type { ErrorKind as CoreErrorKind } from '#core/error.ts';
import type { HistoryMessage } from '#core/message.ts';
import type { CompileReport, ToolSpec } from '#core/request.ts';
import type { ThinkingLevel } from '#core/model.ts';
import type { Vendor } from '#core/vendor.ts';

export interface CompileInput {
  history: HistoryMessage[];
  target: {
    vendor: Vendor;
    model: string;
    endpoint?: string;
    account?: string;
    system?: string;
    tools?: ToolSpec[];
    thinking?: ThinkingLevel;
    maxOutputTokens?: number;
    window?: { messages?: number; tokens?: number };
  };
}

export type CompileOutput =
  | {
      ok: true;
      request: { method: string; url: string; headers: Record<string, string>; body: unknown };
      report: CompileReport;
    }
  | { ok: false; error: { kind: string; message: string } };

/** A message as the validation functions of the reliability document define it. */
export interface SeedPart {
  type: string;
  id?: string;
  text?: string;
  thinking?: string;
  signature?: string;
  synthetic?: boolean;
  [key: string]: unknown;
}

export interface SeedMessage {
  info: { id: string; role: 'user' | 'assistant'; sessionID?: string; modelID?: string };
  parts: SeedPart[];
}

/** Kinds that only the page distinguishes; the doors answer with the agreed ones. */
export type InnerKind = 'model_not_found' | 'cut_off' | 'not_an_answer';

export interface ErrorClass extends Omit<CoreErrorClass, 'kind'> {
  kind: Exclude<CoreErrorKind, InnerKind>;
}

export interface TodoItem {
  id: string;
  content: string;
  status: 'pending' | 'in_progress' | 'completed' | 'cancelled' | 'blocked';
}

export interface Clock {
  now(): number;
  setTimeout(fn: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
  setInterval(fn: () => void, ms: number): unknown;
  clearInterval(handle: unknown): void;
}

export interface Toast {
  title: string;
  message: string;
  variant: 'info' | 'warning' | 'error' | 'success';
  duration: number;
}

export interface TodoContinuationDeps {
  clock: Clock;
  toast(toast: Toast): void;
  inject(sessionId: string, text: string): Promise<void>;
  listTodos(sessionId: string): Promise<TodoItem[]>;
  isBackgroundRunning(sessionId: string): boolean;
  log(event: string, data: unknown): void;
}

export interface TodoContinuationEvent {
  type: string;
  sessionId: string;
  role?: 'user' | 'assistant';
  error?: unknown;
  synthetic?: boolean;
}

export interface TodoContinuation {
  onEvent(event: TodoContinuationEvent): void | Promise<void>;
  markRecovering(sessionId: string): void;
  markRecoveryComplete(sessionId: string): void;
  stop(sessionId: string): void;
  resume(sessionId: string): void;
  dispose(): void;
}

export interface Adapter {
  compile(input: CompileInput): Promise<CompileOutput>;

  isExtendedThinkingModel(modelID: string | undefined): boolean;
  hasContentParts(parts: SeedPart[] | undefined): boolean;
  startsWithThinkingBlock(parts: SeedPart[] | undefined): boolean;
  findPreviousThinkingContent(messages: SeedMessage[], index: number): string;
  prependThinkingBlock(message: SeedMessage, content: string): SeedMessage;
  messageHasContent(parts: SeedPart[]): boolean;
  validateThinking(messages: SeedMessage[], modelID: string): SeedMessage[];
  sanitizeEmptyMessages(messages: SeedMessage[]): SeedMessage[];

  classifyError(error: unknown): ErrorClass | null;

  outputBudget(options: { limit: number; used: number; toolCap?: number }): number;
  truncateOutput(
    text: string,
    options: { maxTokens: number },
  ): { text: string; truncated: boolean; removedLines: number; removedBytes: number };
  prune(
    history: HistoryMessage[],
    config: unknown,
  ): { history: HistoryMessage[]; pruned: { strategy: string; message: number; part: number }[] };

  nonInteractiveEnv(base: Record<string, string>): Record<string, string>;
  bannedCommand(commandLine: string): string | null;

  loadConfig(layers: { origin: string; text: string }[]): { config: Record<string, unknown>; warnings: string[] };

  createTodoContinuation(deps: TodoContinuationDeps): TodoContinuation;
}
