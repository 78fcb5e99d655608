import type { Connection } from '#contract/connection.ts';
import type { Model } from '#core/model.ts';
import type { Clock } from '#storage/clock.ts';
import type { BatonDatabase } from '#storage/database.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { SessionWriters } from '#storage/session-writers.ts';
import type { ContextNotices } from '#state/context-notices.ts';
import type { StreamingAnswers } from '#state/streaming-answers.ts';
import type { ScriptActivity } from '#state/script-activity.ts';
import type { AIService } from '#vendors/base/base-ai-service.ts';
import type { Reliability } from './reliability.ts';
import type { SessionOwners } from './session-owners.ts';

/** What the flows are built from; the page's root supplies it, and so do the tests. */
export interface FlowDeps {
  db: BatonDatabase;
  writers: SessionWriters;
  liveRuns: StreamingAnswers;
  clock: Clock;
  /** 0 up to 1, for jitter. */
  random(): number;
  /** Connections as the host knows them now; rejects when it does not answer. */
  connections(): Promise<readonly Connection[]>;
  /** Facts about a model; conservative defaults for one that is not known. */
  model(connection: Connection, id: string): Model;
  loadService(connection: Connection): Promise<AIService>;
  reliability: Reliability;
  /** Most messages of one request where a conversation does not say; null for no limit. */
  maxMessages?(): number | null;
  /** Writes what composers have not written yet. */
  flushDrafts(): Promise<void>;
  scripts?: Pick<ScriptActivity, 'wait' | 'tell'>;
  contextNotices?: Pick<ContextNotices, 'show' | 'tell'>;
  /** Keep state of conversations besides the flows. */
  owners?: SessionOwners;
  /** Removes what the host keeps of a conversation: rules and folders. */
  forgetAtHost?(sessionId: string): Promise<void>;
  report: OnUnreadableRow;
  /** What went wrong beside a run and is not the run's own error. */
  onError(error: unknown): void;
}
