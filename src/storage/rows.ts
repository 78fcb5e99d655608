import type { ApprovalMode } from '#core/agent/approval/decide-approval.ts';
import type { RunRecord } from '#core/agent/run-record.ts';
import type { PlanState } from '#core/agent/plan/plan-state.ts';
import type { PreventiveHook } from '#core/preventive-hook.ts';
import type { DraftOptions, MessageOptions } from '#core/message-options.ts';
import type { ErrorKind } from '#core/error.ts';
import type { Mention } from '#core/mentions/mention.ts';
import type { Folder } from '#core/folder-tree.ts';
import type { Message, Part } from '#core/message.ts';
import type { ThinkingLevel } from '#core/model.ts';
import type { SharedContext } from '#core/shared-context.ts';
import type { RequestParameters } from '#core/vendors/base/request-parameters.ts';
import type { Overlay, ToolSpec } from '#core/request.ts';
import type { Usage } from '#core/usage.ts';
import type { DeclaredTools } from '#core/vendors/base/server-tools.ts';
import type { Vendor } from '#core/vendor.ts';

/** Where the next message goes. */
export interface SessionTarget {
  connection: string;
  model: string;
  thinking: ThinkingLevel;
}

/** What is chosen of it at once. */
export type TargetChange = SessionTarget | Omit<SessionTarget, 'thinking'> | Pick<SessionTarget, 'thinking'>;

/** How a conversation uses tools. */
export interface SessionTools {
  on: boolean;
  mode: ApprovalMode;
  /** Not offered here: server ids and `<server>/<tool>`. */
  off: string[];
  /** False: open todos are not continued automatically here. */
  autoContinue?: boolean;
  /** The hint at tasks was shown here. */
  hinted?: boolean;
  /** The model may search the web and read pages, even with `on` false. */
  web?: boolean;
}

/** For a conversation that a model began: a task of another conversation. */
export interface TaskLineage {
  /** Conversations above it, from the one that the user began to the one that it is a task of. */
  above: string[];
  /** Key of the call that began it. */
  call: string;
  background: boolean;
}

export interface SessionRow {
  /** uuid v7 */
  id: string;
  title: string;
  /** A title that the user typed is never overwritten by an automatic one. */
  titleBy: 'auto' | 'person';
  createdAt: number;
  /** Time of the newest message. The list is sorted by it. */
  updatedAt: number;
  /** Leaf of the shown path; null for an empty session. */
  leafId: string | null;
  /** Highest `seq` assigned so far. */
  lastSeq: number;
  /** 1 or 0, because IndexedDB cannot index booleans. */
  pinned: 0 | 1;
  /** Time it was moved to the trash; 0 if it is not in the trash. */
  deletedAt: number;
  target: SessionTarget | null;
  system: string;
  /** Vendor of the last answer, for the color in the list. */
  lastVendor: Vendor | null;
  /** Sum of reported usage along every path, USD, where prices are known. */
  cost: number;
  /** Absent until the user decides about tools: none are offered. */
  tools?: SessionTools;
  task?: TaskLineage;
  /** Id of its folder. If that folder does not exist, the session is outside of all folders. */
  folder?: string;
  /** As the user wrote them, without duplicates; never empty. */
  tags?: string[];
  /** Time it was archived; absent if it is not archived. */
  archivedAt?: number;
  /** Id of the assistant it was begun with. */
  assistant?: string;
  /** Maximum messages of one request; null for no limit, absent for the user's default. */
  maxMessages?: number | null;
  /** What this conversation does not get of what is shared; never empty. */
  leavesOut?: SharedContext[];
  /** The user wants pictures from models that make them. */
  pictures?: true;
  /** How its answers are generated, on top of the user's defaults for the model; never empty. */
  parameters?: RequestParameters;
}

/** A session without what changes with each of its messages. */
export type SessionSettings = Omit<SessionRow, 'updatedAt' | 'leafId' | 'lastSeq' | 'lastVendor' | 'cost'>;

/** See core/folder-tree.ts for its place if it comes from elsewhere. */
export interface FolderRow extends Folder {
  /** Makes the folder a project. */
  project?: ProjectSettings;
}

