import type { CallOutcome } from './call-outcome.ts';
import type { ContextFile } from './context-file.ts';
import type { PagePictures } from './page-pictures.ts';
import type { Origin } from './vendor.ts';
import type { ThinkingLevel } from './model.ts';
import type { Usage } from './usage.ts';
import type { ModelError } from './error.ts';

/** Parts are ordered, because interleaved thinking cannot be expressed otherwise. Opaque strings are byte-exact. */
export type Part =
  | TextPart
  | ThinkingPart
  | RedactedThinkingPart
  | ToolCallPart
  | ToolResultPart
  | ImagePart
  | FilePart
  | RefusalPart
  | VendorBlockPart;

export interface TextPart {
  type: 'text';
  text: string;
  /** Gemini thoughtSignature that arrived on this very part. */
  signature?: string;
  /** Responses item id (`msg_…`). */
  itemId?: string;
  /** Responses `phase` of the message item. */
  phase?: string;
  /** Continues the text part before it. The text was split only because a signature must stay on its part (G10). */
  continues?: boolean;
  /** The mode (see message-options.ts) that added this text. The user chose the mode and did not type the text. */
  mode?: string;
}

export interface ThinkingPart {
  type: 'thinking';
  text: string;
  /** Anthropic signature. Absent when the stream ended before it arrived: such a block is stored but never sent. */
  signature?: string;
  /** OpenAI or xAI `encrypted_content`. */
  encrypted?: string;
  /** Responses item id (`rs_…`). */
  itemId?: string;
  /**
   * The vendor's own form as JSON text, where text and opaque strings alone cannot rebuild it: complete, ordered
   * OpenRouter `reasoning_details`, or a Responses summary of several pieces.
   */
  details?: string;
  /** Digest of everything the request carried before this block, as sent (vendor-rules A24). */
  prefixDigest?: string;
  /** Wall-clock time spent in this block, in milliseconds. */
  durationMs?: number;
}

export interface RedactedThinkingPart {
  type: 'redacted_thinking';
  data: string;
  prefixDigest?: string;
}

export interface ToolCallPart {
  type: 'tool_call';
  id: string;
  name: string;
  args: unknown;
  /** The text as it arrived, when it did not parse. */
  rawArgs?: string;
  /** Gemini thoughtSignature; from a Chat Completions server, the call's `extra_content` as JSON text. */
  signature?: string;
  /** Responses item id (`fc_…`). */
  itemId?: string;
}

export interface ToolResultPart {
  type: 'tool_result';
  callId?: string;
  name?: string;
  text: string;
  isError?: boolean;
  images?: { mime: string; data: string }[];
  /** Absent in imports and in messages that earlier versions stored. */
  outcome?: CallOutcome;
  /** Context files that apply to what the call accessed. The model receives them after the text. */
  context?: ContextFile[];
}

/** `data` is base64. In storage the bytes are in the blob table; compiling a request fills in `data`. */
export interface ImagePart {
  type: 'image';
  mime: string;
  data: string;
  /** What its vendor says it drew. */
  prompt?: string;
  /** Gemini thoughtSignature that arrived on this very part. */
  signature?: string;
  /** Responses item id (`ig_…`). */
  itemId?: string;
}

export interface FilePart {
  type: 'file';
  mime: string;
  name: string;
  data: string;
  /**
   * What was read in it when it was attached, with a line such as `[Page 3]` before each page. A model that can't take
   * the file gets this. Absent where nothing was read, and for text that any model can be given as it is.
   */
  text?: string;
  /** Pages that say little without being seen. Drawn for a request to a model that takes pictures only, never stored. */
  pages?: PagePictures;
}

export interface RefusalPart {
  type: 'refusal';
  text: string;
}

/**
 * A block of an answer that has no part type here: a server tool and its result, a compaction item, or any future
 * vendor block. It is stored complete and returned only to the origin of its message, and only where the vendor wants
 * it back (vendor-rules A13).
 */
export interface VendorBlockPart {
  type: 'vendor_block';
  /** The vendor's own name for this kind of block, such as `server_tool_use`. */
  kind: string;
  /** The finished block: JSON text of an object. */
  data: string;
}

export type Role = 'user' | 'assistant' | 'tool';

export type Stop = 'end' | 'tool' | 'aborted' | 'error' | 'length' | 'refusal';

/** Estimated tokens of the parts of a message, as they were stored with it. Each belongs to exactly that part. */
export interface PartCounts {
  parts: readonly Part[];
  /** See `part-counts.ts`, which also finds out whether it can be used. */
  tokens: readonly number[];
}

/**
 * The fields that the engine reads. Stored messages have more (see Message). An imported history may lack the optional
 * fields.
 */
export interface HistoryMessage {
  id?: string;
  role: Role;
  parts: Part[];
  origin?: Origin;
  stop?: Stop;
  /** What is known of its tokens already. */
  counted?: PartCounts;
}

/** A node of the conversation tree. It never changes once `status` is `complete`. Editing creates a sibling. */
export interface Message extends Omit<HistoryMessage, 'counted'> {
  id: string;
  sessionId: string;
  /** `null` for a first message. */
  parentId: string | null;
  /** Insertion order inside the session, 1, 2, 3 …; a parent is always lower than its children. */
  seq: number;
  /**
   * `streaming` while its writer lives. A message found in this state after a crash is an interrupted answer. With a
   * `stop`, an interrupted answer ended because another window took over the conversation.
   */
  status: 'streaming' | 'interrupted' | 'complete';
  createdAt: number;
  completedAt?: number;
  usage?: Usage;
  /** A failure is a message too: the turn stays in the transcript with its error. */
  error?: ModelError;
  /** Who wrote a user message, when it was not the user. */
  author?: 'automation';
  /** The user wrote this answer, by editing the one beside it. It has no origin. */
  edited?: true;
  /** Thinking level of a user message's turn, when the user asked for a different one than the session's. */
  thinking?: ThinkingLevel;
}
