import type { ApprovalMode } from '#core/agent/approval/decide-approval.ts';
import type { RunRecord } from '#core/agent/run-record.ts';
import type { PlanState } from '#core/agent/plan/plan-state.ts';
import type { PreventiveHook } from '#core/reliability/hook.ts';
import type { DraftOptions } from '#core/message-options.ts';
import type { ErrorKind } from '#core/error.ts';
import type { Folder } from '#core/folder-tree.ts';
import type { Message, Part } from '#core/message.ts';
import type { ThinkingLevel } from '#core/model.ts';
import type { Overlay, ToolSpec } from '#core/request.ts';
import type { Usage } from '#core/usage.ts';
import type { Vendor } from '#core/vendor.ts';

/** What the next message goes to. */
export interface SessionTarget {
  connection: string;
  model: string;
  thinking: ThinkingLevel;
}

/** How a conversation uses tools. */
export interface SessionTools {
  on: boolean;
  mode: ApprovalMode;
  /** Not offered here: server ids and `<server>/<tool>`. */
  off: string[];
  /** false: open todos are not gone on with by themselves here. */
  autoContinue?: boolean;
  /** The person has been told of tasks here. */
  hinted?: boolean;
}

/** Of a conversation that a model began: a task of another conversation. */
export interface TaskLineage {
  /** Conversations above it: the one a person began first, the one it is a task of last. */
  above: string[];
  /** Key of the call that began it. */
  call: string;
  background: boolean;
}

export interface SessionRow {
  /** uuid v7 */
  id: string;
  title: string;
  /** A title the person typed is never overwritten by an automatic one. */
  titleBy: 'auto' | 'person';
  createdAt: number;
  /** Time of the newest message; the list is ordered by it. */
  updatedAt: number;
  /** End of the chosen path; null for an empty session. */
  leafId: string | null;
  /** Highest `seq` given out. */
  lastSeq: number;
  /** 1 or 0, because IndexedDB cannot index booleans. */
  pinned: 0 | 1;
  /** Time it was put into the trash; 0 while it is not. */
  deletedAt: number;
  target: SessionTarget | null;
  system: string;
  /** Vendor of the last answer, for the colour in the list. */
  lastVendor: Vendor | null;
  /** Sum of reported usage along every path, USD, where prices are known. */
  cost: number;
  /** Absent until somebody decided about tools: none are offered. */
  tools?: SessionTools;
  task?: TaskLineage;
  /** Id of its folder, which may be none (any more): then it stands outside of all. */
  folder?: string;
  /** As the person wrote them, each once; never empty. */
  tags?: string[];
  /** Time it was put away; absent while it is in the list. */
  archivedAt?: number;
  /** Id of the assistant it was begun with. */
  assistant?: string;
  /** Most messages of one request; null for no limit, absent for the user's default. */
  maxMessages?: number | null;
}

/** See core/folder-tree.ts for what its place is when it comes from elsewhere. */
export type FolderRow = Folder;

/** A text that is used again and again; places in it are filled in each time (see core/prompt-template.ts). */
export interface PromptRow {
  id: string;
  /** What it is found by; no two need to differ. */
  name: string;
  text: string;
  createdAt: number;
  updatedAt: number;
}

/** How a conversation is begun: whom it goes to, with which instructions and tools. */
export interface AssistantRow {
  id: string;
  name: string;
  system: string;
  /** null: whatever new conversations go to. */
  target: SessionTarget | null;
  /** Absent: decided in the conversation. What runs unasked is never decided ahead: assistants travel with archives. */
  tools?: AssistantTools;
  /** As for a conversation. */
  maxMessages?: number | null;
  createdAt: number;
  updatedAt: number;
}

export interface AssistantTools {
  on: boolean;
  mode: Exclude<ApprovalMode, 'auto'>;
  off: string[];
}

/** The server that attached content was read from, and its address there; absent for the person's own files. */
export interface AttachedFrom {
  server: string;
  uri: string;
}

/** In storage the bytes of images and files live in the blob table under their SHA-256. */
export type StoredPart =
  | Exclude<Part, { type: 'image' | 'file' | 'tool_result' }>
  | (Omit<Extract<Part, { type: 'image' }>, 'data'> & {
      /** For the user alone: a name must not change what a vendor is sent. */
      name?: string;
      blob: string;
      bytes: number;
      from?: AttachedFrom;
    })
  | (Omit<Extract<Part, { type: 'file' }>, 'data'> & { blob: string; bytes: number; from?: AttachedFrom })
  | (Omit<Extract<Part, { type: 'tool_result' }>, 'images'> & {
      images?: { mime: string; blob: string; bytes: number }[];
    });

