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

/** What of a stored conversation differs from the archive's and stays as it is stored. */
export type UnchangedField = 'title' | 'system' | 'target' | 'folder' | 'tags' | 'plan' | 'draft';

/** How an archived conversation is joined to what is stored: only rows that are not there are added. */
export interface MergePlan {
  sessionId: string;
  /** `same`: there is nothing to do. */
  kind: 'new' | 'same' | 'diverged';
  /** The conversation's own row before, and as it is to be stored. */
  before: SessionRow | null;
  session: SessionRow;
  add: {
    /** In an order in which every parent comes before its children. */
    messages: StoredMessage[];
    overlays: OverlayRow[];
    sends: SendRow[];
    usage: UsageRow[];
    outputs: OutputRow[];
    plan: PlanRow | null;
    draft: DraftRow | null;
  };
  /** Answers that are stored as broken off, and that the archive has further. */
  complete: { before: StoredMessage; after: StoredMessage }[];
  /** Messages whose pictures get the names that only the archive has. */
  named: { before: StoredMessage; after: StoredMessage }[];
  /** Taken away, because the archive shows the messages that they hide. */
  shown: OverlayRow[];
  kept: UnchangedField[];
  /** Messages whose id stood for something else here; they are stored under another one. */
  renamed: number;
}

/** What a plan has to know of the rest of the storage. */
export interface MergeContext {
  /** Of the ids of messages, overlays and parents that the archived conversation names: those of other conversations. */
  taken: ReadonlySet<string>;
  /** Conversations that are stored, or are restored together with this one. */
  sessions: ReadonlySet<string>;
}
