import { createActiveRuns, type ActiveRuns } from '#state/active-runs.ts';
import { createAgentRuns, type AgentRuns } from '#state/agent-runs.ts';
import { createDrafts, type Drafts } from '#state/drafts.ts';
import { openSettings, type Settings } from '#state/settings.ts';
import { createStreamingAnswers, type StreamingAnswers } from '#state/streaming-answers.ts';
import { sweepBlobs } from '#storage/blob-gc.ts';
import type { Clock } from '#storage/clock.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { createSessionWriters, type SessionWriters } from '#storage/session-writers.ts';
import { openWriterChannel } from '#storage/writer-channel.ts';
import type { Timers } from './open-clock.ts';
import type { Reporting } from './open-reporting.ts';

export interface Stores {
  db: BatonDatabase;
  writers: SessionWriters;
  settings: Settings;
  drafts: Drafts;
  liveRuns: StreamingAnswers;
  agentRuns: AgentRuns;
  /** Everything active in this window. */
  activeRuns: ActiveRuns;
}

/** What is stored, and what is written next. Resolves once answers that an earlier page left unfinished are settled. */
export async function openStores(
  db: BatonDatabase,
  clock: Clock,
  timers: Timers,
  { problems }: Reporting,
): Promise<Stores> {
  const writers = createSessionWriters({
    db,
    locks: navigator.locks,
    channel: openWriterChannel(),
    onError: problems.add,
    ...timers,
  });
  await writers.recover();
  sweepBlobs(db).catch(problems.add);
  const settings = await openSettings(db, problems.add);
  const drafts = createDrafts({ db, now: clock.now, onError: problems.add, ...timers });
  addEventListener('pagehide', () => void drafts.flush());
  const requestFrame = (fn: () => void) => {
    if (document.hidden) clock.setTimeout(fn, 250);
    else requestAnimationFrame(fn);
  };
  const liveRuns = createStreamingAnswers(requestFrame);
  const agentRuns = createAgentRuns(requestFrame);
  return { db, writers, settings, drafts, liveRuns, agentRuns, activeRuns: createActiveRuns(agentRuns, liveRuns) };
}
