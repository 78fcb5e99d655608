import { EMPTY_PLAN, planText } from '#core/agent/plan/plan-state.ts';
import { compactionPrompt } from '#core/compaction-prompt.ts';
import { handoffLead } from '#core/handoff-prompt.ts';
import { CONTEXT, readData, SUMMARY } from '#core/normalize/overlays.ts';
import { checkCompaction } from '#core/reliability/check-compaction.ts';
import type { CompactionFlaw } from '#core/reliability/check-compaction.ts';
import { chooseKept } from '#core/reliability/choose-kept.ts';
import { collectFacts, renderFacts } from '#core/reliability/compaction-facts.ts';
import { mergeSummaries, readCompaction, readSections, renderSections } from '#core/reliability/compaction-summary.ts';
import type { CompactionSummary } from '#core/reliability/compaction-summary.ts';
import type { Overlay } from '#core/request.ts';
import { estimateMessages } from '#core/window/estimate-request.ts';
import { weightsFor } from '#core/window/token-weights.ts';
import type { NewMessage } from '#storage/message-repository.ts';
import { newId } from '#storage/new-id.ts';
import { getPlan } from '#storage/plan-repository.ts';
import type { FlowDeps } from '../flow-deps.ts';
import { isSummary, summaryText } from '#core/is-summary.ts';
import type { MeasuredPath } from '../measure-context.ts';
import { summarise } from '../summarise.ts';
import { countReplaced } from './count-replaced.ts';

/** Messages of the conversation that the writer is shown at most; what is older is in the summary before. */
const MOST_MESSAGES = 200;
/** Shares of the room: what goes along word for word, what the facts take, what is worth a summary at all,
 * and what stands beside it. */
const KEPT = 0.25;
const FACTS = 0.2;
const LEAST = 0.1;
const BESIDE = 0.15;

/** A summary that is ready to stand at the end of the path. */
export interface Compaction {
  message: NewMessage & { id: string };
  overlays: Overlay[];
}

export interface CompactionJob {
  sessionId: string;
  leafId: string;
  overlays: readonly Overlay[];
  /** The path up to `leafId`. */
  size: MeasuredPath;
}

/** A summary was written and cannot be used. */
export class RejectedSummaryError extends Error {
  override readonly name = 'RejectedSummaryError';
  readonly why: CompactionFlaw;

  constructor(why: CompactionFlaw) {
    super(`the summary is ${why}`);
    this.why = why;
  }
}

/**
 * Has the conversation summarised up to its newest rounds. What a model wrote is joined by code with the summary
 * before; what the person said, the plan, files and attachments are added from what is stored. Null where there is
 * nothing worth it. Rejects with the writer's words when it could not write, and with RejectedSummaryError when what it
 * wrote is of no use.
 */
export async function writeCompaction(
  deps: FlowDeps,
  { sessionId, leafId, overlays, size }: CompactionJob,
  signal: AbortSignal,
): Promise<Compaction | null> {
  const { messages, outline, report, target } = size;
  const weights = weightsFor(target.model);
  const room = (size.room ?? 0) / size.factor;
  const { replaced } = report;
  // What the summary before kept word for word stands in front of it, and was not told by it.
  const since = [...outline.keys()].filter((index) => index > (replaced?.through ?? -1) && index !== replaced?.summary);
  const kept = chooseKept(outline.slice((replaced?.summary ?? -1) + 1), room * KEPT, weights);
  const older = since.slice(0, since.length - kept);
  const told = older.flatMap((index) => {
    const [message, stored] = [outline[index], messages[index]];
    return message && stored ? [{ ...message, own: stored.author === undefined || stored.parentId === null }] : [];
  });
  if (estimateMessages(told, weights) < room * LEAST) return null;

  const written = await summarise(deps, sessionId, signal, () => undefined, {
    prompt: compactionPrompt,
    messages: MOST_MESSAGES,
    leafId,
  });
  if (!written.ok) throw new Error(written.error?.message ?? 'stopped');
  if (written.summary.cut) throw new RejectedSummaryError('cut');
  const before = replaced ? earlier(messages[replaced.summary], overlays) : null;
  const now = { sections: readSections(written.summary.text), facts: collectFacts(told) };
  if (Object.keys(now.sections).length === 0) throw new RejectedSummaryError('empty');
  const compaction = mergeSummaries(before, now);
  const text = renderSections(compaction.sections);
  const facts = renderFacts(compaction.facts, Math.max(400, room * FACTS), weights);
  const plan = await getPlan(deps.db, sessionId, deps.report);
  const { changed } = compaction.facts;
  const asked = { context: [], files: [], changed, room: room * BESIDE };
  const { context, files } = await deps.reliability.run('onBeforeSummarize', asked, sessionId);
  const state = [facts, plan === EMPTY_PLAN ? '' : `## Plan\n${planText(plan)}`, ...context]
    .filter((part) => part !== '')
    .join('\n\n');

  const id = newId();
  const at = deps.clock.now();
  const beside = () => ({ id: newId(), sessionId, target: { message: id }, at });
  const parts = [handoffLead(text), text, state]
    .filter((part) => part !== '')
    .map((part) => ({ type: 'text' as const, text: part }));
  const count = await countReplaced(deps, sessionId, leafId, kept);
  const stands = { ...beside(), kind: SUMMARY, reason: 'summarised to make room', data: { kept, count, compaction } };
  const made: Overlay[] = [stands];
  if (files.length > 0)
    made.push({ ...beside(), kind: CONTEXT, reason: 'files of the attached folder', data: { files } });
  const old = replaced ? outline[replaced.summary] : undefined;
  const flaw = checkCompaction({
    history: outline,
    replaced: [...(old ? [old] : []), ...told],
    overlays,
    summary: { id, role: 'user', parts },
    made,
    target,
  });
  if (flaw) throw new RejectedSummaryError(flaw);
  return {
    message: {
      id,
      role: 'user',
      author: 'automation',
      origin: written.summary.origin,
      parts,
      parentId: leafId,
      status: 'complete',
      createdAt: at,
      completedAt: at,
    },
    overlays: made,
  };
}

/** The summary that is in place; of one for a handoff, its words as they are. */
function earlier(
  message: MeasuredPath['messages'][number] | undefined,
  overlays: readonly Overlay[],
): CompactionSummary | null {
  if (!message || !isSummary(message)) return null;
  const data = overlays.findLast(({ kind, target }) => kind === SUMMARY && target.message === message.id)?.data;
  const facts = { asked: [], changed: [], read: [], attached: [] };
  return readCompaction(readData(data, 'compaction')) ?? { sections: readSections(summaryText(message)), facts };
}
