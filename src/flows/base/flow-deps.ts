import type { Connection } from '#contract/connection.ts';
import type { Model } from '#core/model.ts';
import type { ServerTool } from '#core/vendors/base/server-tools.ts';
import type { RequestParameters } from '#core/vendors/base/request-parameters.ts';
import type { Clock } from '#storage/clock.ts';
import type { BatonDatabase } from '#storage/database.ts';
import type { PageDrawer } from '#storage/page-drawer.ts';
import type { PictureScaler } from '#storage/picture-scaler.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { SessionWriters } from '#storage/session-writers.ts';
import type { ContextNotices } from '#state/context-notices.ts';
import type { StreamingAnswers } from '#state/streaming-answers.ts';
import type { ScriptActivity } from '#state/script-activity.ts';
import type { AIService } from '#vendors/base/base-ai-service.ts';
import type { Sharing } from './shared-context.ts';
import type { Reliability } from './reliability.ts';
import type { SessionOwners } from './session-owners.ts';

/** What the flows are built from. The page's root and the tests supply it. */
export interface FlowDeps {
  db: BatonDatabase;
  writers: SessionWriters;
  liveRuns: StreamingAnswers;
  clock: Clock;
  /** Returns 0 up to 1, for jitter. */
  random(): number;
  /** Returns the connections as the host knows them now. Rejects when the host does not answer. */
  connections(): Promise<readonly Connection[]>;
  /** As the page last knew it, without asking the host. */
  knownConnection(id: string): Connection | undefined;
  /** Returns facts about a model; conservative defaults for an unknown one. */
  model(connection: Connection, id: string): Model;
  loadService(connection: Connection): Promise<AIService>;
  reliability: Reliability;
  /** Without it, nothing is shared between conversations. */
  sharing?: Sharing;
  /** Maximum number of messages in one request when the conversation does not set one; `null` for no limit. */
  maxMessages?(): number | null;
  /** Whether the user wants models to name conversations. */
  titlesByModel?(): boolean;
  /** The user's default parameters for a model. */
  modelParameters?(connection: Connection, id: string): Promise<RequestParameters | undefined>;
  /** Tools of the vendor's own that the user lets it use through this connection. */
  serverTools?(connection: Connection): readonly ServerTool[];
  /** Writes the composers' unsaved drafts. */
  flushDrafts(): Promise<void>;
  /** Makes pictures fit what the vendor takes. Without it they are sent as they are stored. */
  pictures?: PictureScaler;
  /** Draws the pages of scans. Without it they go by their name. */
  pages?: PageDrawer;
  scripts?: Pick<ScriptActivity, 'wait' | 'notify'>;
  contextNotices?: Pick<ContextNotices, 'show' | 'notify'>;
  /** Owners of conversation state outside the flows. */
  owners?: SessionOwners;
  /** Removes what the host stores for a conversation: rules and folders. */
  forgetAtHost?(sessionId: string): Promise<void>;
  onUnreadableRow: OnUnreadableRow;
  /** Reports errors that happen beside a run and are not the run's own error. */
  onError(error: unknown): void;
}
