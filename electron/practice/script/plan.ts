/** An answer, independent of the wire form. */
export interface Plan {
  steps: Step[];
  stop: Stop;
}

export type Step =
  | { kind: 'thinking'; text: string }
  /** Thinking that is sent in sealed form only. */
  | { kind: 'redacted'; text: string }
  | { kind: 'text'; text: string }
  /** `json` is what is sent: the arguments as text, possibly cut. */
  | { kind: 'call'; name: string; args: Record<string, unknown>; json: string; cut: boolean }
  | { kind: 'refusal'; text: string }
  /** A block of the server's own, of a kind that no client knows. */
  | { kind: 'block'; text: string }
  /** A search by the vendor itself: its query, and its result. */
  | { kind: 'search'; text: string }
  | { kind: 'found'; text: string; query: string }
  /** A picture of what `text` says; `blocked`: the vendor's filter refuses it. */
  | { kind: 'picture'; text: string; blocked: boolean };

/**
 * `blocked`: a filter stopped it before the first word. `window`: the answer reached the end of the context window.
 * `pause`: the vendor's own tool takes long, and the client must send another request (A13).
 */
export type Stop = 'end' | 'calls' | 'length' | 'refusal' | 'blocked' | 'window' | 'pause';
