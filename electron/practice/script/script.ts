import type { ScriptProblem } from '../answers/script-problem.ts';
import type { Topic } from '../answers/topics.ts';
import type { OwnTool } from '../base/conversation.ts';

/** The directives of one user message. */
export interface Script {
  /** The message without its directive lines and without tagged blocks that a client adds. */
  question: string;
  /** Paragraphs of thinking; null leaves it to the request. */
  think: number | null;
  redacted: boolean;
  /** Characters per second. */
  speed: number | null;
  chunkBytes: number;
  long: number | null;
  echo: string | null;
  show: Topic | null;
  /** One entry per round of the tool loop. */
  rounds: RequestedCall[][];
  /** What a tool of the vendor's own is asked: a query, an address or code. */
  own: { tool: OwnTool; asked: string }[];
  /** The vendor's word for what goes wrong with them. */
  toolFault: string | null;
  /** They are called together with tools of the request, and answer in the next round. */
  together: boolean;
  /** Pages of the first file that the answer cites. */
  pages: { from: number; to: number } | null;
  /** What a picture shows; null leaves it to the question. */
  picture: string | null;
  /** A kind of block that only its server knows; sending it back is refused. */
  block: string | null;
  /** Pause before the search has a result, if the vendor's form supports that. */
  pause: boolean;
  faults: Fault[];
  /** Lines that look like directives but are unknown or invalid, each with the reason. */
  problems: ScriptProblem[];
}

export interface RequestedCall {
  name: string;
  /** Null makes up arguments from the tool's schema. */
  args: Record<string, unknown> | null;
}

export interface Fault {
  kind: FaultKind;
  /** Characters that still arrive, of the answer or of the thinking before it. */
  after: number | null;
  of: 'thinking' | 'answer';
  /** How often it happens before the same request is answered normally; null: always. */
  times: number | null;
  /** Seconds, in the vendor's format; null: the vendor's usual value, `none`: no such header. */
  retryAfter: number | 'none' | null;
  /** How long `slow` waits. */
  ms: number;
  /** Round of the tool loop in which it happens, counted from 0. */
  round: number;
  line: string;
}

/** Error answers with this status. */
export const STATUS_FAULTS = [400, 401, 402, 403, 404, 408, 413, 429, 500, 502, 503, 504, 529] as const;

/** Answers with this status and no content. */
export const NO_CONTENT_FAULTS = [204, 205, 304] as const;

export const NAMED_FAULTS = [
  'model',
  'login',
  'json',
  'reset',
  'stall',
  'headers',
  'slow',
  'offline',
  'malformed',
  'error-event',
  'failed',
  'cut',
  'cut-args',
  'empty',
  'thoughts',
  'max_tokens',
  'refusal',
  'blocked',
  'window',
  'moderation',
  'overflow',
] as const;

/** Refusals with the vendor's own message. A vendor without a message for one never sends it. */
export const REFUSAL_FAULTS = [
  'signature',
  'binding',
  'modified',
  'thinking-order',
  'thinking-disabled',
  'prefill',
  'tool-result',
  'empty-content',
  'unavailable-tool',
  'tool-schema',
] as const;

export type RefusalFault = (typeof REFUSAL_FAULTS)[number];

export type FaultKind =
  | (typeof STATUS_FAULTS)[number]
  | (typeof NO_CONTENT_FAULTS)[number]
  | (typeof NAMED_FAULTS)[number]
  | RefusalFault;

export const FAULTS: ReadonlyMap<string, FaultKind> = new Map(
  [...STATUS_FAULTS, ...NO_CONTENT_FAULTS, ...NAMED_FAULTS, ...REFUSAL_FAULTS].map((kind) => [`${kind}`, kind]),
);