export interface StoredMessage extends Omit<Message, 'parts'> {
  parts: StoredPart[];
}

export type OverlayRow = Overlay;

export interface BlobRow {
  /** SHA-256 of the bytes, lower-case hex. */
  hash: string;
  mime: string;
  bytes: Blob;
}

/** Unsent text of a composer. */
export interface DraftRow {
  sessionId: string;
  text: string;
  attachments: {
    kind: 'image' | 'file';
    mime: string;
    name: string;
    blob: string;
    bytes: number;
    from?: AttachedFrom;
  }[];
  /** Absent where nothing is asked for. */
  asks?: DraftOptions;
  at: number;
}

export interface SettingRow {
  key: string;
  value: unknown;
}

/** What one answer consumed; the ground for cost per session, day and model. */
export interface UsageRow {
  /** Id of the answer. */
  id: string;
  sessionId: string;
  at: number;
  connection: string;
  vendor: Vendor;
  model: string;
  usage: Usage;
  /** USD; null when the price is not known. */
  cost: number | null;
}

/** Fencing token: every write of a conversation's messages checks that its writer is still the one named here. */
export interface WriterRow {
  sessionId: string;
  token: string;
}

/** How one answer was asked for; written before the request leaves, and kept beside the answer. */
export interface SendRow {
  /** Id of the answer. */
  id: string;
  sessionId: string;
  at: number;
  connection: string;
  vendor: Vendor;
  model: string;
  endpoint: string;
  account?: string;
  thinking: ThinkingLevel;
  /** The conversation's own level, where the message asked for another. */
  usual?: ThinkingLevel;
  system: string;
  /** What was changed for this vendor; messages by id, because indices belong to one request. */
  notes: { rule: string; message?: string; part?: number; detail?: string }[];
  /** Messages before the window, and the first one inside it. */
  left: number;
  first: string | null;
  /** Estimated input tokens and the budget they had to fit; null when the model's window is unknown. */
  tokens: number;
  budget: number | null;
  /** Calibration that the estimate was made with; absent without one. */
  tokenFactor?: number;
  /** Most messages it could have; null for no limit, absent in rows from when it was always 20. */
  maxMessages?: number | null;
  /** Preventive rules that were switched off; absent where all applied. */
  rulesOff?: PreventiveHook[];
  /** The vendor was asked to leave out old tool results by itself; absent where it was not. */
  contextEditing?: true;
  /**
   * Digest of the body that was handed to the network last (see vendors/body-digest.ts): a recompiled request with the
   * same one is the same request.
   */
  digest: string;
  /** Digest of the row of offered tools; absent where none were, and in rows from before this was kept. */
  tools?: string;
  /** What prompt caches knew the conversation by, where that was not its id: the answer was copied here. */
  cacheKey?: string;
  /** What the vendor says it left out. */
  vendorNotes: { rule: string; detail?: string }[];
  /** Refusals that were answered by a stricter request instead of an error. */
  repairs: { kind: ErrorKind; message: string }[];
}

/** A list of tools as requests offered it. */
export interface ToolListRow {
  /** Of the list as JSON (see core/hash.ts). */
  digest: string;
  tools: readonly ToolSpec[];
}

/** Goal, todos and notes of one session. */
export interface PlanRow extends PlanState {
  sessionId: string;
  /** Time of the last change. */
  at: number;
}

/** The full text of a tool result of which the conversation holds a shortened form. */
export interface OutputRow {
  sessionId: string;
  /** Short, because a model writes it out: `output-1`, `output-2` … */
  id: string;
  /** Key of the call that gave it. */
  call: string;
  /** Name of the tool. */
  name: string;
  text: string;
  at: number;
}

/** Written while a run was going, mostly by the person; it goes in behind the present step. */
export interface QueuedMessage {
  /** Id of the message that it becomes. */
  id: string;
  parts: StoredPart[];
  /** Set when no person wrote it. */
  author?: 'automation';
  thinking?: ThinkingLevel;
  at: number;
}

/** The head of one agent run; what happened in it is in its records. */
export interface RunRow {
  /** uuid v7 */
  id: string;
  sessionId: string;
  /** 1 until its end is stored. */
  open: 0 | 1;
  /** Not taken up yet, oldest first. */
  queued: QueuedMessage[];
  startedAt: number;
}

/** One thing that happened in a run (see core/agent/run-record.ts). */
export interface RunRecordRow {
  run: string;
  seq: number;
  record: RunRecord;
}
