import type { AttachedFolders } from '#contract/mcp.ts';
import type { ApprovalMode, Grant } from '#core/agent/approval/decide-approval.ts';
import type { RunStatus } from '#core/agent/describe-run.ts';
import type { EndReason } from '#core/agent/run-record.ts';
import type { CallOutcome } from '#core/call-outcome.ts';
import type { QueuedMessage } from '#storage/rows.ts';
import type { FilledPrompt, ServerContent } from '#tools/read-content.ts';
import type { OfferedTools, Offerings } from '#tools/toolbox.ts';
import type { OutgoingMessage } from '../base/outgoing-message.ts';

/**
 * What a person can do with a conversation that uses tools, besides ChatFlows: `send`, `retry`, `editAndSend` and
 * `continueAnswer` start a run there when tools are on, `stop` ends it. Rejections as in ChatFlows.
 */
export interface AgentFlows {
  /** Tools on or off from the next message on. A run that is going keeps its tools. */
  setTools(sessionId: string, on: boolean): Promise<void>;
  /** Holds at once, also for the run that is going. */
  setMode(sessionId: string, mode: ApprovalMode): Promise<void>;
  /** Offers these or not, in this conversation, from the next message on: server ids and `<server>/<tool>`. */
  switchTools(sessionId: string, keys: readonly string[], on: boolean): Promise<void>;
  /** Whether open todos of this conversation are gone on with by themselves. */
  setAutoContinue(sessionId: string, on: boolean): Promise<void>;
  /** Calls off what is about to go on by itself. */
  cancelContinuation(sessionId: string): void;
  /** Goes on with the todos, also where that had been given up. */
  continuePlan(sessionId: string): void;
  folders(sessionId: string): Promise<AttachedFolders>;
  /** Lets the tools of this conversation work in a folder, and switches them on. `wide`: agreed to a whole home or disk. */
  attachFolder(sessionId: string, path: string, wide?: boolean): Promise<AttachedFolders>;
  detachFolder(sessionId: string, path: string): Promise<AttachedFolders>;
  /** What servers have for the person to attach and to say; starts those that are not running. */
  offerings(sessionId: string, signal: AbortSignal): Promise<Offerings>;
  /** `name`: for content whose address ends in no name. */
  readResource(server: string, resource: { uri: string; name: string }, signal: AbortSignal): Promise<ServerContent[]>;
  fillPrompt(
    server: string,
    id: string,
    values: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<FilledPrompt>;
  /** What the next message would offer; starts servers that are not running. */
  offer(sessionId: string, signal: AbortSignal): Promise<OfferedTools>;

  /** Puts a message behind the present step of the run that is going in this window. */
  steer(sessionId: string, outgoing: OutgoingMessage): Promise<void>;
  /** Takes a queued message back; null when the run has taken it already. */
  unqueue(sessionId: string, messageId: string): Promise<QueuedMessage | null>;
  /**
   * Answers a question. Resolves when the host has been told; when that fails the question stays open with its
   * `problem`. Ignored when the question is no longer open.
   */
  decide(sessionId: string, key: string, decision: { allow: Grant } | { deny: true; reason?: string }): Promise<void>;
  /** Stops one call; the run goes on with a cancelled result for it. */
  cancelCall(sessionId: string, key: string): void;

  /** The newest run of the conversation as it is stored; null when there is none or the conversation went on. */
  readRun(sessionId: string): Promise<StoredRun | null>;
  /** Goes on with the newest run. `again`: interrupted calls to run once more, of those with `canRunAgain`. */
  resume(sessionId: string, again?: readonly string[]): Promise<void>;
  /** Gives every open call of the newest run a result and ends it. */
  close(sessionId: string): Promise<void>;
}

export interface StoredCall {
  key: string;
  /** `<server>__<tool>`. */
  name: string;
  /** What a resume does with it: run it, keep its result, or close it with this word. */
  todo: 'run' | 'keep' | 'cancelled' | 'interrupted' | 'not_run';
  /** It waited for the person's word. */
  asked: boolean;
  /** Of one that has ended. */
  outcome: CallOutcome | null;
  canRunAgain: boolean;
}

/**
 * A run of which nothing goes on in this window. It may be alive in another one: then this window is not the
 * conversation's writer (see useWriter), and `resume` and `close` reject.
 */
export interface StoredRun {
  id: string;
  status: RunStatus;
  /** Set once it has ended. */
  reason: EndReason | null;
  steps: number;
  cost: number;
  startedAt: number;
  /** Of the newest answer. */
  calls: readonly StoredCall[];
  /** Written during the run and not yet taken up. */
  queued: readonly QueuedMessage[];
  can: { resume: boolean; close: boolean };
}
