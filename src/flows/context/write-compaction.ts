import { EMPTY_PLAN, planText } from '#core/agent/plan/plan-state.ts';
import { compactionPrompt } from '#core/compaction-prompt.ts';
import { handoffLead, promptsFor } from '#texts/model-prompts.ts';
import { CONTEXT, readData, SUMMARY } from '#core/normalize/base/overlays.ts';
import { checkCompaction } from '#core/reliability/check-compaction.ts';
import type { CompactionFlaw } from '#core/reliability/check-compaction.ts';
import { chooseRecentRounds } from '#core/reliability/choose-recent-rounds.ts';
import { truncateOutput } from '#core/window/truncate-output.ts';
import { collectFacts, renderFacts } from '#core/reliability/compaction-facts.ts';
import { mergeSummaries, readCompaction, readSections, renderSections } from '#core/reliability/compaction-summary.ts';
import type { CompactionSummary, Sections } from '#core/reliability/compaction-summary.ts';
import type { HistoryMessage } from '#core/message.ts';
import type { Overlay } from '#core/request.ts';
import { estimateMessages } from '#core/window/estimate-request.ts';
import { weightsFor } from '#core/window/token-weights.ts';
import type { TokenWeights } from '#core/window/token-weights.ts';
import type { Origin } from '#core/vendor.ts';
import type { NewMessage } from '#storage/write-messages.ts';
import { newId } from '#storage/new-id.ts';
import { getPlan } from '#storage/plan-repository.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { isSummary, summaryText } from '#core/is-summary.ts';
import type { MeasuredPath } from '../request/measure-context.ts';
import { summarizableTokens, summarize } from './summarize.ts';
import type { SummaryRequest } from './summarize.ts';
import { countReplaced } from './count-replaced.ts';

/** Share of what the writer can read that one portion takes. The rest is for its prompt and errors of the estimate. */
const PORTION = 0.7;
/** Share of what the writer can read that each half of the notes on earlier portions may take. */
const EARLIER = 0.08;
/** Most portions that a model reads. Of older ones, only the facts that code collects go into the summary. */
const MAX_PORTIONS = 8;
/**
 * Shares of the token budget for messages: kept verbatim, taken by facts, the least that is worth a summary, and taken
 * by files beside it.
 */
const KEPT = 0.25;
const FACTS = 0.2;
const MIN_SHARE = 0.1;
const BESIDE = 0.15;

/** A summary that is ready to be inserted at the end of the path. */
export interface Compaction {
  message: NewMessage & { id: string };
  overlays: Overlay[];
}

export interface CompactionJob {
  sessionId: string;
  leafId: string;
  overlays: readonly Overlay[];
  /** The path up to `leafId`, read to its start. */
  size: MeasuredPath;
  /** Called before a model writes about another portion of the conversation. */
  onPortion?: () => void;
}

/** A summary was written but can't be used. */
export class RejectedSummaryError extends Error {
  override readonly name = 'RejectedSummaryError';
  readonly why: CompactionFlaw;

  constructor(why: CompactionFlaw) {
    super(`the summary is ${why}`);
    this.why = why;
  }
}

/**
 * Has the conversation summarized up to its newest rounds, in portions when the writer can't read it at once. Code
 * merges what a model wrote with the previous summary, and adds the user's words, the plan, files and attachments from
 * storage. `null` when it isn't worth it. Rejects with the vendor's message when the model could not write, and with
 * RejectedSummaryError when the summary can't be used.
 */
