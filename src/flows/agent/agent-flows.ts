import type { FileFacts, FileList, FolderPlace, PickedFolder } from '#contract/folder-files.ts';
import type { AttachedFolders } from '#contract/mcp.ts';
import type { ApprovalMode } from '#core/agent/approval/decide-approval.ts';
import type { RunStatus } from '#core/agent/describe-run.ts';
import type { EndReason } from '#core/agent/run-record.ts';
import type { CallOutcome } from '#core/call-outcome.ts';
import type { QueuedMessage } from '#storage/rows.ts';
import type { FilledPrompt, ServerContent } from '#tools/read-content.ts';
import type { OfferedTools, Offerings } from '#tools/toolbox.ts';
import type { OutgoingMessage } from '../base/outgoing-message.ts';
import type { Decision } from './approval-queue.ts';

/**
 * What a user can do with a conversation that uses tools, in addition to ChatFlows. When tools are on, `send`, `retry`,
 * `editAndSend` and `continueAnswer` start a run there, and `stop` ends it. Rejections are as in ChatFlows.
 */
export interface AgentFlows {
  /** Switches tools on or off from the next message on. An active run keeps its tools. */
  setTools(sessionId: string, on: boolean): Promise<void>;
  /** Lets the model search the web and read pages, from the next message on. */
  setWeb(sessionId: string, on: boolean): Promise<void>;
  /**
   * Takes effect at once, also for the active run. For `edits` the host is asked first, right after a gesture of the
   * user; if it refuses, nothing changes.
   */
  setMode(sessionId: string, mode: ApprovalMode): Promise<void>;
  /**
   * Switches servers or tools on or off in this conversation, from the next message on. Keys are server ids and
   * `<server>/<tool>`.
   */
  switchTools(sessionId: string, keys: readonly string[], on: boolean): Promise<void>;
  /** Whether Baton continues with open todos of this conversation on its own. */
  setAutoContinue(sessionId: string, on: boolean): Promise<void>;
  /** Cancels the continuation that is about to begin. */
  cancelContinuation(sessionId: string): void;
  /** Continues with the todos, even after Baton had given up. */
  continuePlan(sessionId: string): void;
  folders(sessionId: string): Promise<AttachedFolders>;
  /**
   * Lets the tools of this conversation work in a folder, and switches them on. `wide`: the user agreed to a whole home
   * folder or disk.
   */
  attachFolder(sessionId: string, path: string, wide?: boolean): Promise<AttachedFolders>;
  detachFolder(sessionId: string, path: string): Promise<AttachedFolders>;
  /** The user says whether the files of a folder are their own. Otherwise they count as outside content. */
  judgeFolder(sessionId: string, path: string, own: boolean): Promise<AttachedFolders>;
  /** The same in the system's own dialog, where there is one. */
  pickFolder(sessionId: string): Promise<PickedFolder>;
  /** Tools resolve relative paths in the main folder. */
  setMainFolder(sessionId: string, path: string): Promise<AttachedFolders>;
  /** Lists the files of an attached folder. `known`: the version that the caller has. */
  listFiles(sessionId: string, folder: string, known: string | undefined, signal: AbortSignal): Promise<FileList>;
  fileFacts(sessionId: string, place: FolderPlace): Promise<FileFacts>;
  /** Reads a file, its lines, or the listing of a folder. Rejects with `not_found` when there is no such thing. */
  readFile(
    sessionId: string,
    place: FolderPlace & { from?: number | undefined; to?: number | undefined },
    signal: AbortSignal,
  ): Promise<Blob>;
  /** Returns the resources and prompts that servers offer the user. Starts servers that are not running. */
  offerings(sessionId: string, signal: AbortSignal): Promise<Offerings>;
  /** `name`: for content whose address does not end in a name. */
  readResource(server: string, resource: { uri: string; name: string }, signal: AbortSignal): Promise<ServerContent[]>;
  /** Calls back when the server reports a change of the resource, until the signal aborts. */
  followResource(server: string, uri: string, onUpdated: () => void, signal: AbortSignal): Promise<void>;
  fillPrompt(
    server: string,
    id: string,
    values: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<FilledPrompt>;
  /** Returns what the next message would offer. Starts servers that are not running. */
  offer(sessionId: string, signal: AbortSignal): Promise<OfferedTools>;

  /** Queues a message until the current step of this window's active run ends. */
  steer(sessionId: string, outgoing: OutgoingMessage): Promise<void>;
  /** Removes a queued message and returns it; `null` when the run has already taken it. */
  unqueue(sessionId: string, messageId: string): Promise<QueuedMessage | null>;
  /**
   * Answers a question. Resolves when the host has accepted the answer. If that fails, the question stays open with its
   * `problem`. Ignored when the question is no longer open.
   */
  decide(sessionId: string, key: string, decision: Decision): Promise<void>;
  /** Stops one call. The run continues with a cancelled result for it. */
  cancelCall(sessionId: string, key: string): void;

  /** Returns the conversation's newest run as it is stored; `null` when there is none or the conversation continued. */
  readRun(sessionId: string): Promise<StoredRun | null>;
  /**
   * Returns what was written into runs that ended without taking it, oldest first. It goes out with the next message, or
   * when the newest run continues.
   */
  readKept(sessionId: string): Promise<QueuedMessage[]>;
  /** Continues the newest run. `again`: interrupted calls to run once more, of those with `canRunAgain`. */
  resume(sessionId: string, again?: readonly string[]): Promise<void>;
  /** Gives every open call of the newest run a result and ends the run. */
  close(sessionId: string): Promise<void>;
}

export interface StoredCall {
  key: string;
  /** `<server>__<tool>`. */
  name: string;
  /** What a resume does with it: run it, keep its result, or close it with this status. */
  todo: 'run' | 'keep' | 'cancelled' | 'interrupted' | 'not_run';
  /** It waited for the user's approval. */
  asked: boolean;
  /** Set for an ended call. */
  outcome: CallOutcome | null;
  canRunAgain: boolean;
}

/**
 * A run that is not active in this window. It may be active in another one. Then this window is not the conversation's
 * writer (see useWriter), and `resume` and `close` reject.
 */
export interface StoredRun {
  id: string;
  status: RunStatus;
  /** Set once it has ended. */
  reason: EndReason | null;
  steps: number;
  cost: number;
  startedAt: number;
  /** Calls of the newest answer. */
  calls: readonly StoredCall[];
  can: { resume: boolean; close: boolean };
}