/** What the conversations of a folder, and of the folders in it, have in common. */
export interface ProjectSettings {
  instructions: string;
  /** Of its new conversations; `null` for the default one. */
  target: SessionTarget | null;
  /** Id of the assistant that its new conversations begin with. */
  assistant?: string;
  /**
   * How files reach a model that has no room for all of them: passages that fit the question are added to it, or the
   * model searches with a tool.
   */
  files: 'passages' | 'tool';
}

/** A file that the user put into a project. Its bytes are a blob. */
export interface ProjectFileRow {
  /** uuid v7 */
  id: string;
  /** Id of the folder. */
  folder: string;
  name: string;
  mime: string;
  blob: string;
  bytes: number;
  createdAt: number;
}

/** What was read in a project's file. Made again from its bytes where it is missing, so it does not leave the device. */
export interface ProjectTextRow {
  /** Id of the file. */
  id: string;
  folder: string;
  /** Empty if the file has none. */
  text: string;
  /** Of the text, estimated. */
  tokens: number;
  /** A code of `DocumentError`, if the file could not be read. */
  unread?: string;
}

/** What an embedding model made of a stretch of a project file's text. Can be made again, so it does not leave the device. */
export interface ProjectVectorsRow {
  /** Id of the file. */
  file: string;
  folder: string;
  /** Of the first chunk, in the file's text. */
  start: number;
  /** Connection, model and how the text was split: vectors of different ones can't be compared. */
  model: string;
  /** 0 for the last stretch of a file. */
  open: 0 | 1;
  /** Start and end of each chunk, one after the other. */
  cuts: number[];
  /** The vectors one after the other, all of one length, each scaled to its greatest number. */
  values: Int8Array;
}

/** A reusable text. Its placeholders are filled in each time (see core/prompt-template.ts). */
export interface PromptRow {
  id: string;
  /** The name to find it by; need not be unique. */
  name: string;
  text: string;
  createdAt: number;
  updatedAt: number;
}

/** How a conversation begins: its target, instructions and tools. */
export interface AssistantRow {
  id: string;
  name: string;
  system: string;
  /** `null`: the default target of new conversations. */
  target: SessionTarget | null;
  /**
   * Absent: decided in the conversation. Never includes grants to run without asking, since assistants travel with
   * archives.
   */
  tools?: AssistantTools;
  /** As for a conversation. */
  maxMessages?: number | null;
  parameters?: RequestParameters;
  createdAt: number;
  updatedAt: number;
}

export interface AssistantTools {
  on: boolean;
  mode: Exclude<ApprovalMode, 'auto' | 'edits'>;
  off: string[];
}

/** The server that attached content was read from, and its address there. Absent for the user's own files. */
export interface AttachedFrom {
  server: string;
  uri: string;
}

/** In storage, the bytes of images and files are in the blob table under their SHA-256. */
export type StoredPart =
  | Exclude<Part, { type: 'image' | 'file' | 'tool_result' }>
  | (Omit<Extract<Part, { type: 'image' }>, 'data'> & {
      /** Only shown to the user: a name must not change what a vendor receives. */
      name?: string;
      blob: string;
      bytes: number;
      from?: AttachedFrom;
    })
  | (Omit<Extract<Part, { type: 'file' }>, 'data' | 'pages'> & { blob: string; bytes: number; from?: AttachedFrom })
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

/** Unsent text of a message box, or of the editor of a message. */
export interface DraftRow {
  /** Of an editor: `editKey`. */
  sessionId: string;
  text: string;
  attachments: {
    kind: 'image' | 'file';
    mime: string;
    name: string;
    blob: string;
    bytes: number;
    from?: AttachedFrom;
    /** Chosen by the user for a text, instead of the one that was found. */
    encoding?: string;
  }[];
  /** Absent if no options are set. */
  asks?: DraftOptions;
  /** What the text may point at; absent if nothing was chosen. */
  mentions?: Mention[];
  /** The user has sent it without a network: it goes out once there is one. A change of the draft withdraws it. */
  waiting?: WaitingSend;
  at: number;
}

