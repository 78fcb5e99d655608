export type TaintKind = 'web' | 'file' | 'tool';

/** Outside content that entered the conversation: it may hold instructions that nobody here gave. */
export interface TaintSource {
  kind: TaintKind;
  server: string;
  tool: string;
  /** Call that brought it. */
  call: string;
  /** For the person: the address or path it came from. */
  detail?: string;
}

/** Stands for the tool where the user took content from a server: nobody called one. */
export const ATTACHED = 'resources/read';

/** Which outside content a turn holds, and which of it the person had in view when a tool was allowed. */
export interface Taint {
  /** How many sources there were in all; the newest carries this number. */
  count: number;
  /** The newest, oldest first: enough to name them, and always the newest of each server. */
  recent: readonly { number: number; source: TaintSource }[];
  /** Tool name -> number up to which the person saw the sources and allowed the tool. */
  seen: Readonly<Record<string, number>>;
  /** Tool name -> what the person allowed it until the turn ends: as it was defined then, after content of these servers. */
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

/** The person allowed this tool with the sources up to this number in view. What comes later is new. */
export function markSeen(taint: Taint, tool: string, upTo: number): Taint {
  return { ...taint, seen: { ...taint.seen, [tool]: upTo } };
}

/** The person allowed this tool until the turn ends, also after more content of the servers in view. */
export function allowInTurn(taint: Taint, tool: string, definition: string, upTo: number): Taint {
  const servers = new Set(taintUpTo(taint, upTo).recent.map(({ source }) => source.server));
  return { ...markSeen(taint, tool, upTo), turn: { ...taint.turn, [tool]: { definition, servers: [...servers] } } };
}

/** As it was when there were so many sources: what came in later cannot have led to what was asked for before. */
export function taintUpTo(taint: Taint, upTo: number): Taint {
  return { ...taint, recent: taint.recent.filter(({ number }) => number <= upTo) };
}
