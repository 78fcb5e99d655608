export type TaintKind = 'web' | 'file' | 'tool';

/** A source of outside content in the conversation. It may hold instructions from outside. */
export interface TaintSource {
  kind: TaintKind;
  server: string;
  tool: string;
  /** Call that added it. */
  call: string;
  /** For the user: the address or path it came from. */
  detail?: string;
}

/** Placeholder for the tool when the user attached content from a server, without a call. */
export const ATTACHED = 'resources/read';

/** The outside content of a turn, and how much of it the user had in view when they approved a tool. */
export interface Taint {
  /** Total number of sources. The newest one has this number. */
  count: number;
  /** The newest sources, oldest first: enough to name them, and always the newest of each server. */
  recent: readonly { number: number; source: TaintSource }[];
  /** Tool name -> number of the newest source that the user had in view when they approved the tool. */
  seen: Readonly<Record<string, number>>;
  /**
   * Tool name -> approval until the turn ends: the definition at that time, and the servers whose content was in view.
   */
  turn: Readonly<Record<string, { definition: string; servers: readonly string[] }>>;
}

export const NO_TAINT: Taint = { count: 0, recent: [], seen: {}, turn: {} };

const RECENT = 20;

export function addSource(taint: Taint, source: TaintSource): Taint {
  const count = taint.count + 1;
  const recent = [...taint.recent, { number: count, source }];
  if (recent.length > RECENT) {
    const extra = recent.findIndex(({ source: { server } }, at) =>
      recent.some(({ source: later }, other) => other > at && later.server === server),
    );
    if (extra >= 0) recent.splice(extra, 1);
  }
  return { ...taint, count, recent };
}

/** The user approved this tool with the sources up to this number in view. Later sources are new. */
export function markSeen(taint: Taint, tool: string, upTo: number): Taint {
  return { ...taint, seen: { ...taint.seen, [tool]: upTo } };
}

/** The user approved this tool until the turn ends, even after more content of the servers in view. */
export function allowInTurn(taint: Taint, tool: string, definition: string, upTo: number): Taint {
  const servers = new Set(taintUpTo(taint, upTo).recent.map(({ source }) => source.server));
  return { ...markSeen(taint, tool, upTo), turn: { ...taint.turn, [tool]: { definition, servers: [...servers] } } };
}

/** The taint as it was with this many sources. Content that arrived later cannot have led to earlier requests. */
function taintUpTo(taint: Taint, upTo: number): Taint {
  return { ...taint, recent: taint.recent.filter(({ number }) => number <= upTo) };
}