export async function writeCompaction(
  deps: FlowDeps,
  { sessionId, leafId, overlays, size, onPortion = () => undefined }: CompactionJob,
  signal: AbortSignal,
): Promise<Compaction | null> {
  const { messages, outline, report, target } = size;
  const weights = weightsFor(target.model);
  const { system, tools } = size.parts;
  const budget = Math.max(0, (size.budget ?? 0) - system - tools) / size.factor;
  const { replaced } = report;
  // What the previous summary kept verbatim comes before it and is not covered by it.
  const since = [...outline.keys()].filter((index) => index > (replaced?.through ?? -1) && index !== replaced?.summary);
  const retained = chooseRecentRounds(outline.slice((replaced?.summary ?? -1) + 1), budget * KEPT, weights);
  const older = since.slice(0, since.length - retained);
  const covered = older.flatMap((index) => {
    const [message, stored] = [outline[index], messages[index]];
    const own = stored?.author === undefined || stored.parentId === null;
    return message && stored ? [{ ...message, id: stored.id, own }] : [];
  });
  if (estimateMessages(covered, weights) < budget * MIN_SHARE) return null;

  let compaction = replaced ? earlier(messages[replaced.summary], overlays) : null;
  const readable = await summarizableTokens(deps, sessionId, leafId);
  const portions = portionsOf(covered, PORTION * readable, weights);
  let origin: Origin | null = null;
  const leaveOut: string[] = [];
  for (const [index, portion] of portions.entries()) {
    let sections: Sections = {};
    if (index >= portions.length - MAX_PORTIONS) {
      onPortion();
      const end = portions.length === 1 ? leafId : portion.at(-1)?.id;
      const earlier = index === 0 ? '' : notesOf(compaction, Math.min(budget * FACTS, readable * EARLIER), weights);
      const stretch = { leafId: end ?? leafId, leaveOut, prompt: promptAfter(earlier) };
      ({ sections, origin } = await writeSections(deps, sessionId, signal, stretch));
    }
    compaction = mergeSummaries(compaction, { sections, facts: collectFacts(portion) });
    leaveOut.push(...portion.map(({ id }) => id));
  }
  if (!compaction || !origin) return null;
  const text = renderSections(compaction.sections);
  const facts = renderFacts(compaction.facts, budget * FACTS, weights);
  const plan = await getPlan(deps.db, sessionId, deps.onUnreadableRow);
  const { changed } = compaction.facts;
  const asked = { context: [], files: [], changed, budget: budget * BESIDE };
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
  const count = await countReplaced(deps, sessionId, leafId, retained);
  const stands = {
    ...beside(),
    kind: SUMMARY,
    reason: 'summarized to make room',
    data: { kept: retained, count, compaction },
  };
  const made: Overlay[] = [stands];
  if (files.length > 0)
    made.push({ ...beside(), kind: CONTEXT, reason: 'files of the attached folder', data: { files } });
  const old = replaced ? outline[replaced.summary] : undefined;
  const flaw = checkCompaction({
    history: outline,
    replaced: [...(old ? [old] : []), ...covered],
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
      origin,
      parts,
      parentId: leafId,
      status: 'complete',
      createdAt: at,
      completedAt: at,
    },
    overlays: made,
  };
}

/** Splits messages into consecutive portions of at most `tokens` tokens. Results stay with their calls. */
function portionsOf<M extends HistoryMessage>(covered: readonly M[], tokens: number, weights: TokenWeights): M[][] {
  const portions: M[][] = [];
  let size = 0;
  for (const message of covered) {
    size += estimateMessages([message], weights);
    const portion = portions.at(-1);
    if (portion && (size <= tokens || message.role === 'tool')) portion.push(message);
    else {
      portions.push([message]);
      size = estimateMessages([message], weights);
    }
  }
  return portions;
}

const promptAfter = (earlier: string) => (history: readonly HistoryMessage[]) =>
  compactionPrompt(promptsFor(history).compactionNote, earlier);

/** Returns notes on the earlier portions for the writer of a later one, which would not know the task otherwise. */
function notesOf(compaction: CompactionSummary | null, maxTokens: number, weights: TokenWeights): string {
  if (!compaction) return '';
  const { text } = truncateOutput(renderSections(compaction.sections), { maxTokens });
  return [renderFacts(compaction.facts, maxTokens, weights), text].filter(Boolean).join('\n\n');
}

/** Has a model write about a part of the conversation. Throws RejectedSummaryError when the text can't be used. */
async function writeSections(
  deps: FlowDeps,
  sessionId: string,
  signal: AbortSignal,
  stretch: SummaryRequest,
): Promise<{ sections: Sections; origin: Origin }> {
  const written = await summarize(deps, sessionId, signal, () => undefined, stretch);
  if (!written.ok) throw new Error(written.error?.message ?? 'stopped');
  if (written.summary.cut) throw new RejectedSummaryError('cut');
  const sections = readSections(written.summary.text);
  if (Object.keys(sections).length === 0) throw new RejectedSummaryError('empty');
  return { sections, origin: written.summary.origin };
}

/** Returns the current summary. For a handoff summary, its text as it is. */
function earlier(
  message: MeasuredPath['messages'][number] | undefined,
  overlays: readonly Overlay[],
): CompactionSummary | null {
  if (!message || !isSummary(message)) return null;
  const data = overlays.findLast(({ kind, target }) => kind === SUMMARY && target.message === message.id)?.data;
  const facts = { asked: [], changed: [], read: [], attached: [] };
  return readCompaction(readData(data, 'compaction')) ?? { sections: readSections(summaryText(message)), facts };
}
