/** What will be answered, before any wire form. */
export interface Plan {
  steps: Step[];
  stop: Stop;
}

export type Step =
  | { kind: 'thinking'; text: string }
  /** Thinking that is handed out sealed only. */
  | { kind: 'redacted'; text: string }
  | { kind: 'text'; text: string }
  /** `json` is what is sent: the arguments as text, possibly cut. */
  | { kind: 'call'; name: string; args: Record<string, unknown>; json: string; cut: boolean }
  | { kind: 'refusal'; text: string }
  /** Something of the server's own, by its kind: no client knows what it is. */
  | { kind: 'block'; text: string }
  /** A search that the vendor makes itself: what it looks for, and what came of it. */
  | { kind: 'search'; text: string }
  | { kind: 'found'; text: string; query: string };

/**
 * `blocked`: a filter stopped it before a word. `window`: the answer met the end of the context
 * window. `pause`: the vendor's own tool takes long, and the client is to ask again (A13).
 */
export type Stop = 'end' | 'calls' | 'length' | 'refusal' | 'blocked' | 'window' | 'pause';
