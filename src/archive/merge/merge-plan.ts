import type {
  DraftRow,
  OutputRow,
  OverlayRow,
  PlanRow,
  SendRow,
  SessionRow,
  StoredMessage,
  UsageRow,
} from '#storage/rows.ts';

/** Fields of a stored conversation that differ from the archive's and stay as stored. */
export type UnchangedField =
  | 'title'
  | 'system'
  | 'target'
  | 'folder'
  | 'tags'
  | 'parameters'
  | 'leavesOut'
  | 'plan'
  | 'draft';

/** How an archived conversation is merged into what is stored: only missing rows are added. */
export interface MergePlan {
  sessionId: string;
  /** `same`: nothing to do. */
  kind: 'new' | 'same' | 'diverged';
  /** The conversation's own row before the merge, and as it will be stored. */
  before: SessionRow | null;
  session: SessionRow;
  add: {
    /** Parents come before their children. */
    messages: StoredMessage[];
    overlays: OverlayRow[];
    sends: SendRow[];
    usage: UsageRow[];
    outputs: OutputRow[];
    plan: PlanRow | null;
    draft: DraftRow | null;
  };
  /** Stored answers that broke off and are longer in the archive. */
  complete: { before: StoredMessage; after: StoredMessage }[];
  /** Messages whose images get names that only the archive has. */
  named: { before: StoredMessage; after: StoredMessage }[];
  /** Overlays to remove because the archive shows the messages they hide. */
  shown: OverlayRow[];
  unchanged: UnchangedField[];
  /** Messages whose id belongs to a different message here; they are stored under a new id. */
  renamed: number;
}

/** What a plan needs to know about the rest of the storage. */
export interface MergeContext {
  /** Ids of messages, overlays and parents in the archived conversation that belong to other conversations here. */
  taken: ReadonlySet<string>;
  /** Rows of this conversation here that this version can't read, by table and key. They stay as they are. */
  unreadable: ReadonlySet<string>;
  /** Conversations that are stored, or are restored together with this one. */
  sessions: ReadonlySet<string>;
}