/** What goes out, as it was read when the user pressed Send. Never leaves the computer, not even in an archive. */
export interface WaitingSend {
  /** uuid v7; the transaction that stores the message takes exactly this. */
  id: string;
  at: number;
  /** The model that it was meant for. */
  target: SessionTarget;
  /** The conversation as it was then, as a digest: to another one it doesn't go on its own. */
  state: string;
  attachments: (DraftRow['attachments'][number] & { text?: string })[];
  asks?: MessageOptions;
}

export interface SettingRow {
  key: string;
  value: unknown;
}

/** What one answer consumed; the basis for cost per session, day and model. */
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

/** Fencing token. Every write of a conversation's messages checks that its writer is still the one named here. */
export interface WriterRow {
  sessionId: string;
  token: string;
}

/** How one answer was requested. Written before the request is sent, and stored next to the answer. */
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
  /** The conversation's own level, if the message asked for another. */
  usual?: ThinkingLevel;
  system: string;
  /** What was changed for this vendor. Messages are named by id, because indices belong to one request. */
  notes: { rule: string; message?: string; part?: number; detail?: string }[];
  /** Messages before the window, and the first one inside it. */
  left: number;
  first: string | null;
  /** Estimated input tokens and the budget they had to fit; null if the model's context window is unknown. */
  tokens: number;
  budget: number | null;
  /** Calibration factor of the estimate; absent if there was none. */
  tokenFactor?: number;
  /** Maximum messages it could have; null for no limit, absent in rows from when it was always 20. */
  maxMessages?: number | null;
  /** Parameters that were wanted, whatever the target accepted; absent if there were none. */
  parameters?: RequestParameters;
  /** Preventive rules that were switched off; absent if all applied. */
  rulesOff?: PreventiveHook[];
  /** The vendor was asked to leave out old tool results on its own; absent if it was not. */
  contextEditing?: true;
  /** Tools of the vendor's own, as they were declared; absent if there were none. */
  serverTools?: DeclaredTools;
  /** The model was let make pictures; absent if it was not, and in rows from before this was noted. */
  makePictures?: true;
  /**
   * Digest of the body of the last network request (see vendors/base/body-text.ts). A recompiled request with the same
   * digest is the same request.
   */
  digest: string;
  /** Digest of the row of offered tools. Absent if none were offered, and in rows from before this was stored. */
  tools?: string;
  /** Prompt cache key of the conversation, if it was not its id: the answer was copied here. */
  cacheKey?: string;
  /** What the vendor reports as left out. */
  vendorNotes: { rule: string; detail?: string }[];
  /** Refusals that were answered by a stricter request instead of an error. */
  repairs: { kind: ErrorKind; message: string }[];
}

/** A list of tools as requests offered it. */
export interface ToolListRow {
  /** Digest of the list as JSON (see core/hash.ts). */
  digest: string;
  tools: readonly ToolSpec[];
}

/** Goal, todos and notes of one session. */
export interface PlanRow extends PlanState {
  sessionId: string;
  /** Time of the last change. */
  at: number;
}

/** The full text of a tool result that is truncated in the conversation. */
export interface OutputRow {
  sessionId: string;
  /** Short, because a model writes it out: `output-1`, `output-2` … */
  id: string;
  /** Key of the call that produced it. */
  call: string;
  /** Name of the tool. */
  name: string;
  text: string;
  at: number;
}

/** A steering message, written during a run, usually by the user. It is sent after the current step. */
export interface QueuedMessage {
  /** Id of the message that it becomes. */
  id: string;
  parts: StoredPart[];
  /** Set if the user did not write it. */
  author?: 'automation';
  thinking?: ThinkingLevel;
  at: number;
}

/** The head of one run. Its records hold what happened in it. */
export interface RunRow {
  /** uuid v7 */
  id: string;
  sessionId: string;
  /** 1 until its end is stored. */
  open: 0 | 1;
  /** Not sent yet, oldest first. */
  queued: QueuedMessage[];
  startedAt: number;
}

/** One thing that happened in a run (see core/agent/run-record.ts). */
export interface RunRecordRow {
  run: string;
  seq: number;
  record: RunRecord;
}
