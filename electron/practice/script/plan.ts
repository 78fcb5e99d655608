import type { OwnTool } from '../base/conversation.ts';

/** An answer, independent of the wire form. */
export interface Plan {
  steps: Step[];
  stop: Stop;
}

/** Where a text says what it is based on: offsets in it, and a page, or the pages of a file. */
export interface Cite {
  start: number;
  end: number;
  title: string;
  url: string | null;
  quote: string;
  pages?: { from: number; to: number };
}

export type Step =
  | { kind: 'thinking'; text: string }
  /** Thinking that is sent in sealed form only. */
  | { kind: 'redacted'; text: string }
  | { kind: 'text'; text: string; cites?: readonly Cite[] }
  /** `json` is what is sent: the arguments as text, possibly cut. */
  | { kind: 'call'; name: string; args: Record<string, unknown>; json: string; cut: boolean }
  | { kind: 'refusal'; text: string }
  /** A block of the server's own, of a kind that no client knows. */
  | { kind: 'block'; text: string }
  /** A tool that the vendor runs itself: what it is asked, and its result. `error`: the vendor's word for a failure. */
  | { kind: 'search'; tool: OwnTool; text: string }
  | { kind: 'found'; tool: OwnTool; text: string; query: string; error: string | null }
  /** A picture of what `text` says; `blocked`: the vendor's filter refuses it. */
  | { kind: 'picture'; text: string; blocked: boolean };

/**
 * `blocked`: a filter stopped it before the first word. `window`: the answer reached the end of the context window.
 * `pause`: the vendor's own tool takes long, and the client must send another request (A13).
 */
export type Stop = 'end' | 'calls' | 'length' | 'refusal' | 'blocked' | 'window' | 'pause';
